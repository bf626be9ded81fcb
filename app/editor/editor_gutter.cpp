#include "editor/editor_gutter.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "draw/widgets.hpp"

namespace warplab::app {

bool is_stale(const Work& work) {
  return work.marks.of_version != work.document.code().buffer().version();
}

std::string breakpoint_text(const data::Breakpoint& breakpoint) {
  return fmt::format(
      "A breakpoint {}: the tab Steps goes on to it with C, back with Shift+C. A "
      "press takes it away (Ctrl+F9).",
      breakpoint.thread < 0 ? std::string("for any thread")
                            : fmt::format("for thread {} of the block", breakpoint.thread));
}

EditorGutter::EditorGutter(const Ui& ui, const Work& work)
    : ui_(ui), work_(work), color_(ui.color()) {
  const int lines = work.document.code().buffer().line_count();
  const auto digits = static_cast<float>(std::max<size_t>(std::to_string(lines).size(), 2));
  badge_width_ = ui.px(4) + 4 * ui.fonts.code_small->GetCharAdvance('0');
  number_width_ = digits * ui.fonts.code->GetCharAdvance('0');
  width_ = ui.px(3) + badge_width_ + ui.px(4) + number_width_ + ui.px(7);
}

void EditorGutter::draw(ImDrawList& list, const TextPlaces& places, const Sight& sight) const {
  // Over the text that was scrolled to the left.
  if (sight.is_scrolled)
    list.AddRectFilled(sight.min, {sight.min.x + places.gutter - ui_.px(2), sight.max.y},
                       color_.editor);
  const int selected = line_now(work_.selection.line, work_.marks.moved) - 1;
  for (int i = sight.first; i <= sight.last; ++i) {
    const float y = places.text_top(i);
    const auto& linked = work_.linked_lines;
    if (const auto at = std::ranges::find_if(
            linked, [&](int line) { return line_now(line, work_.marks.moved) == i + 1; });
        at != linked.end())
      list.AddRectFilled(
          {sight.min.x + places.gutter - ui_.px(6), places.y_of(i)},
          {sight.min.x + places.gutter - ui_.px(2), places.y_of(i) + places.height_of(i)},
          link_color(color_, static_cast<size_t>(at - linked.begin())));
    if (i == selected)
      list.AddRectFilled({sight.min.x, places.y_of(i)},
                         {sight.min.x + ui_.px(3), places.y_of(i) + places.height_of(i)},
                         color_.link);
    const LineMark mark = mark_of(work_.marks, i + 1);
    float x = sight.min.x + ui_.px(3);
    const bool has_badge = shows_badge(mark);
    if (has_badge) draw_badge(list, {x, places.y_of(i)}, places.line_height, mark.cost->ratio());
    x += badge_width_ + ui_.px(4);
    const std::string number = std::to_string(i + 1);
    const bool current = i == work_.document.code().caret().line;
    const data::Breakpoint* const breakpoint = breakpoint_at(i);
    const bool is_filled = breakpoint && breakpoint->thread < 0;
    if (breakpoint) draw_breakpoint(list, {x, places.y_of(i)}, places.line_height, is_filled);
    put_text(list, ui_.fonts.code,
             {x + number_width_ - places.advance * static_cast<float>(number.size()), y},
             is_filled ? color_.editor : line_number_ink(color_, current), number);
    if (mark.worst && !has_badge)
      draw_mark(list, *mark.worst, {x - ui_.px(6), places.y_of(i)}, places.line_height);
  }
}

const data::Breakpoint* EditorGutter::breakpoint_at(int line) const {
  const data::Breakpoint* found = nullptr;
  for (const data::Breakpoint& b : work_.breakpoints)
    if (b.line == line + 1 && (!found || b.thread < 0)) found = &b;
  return found;
}

void EditorGutter::draw_breakpoint(ImDrawList& list, ImVec2 at, float height,
                                   bool is_filled) const {
  const ImVec2 min{at.x - ui_.px(2), at.y + ui_.px(2)};
  const ImVec2 max{at.x + number_width_ + ui_.px(1), at.y + height - ui_.px(2)};
  const float round = (max.y - min.y) / 2;
  if (is_filled) list.AddRectFilled(min, max, color_.fail, round);
  else list.AddRect(min, max, color_.fail, round, 0, std::max(1.0f, ui_.px(1.5f)));
}

void EditorGutter::draw_mark(ImDrawList& list, const Message& message, ImVec2 right,
                             float height) const {
  const bool error = message.severity == Severity::error;
  const bool warning = message.severity == Severity::warning;
  const float icon = ui_.px(14);
  draw_icon(list,
            error     ? Icon::error
            : warning ? Icon::warning
                      : Icon::info,
            {right.x - icon, right.y + (height - icon) / 2}, icon,
            error     ? color_.fail
            : warning ? color_.warn
                      : color_.info);
}

void EditorGutter::draw_badge(ImDrawList& list, ImVec2 at, float height, double ratio) const {
  const bool stale = is_stale(work_);
  // What the exercise lets pass needs no attention, and neither does a line that is ideal: its
  // badge is text only.
  const bool is_quiet = !stale && work_.outcome->result.verdict == verdict::Status::pass;
  const auto level = is_quiet ? 0 : static_cast<size_t>(cost_level(ratio));
  const std::string text = ratio_text(ratio);
  const float alpha = stale ? 0.45f : 1.0f;
  ImFont* font = ui_.fonts.code_small;
  const float inset = ui_.px(2), width = text_width(font, text);
  if (level > 0)
    list.AddRectFilled({at.x, at.y + inset}, {at.x + badge_width_, at.y + height - inset},
                       with_alpha(color_.cost[level], alpha), ui_.px(4));
  put_text(list, font,
           {at.x + badge_width_ - width - ui_.px(2), at.y + (height - font->FontSize) / 2},
           with_alpha(level > 0  ? color_.on_cost[level]
                      : is_quiet ? color_.faint
                                 : color_.pass,
                      stale ? 0.55f : 1),
           text);
}

// A message of an error has the badge's place: it is mended first.
bool EditorGutter::shows_badge(const LineMark& mark) {
  return mark.cost && mark.cost->ratio() > 0 &&
         !(mark.worst && mark.worst->severity == Severity::error);
}

bool EditorGutter::on_badge(float x, const LineMark& mark) const {
  return x < ui_.px(3) + badge_width_ && shows_badge(mark);
}

}  // namespace warplab::app
