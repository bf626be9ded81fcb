#include "draw/pane_places.hpp"

#include <algorithm>
#include <cmath>

namespace warplab::app {
namespace {

// In units. With less, two columns beside an editor of 80 columns of code would be too narrow to
// be read.
constexpr float kRoomForThree = 1600;
constexpr float kSplitter = 6, kStrip = 22;
constexpr float kCourseLine = 40;
// About 80 letters a line, and margins.
constexpr float kReadingWidth = 700;
constexpr float kLeastMiddle = 120;

struct Columns {
  float left = 0, right = 0;  // 0: folded away
};

// A statement that is read where there is room for three columns has a width of its own.
bool has_reading_width(const PaneWish& wish, bool is_narrow) {
  return wish.reads && !is_narrow && !wish.is_experiment;
}

Columns columns_of(const Layout& layout, const PaneWish& wish, float width, float scale,
                   bool is_narrow) {
  Columns columns;
  const bool has_left = !layout.left_folded && (!is_narrow || wish.reads);
  const bool has_right =
      !layout.right_folded && !(wish.reads && (is_narrow || !wish.is_experiment));
  const float share_left = is_narrow ? layout.beside : layout.left;
  const float share_right = is_narrow ? layout.beside : layout.right;
  if (has_left)
    columns.left =
        std::round(has_reading_width(wish, is_narrow) ? std::min(kReadingWidth * scale, width / 2)
                                                      : width * share_left);
  if (has_right) columns.right = std::round(width * share_right);
  // An experiment without kernels has nothing to stand at the right.
  if (wish.is_experiment && !wish.has_kernels) columns.right = 0;
  return columns;
}

// The list of the course is a line above the statement, or has the column until one is chosen.
void place_left(PanePlaces& places, const Layout& layout, float width, float scale) {
  const ImVec2 at = places.area.at;
  const float height = places.area.size.y;
  places.course = {at, {width, layout.course_folded ? std::round(kCourseLine * scale) : height}};
  if (!layout.course_folded) return;
  const float top = places.course.size.y + 1;
  places.statement = {{at.x, at.y + top}, {width, height - top}};
}

// The text, and below it what the compiler made of it.
void place_text(PanePlaces& places, const Layout& layout, const PaneWish& wish, const Rect& rect) {
  places.text = rect;
  if (!wish.shows_code) return;
  const float below = std::round(rect.size.y * layout.code);
  places.has_code_bar = true;
  places.text.size.y -= below + places.bar;
  places.code = {{rect.at.x, rect.at.y + rect.size.y - below}, {rect.size.x, below}};
}

}  // namespace

bool PanePlaces::is_shown(Pane pane) const {
  switch (pane) {
    case Pane::top: return true;
    case Pane::course: return course.is_shown();
    case Pane::statement: return statement.is_shown();
    case Pane::editor: return text.is_shown();
    case Pane::code: return code.is_shown();
    case Pane::tabs: return tabs.is_shown();
  }
  return false;
}

PanePlaces places_of(const Layout& layout, const PaneWish& wish, const Rect& area, float scale) {
  PanePlaces places;
  places.area = area;
  places.bar = std::round(kSplitter * scale);
  places.is_narrow = area.size.x < kRoomForThree * scale;
  const Columns columns = columns_of(layout, wish, area.size.x, scale, places.is_narrow);
  const float strip = std::round(kStrip * scale);
  places.tabs_in_middle = wish.is_experiment;
  places.has_left_bar = columns.left > 0 && !has_reading_width(wish, places.is_narrow);
  places.has_right_bar = columns.right > 0;
  if (columns.left > 0) place_left(places, layout, columns.left, scale);
  else places.left_strip = {area.at, {strip, area.size.y}};
  const bool has_right_column = !wish.is_experiment || wish.has_kernels;
  if (columns.right <= 0 && has_right_column)
    places.right_strip = {{area.at.x + area.size.x - strip, area.at.y}, {strip, area.size.y}};

  const float before = columns.left > 0 ? columns.left + places.bar : strip;
  const float behind = columns.right > 0               ? columns.right + places.bar
                       : places.right_strip.is_shown() ? strip
                                                       : 0;
  const float middle = std::max(area.size.x - before - behind, kLeastMiddle * scale);
  const float middle_x = area.at.x + before, right_x = middle_x + middle + places.bar;
  const Rect in_the_middle{{middle_x, area.at.y}, {middle, area.size.y}};
  const Rect at_the_right{{right_x, area.at.y}, {columns.right, area.size.y}};
  if (places.tabs_in_middle) {
    places.tabs = in_the_middle;
    if (columns.right > 0) places.text = at_the_right;
  } else {
    place_text(places, layout, wish, in_the_middle);
    if (columns.right > 0) places.tabs = at_the_right;
  }
  return places;
}

}  // namespace warplab::app
