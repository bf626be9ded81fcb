#include "shell/pane_bars.hpp"

#include <algorithm>
#include <vector>

#include "draw/widgets.hpp"

namespace warplab::app {

void draw_bars(Ui& ui, Layout& layout, const PanePlaces& places) {
  const float bar = places.bar, width = places.area.size.x, height = places.area.size.y;
  const ImVec2 from = places.area.at;
  const Rect &middle = places.middle(), &lower = places.messages;
  float& left = places.is_narrow ? layout.beside : layout.left;
  float& right = places.is_narrow ? layout.beside : layout.right;
  const float others = places.is_narrow ? 0.25f : 0.15f;
  std::vector<Splitter> bars;
  if (places.has_left_bar)
    bars.push_back({.id = "left",
                    .at = {middle.at.x - bar, from.y},
                    .size = {bar, height},
                    .extent = width,
                    .share = &left,
                    .least = 0.15f,
                    .most = std::max(1 - others - (places.is_narrow ? 0 : right), 0.16f)});
  if (places.has_messages_bar)
    bars.push_back({.id = "messages height",
                    .at = {lower.at.x, lower.at.y - bar},
                    .size = {lower.size.x, bar},
                    .vertical = false,
                    .extent = height,
                    .sign = -1,
                    .share = &layout.messages,
                    .least = 0.07f,
                    .most = 0.6f});
  if (places.has_right_bar)
    bars.push_back({.id = "right",
                    .at = {middle.at.x + middle.size.x, from.y},
                    .size = {bar, middle.size.y},
                    .extent = width,
                    .sign = -1,
                    .share = &right,
                    .least = 0.15f,
                    .most = std::max(1 - others - (places.is_narrow ? 0 : left), 0.16f)});
  if (places.has_course_bar)
    bars.push_back({.id = "course height",
                    .at = {from.x, from.y + places.course.size.y},
                    .size = {places.course.size.x, bar},
                    .vertical = false,
                    .extent = height,
                    .share = &layout.course,
                    .least = 0.1f,
                    .most = 0.8f});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const Splitter& one : bars)
    list.AddRectFilled(one.at, {one.at.x + one.size.x, one.at.y + one.size.y},
                       ui.color().background);
  // Where a pane is folded to a line, a hair line parts it from what is beside it.
  if (!places.has_messages_bar && lower.is_shown())
    list.AddRectFilled({lower.at.x, lower.at.y - 1}, {lower.at.x + lower.size.x, lower.at.y},
                       ui.color().border);
  if (places.course_is_a_line && places.statement.is_shown())
    list.AddRectFilled({from.x, places.statement.at.y - 1},
                       {from.x + places.statement.size.x, places.statement.at.y},
                       ui.color().border);
  for (const Splitter& one : bars) splitter(ui, one);
}

void draw_strip(Ui& ui, const Rect& strip, Fold which) {
  if (!strip.is_shown()) return;
  const bool is_left = which == Fold::statement;
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end{strip.at.x + strip.size.x, strip.at.y + strip.size.y};
  const char* name = is_left ? "unfold left" : "unfold right";
  ImGui::SetCursorScreenPos(strip.at);
  ui.pane = is_left ? Pane::course : Pane::tabs;
  const bool pressed = ImGui::InvisibleButton(name, strip.size);
  const bool hovered = ImGui::IsItemHovered();
  note_item(ui, name);
  tooltip_for_item(ui, is_left ? "Show the course and the statement (Ctrl+B)"
                               : "Show the results of runs (Ctrl+Alt+B)");
  list.AddRectFilled(strip.at, end, hovered ? color.raised : color.background);
  const float icon = ui.px(14);
  draw_icon(list, is_left ? Icon::chevron_right : Icon::chevron_left,
            {strip.at.x + (strip.size.x - icon) / 2, strip.at.y + ui.px(12)}, icon,
            hovered ? color.text : color.dim);
  if (pressed) ui.ask(FoldPane{which});
}

}  // namespace warplab::app
