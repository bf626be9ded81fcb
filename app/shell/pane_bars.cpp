#include "shell/pane_bars.hpp"

#include <algorithm>
#include <vector>

#include "draw/widgets.hpp"

namespace warplab::app {

void draw_bars(Ui& ui, Layout& layout, const PanePlaces& places) {
  const float bar = places.bar, width = places.area.size.x, height = places.area.size.y;
  const ImVec2 from = places.area.at;
  const Rect& middle = places.tabs_in_middle ? places.tabs : places.text;
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
  if (places.has_code_bar)
    bars.push_back({.id = "code height",
                    .at = {places.code.at.x, places.code.at.y - bar},
                    .size = {places.code.size.x, bar},
                    .vertical = false,
                    .extent = height,
                    .sign = -1,
                    .share = &layout.code,
                    .least = 0.1f,
                    .most = 0.8f});
  if (places.has_right_bar)
    bars.push_back({.id = "right",
                    .at = {middle.at.x + middle.size.x, from.y},
                    .size = {bar, height},
                    .extent = width,
                    .sign = -1,
                    .share = &right,
                    .least = 0.15f,
                    .most = std::max(1 - others - (places.is_narrow ? 0 : left), 0.16f)});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const Splitter& one : bars)
    list.AddRectFilled(one.at, {one.at.x + one.size.x, one.at.y + one.size.y},
                       ui.color().background);
  if (places.statement.is_shown()) {
    const Rect& below = places.statement;
    list.AddRectFilled({from.x, below.at.y - 1}, {from.x + below.size.x, below.at.y},
                       ui.color().border);
    // A statement that is read has no bar beside it.
    if (!places.has_left_bar)
      list.AddRectFilled({from.x + below.size.x, from.y},
                         {from.x + below.size.x + bar, from.y + height}, ui.color().background);
  }
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
  tooltip_for_item(ui, is_left ? "Show the statement (F2)" : "Show what came of the run (F2)");
  list.AddRectFilled(strip.at, end, hovered ? color.raised : color.background);
  const float icon = ui.px(14);
  draw_icon(list, is_left ? Icon::chevron_right : Icon::chevron_left,
            {strip.at.x + (strip.size.x - icon) / 2, strip.at.y + ui.px(12)}, icon,
            hovered ? color.text : color.dim);
  if (pressed) ui.ask(FoldPane{which});
}

}  // namespace warplab::app
