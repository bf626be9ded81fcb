#include "draw/pane_places.hpp"

#include <algorithm>
#include <cmath>

namespace warplab::app {
namespace {

// In units. With less, two columns beside an editor of 60 columns of code would be too narrow to
// be read.
constexpr float kRoomForTwo = 1180;
constexpr float kSplitter = 6, kStrip = 22;
constexpr float kMessagesLine = 34, kCourseLine = 40;
// About 75 letters a line, and margins.
constexpr float kReadingWidth = 620;
constexpr float kLeastMiddle = 120;

struct Columns {
  float left = 0, right = 0;  // 0: folded away
};

Columns columns_of(const Layout& layout, const PaneWish& wish, float width, float scale,
                   bool is_narrow) {
  const bool reads_beside = wish.reading == Reading::beside_code,
             reads_over = wish.reading == Reading::over_code;
  Columns columns;
  const float share_left = is_narrow ? layout.beside : layout.left;
  const float share_right = is_narrow ? layout.beside : layout.right;
  const bool has_left = !layout.left_folded && (!is_narrow || wish.side == Side::statement);
  const bool has_right = !layout.right_folded && (!is_narrow || wish.side == Side::tabs);
  if (reads_beside) columns.left = std::round(std::min(kReadingWidth * scale, width / 2));
  else if (has_left && !(is_narrow && reads_over)) columns.left = std::round(width * share_left);
  if (has_right && !reads_beside && !(is_narrow && reads_over))
    columns.right = std::round(width * share_right);
  // An experiment without kernels has nothing to stand at the right.
  if (wish.is_experiment && !wish.has_kernels && !reads_over) columns.right = 0;
  return columns;
}

void place_left(PanePlaces& places, const Layout& layout, const PaneWish& wish, float width,
                float scale) {
  const ImVec2 at = places.area.at;
  const float height = places.area.size.y;
  // The list has the column to itself while the statement is elsewhere, and the statement has it
  // while it is read.
  if (wish.reading == Reading::over_code) {
    places.course = {at, {width, height}};
    return;
  }
  if (wish.reading == Reading::beside_code) {
    places.statement = {at, {width, height}};
    return;
  }
  places.course_is_a_line = layout.course_folded;
  places.has_course_bar = !layout.course_folded;
  const float course = places.course_is_a_line ? std::round(kCourseLine * scale)
                                               : std::round(height * layout.course);
  places.course = {at, {width, course}};
  const float top = course + (places.has_course_bar ? places.bar : 1);
  places.statement = {{at.x, at.y + top}, {width, height - top}};
}

// How high the messages are, at this width.
float messages_height(PanePlaces& places, const Layout& layout, const PaneWish& wish, float width,
                      float scale) {
  const float line = std::round(kMessagesLine * scale);
  const float wanted = wish.messages ? wish.messages(width) : 0;
  places.messages_are_a_line = wanted <= 0 || layout.messages_folded;
  places.has_messages_bar = !places.messages_are_a_line;
  if (places.messages_are_a_line) return line;
  const float most = std::round(places.area.size.y * layout.messages);
  return std::max(std::min(most, std::ceil(wanted)), 2 * line);
}

}  // namespace

bool PanePlaces::is_shown(Pane pane) const {
  switch (pane) {
    case Pane::top: return true;
    case Pane::course: return course.is_shown();
    case Pane::statement: return statement.is_shown();
    case Pane::editor: return text.is_shown();
    case Pane::tabs: return tabs.is_shown();
    case Pane::messages: return messages.is_shown();
  }
  return false;
}

PanePlaces places_of(const Layout& layout, const PaneWish& wish, const Rect& area, float scale) {
  PanePlaces places;
  places.area = area;
  places.bar = std::round(kSplitter * scale);
  places.is_narrow = area.size.x < kRoomForTwo * scale;
  const bool reads_over = wish.reading == Reading::over_code;
  const bool has_right_column = !wish.is_experiment || wish.has_kernels || reads_over;
  const Columns columns = columns_of(layout, wish, area.size.x, scale, places.is_narrow);
  const float strip = std::round(kStrip * scale);
  places.tabs_in_middle = wish.is_experiment && !reads_over;
  places.has_left_bar = columns.left > 0 && wish.reading != Reading::beside_code;
  places.has_right_bar = columns.right > 0;
  if (columns.left > 0) place_left(places, layout, wish, columns.left, scale);
  else places.left_strip = {area.at, {strip, area.size.y}};
  if (columns.right <= 0 && has_right_column)
    places.right_strip = {{area.at.x + area.size.x - strip, area.at.y}, {strip, area.size.y}};

  const float before = columns.left > 0 ? columns.left + places.bar : strip;
  const float behind = columns.right > 0               ? columns.right + places.bar
                       : places.right_strip.is_shown() ? strip
                                                       : 0;
  const float middle = std::max(area.size.x - before - behind, kLeastMiddle * scale);
  const float middle_x = area.at.x + before, right_x = middle_x + middle + places.bar;

  // Messages lie below all but the left column; beside an experiment below its kernels.
  const bool below_right = places.tabs_in_middle && columns.right > 0;
  const float lower_x = below_right ? right_x : middle_x;
  const float lower_width =
      below_right ? columns.right : middle + (columns.right > 0 ? places.bar + columns.right : 0);
  const float lower = messages_height(places, layout, wish, lower_width, scale);
  const float gap = places.has_messages_bar ? places.bar : 1;
  const float upper = area.size.y - lower - gap;
  places.messages = {{lower_x, area.at.y + upper + gap}, {lower_width, lower}};

  const Rect in_the_middle{{middle_x, area.at.y}, {middle, upper}};
  const Rect at_the_right{{right_x, area.at.y}, {columns.right, upper}};
  if (reads_over) {
    places.statement = in_the_middle;
    if (columns.right > 0) places.tabs = at_the_right;
  } else if (places.tabs_in_middle) {
    places.tabs = {in_the_middle.at, {middle, below_right ? area.size.y : upper}};
    if (columns.right > 0) places.text = at_the_right;
  } else {
    places.text = in_the_middle;
    if (columns.right > 0) places.tabs = at_the_right;
  }
  return places;
}

}  // namespace warplab::app
