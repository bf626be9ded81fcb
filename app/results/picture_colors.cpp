#include "results/picture_colors.hpp"

#include <algorithm>
#include <string>

#include "draw/color_map.hpp"
#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

void draw_map_choice(Ui& ui, OutputState& state, const ColorMap& current) {
  ImGui::SetNextItemWidth(ui.px(132));
  const bool is_open = begin_choice(ui, "##map", std::string(current.title));
  if (!is_open) note_item(ui, "color map");
  if (is_open) {
    for (const ColorMap& map : color_maps()) {
      if (map.name == difference_map().name) continue;
      const ImVec2 at = ImGui::GetCursorScreenPos();
      if (ImGui::Selectable(("##" + std::string(map.name)).c_str(), &map == &current, 0,
                            {ui.px(190), 0}))
        state.color_map = map.name;
      ImDrawList& list = *ImGui::GetWindowDrawList();
      put_text(list, ui.fonts.text, at, ui.color().text, map.title);
      const float x = at.x + ui.px(110), height = ImGui::GetTextLineHeight();
      if (ui.painter)
        list.AddImage(ui.painter->color_bar(map), {x, at.y + 2},
                      {x + ui.px(80), at.y + height - 2});
    }
    ImGui::EndCombo();
  }
  tooltip_for_item(
      ui, "Colour map. All but grey are safe for colour-blind readers and even in lightness.");
}

}  // namespace

void draw_colors(Ui& ui, OutputState& state, const ColorMap* map) {
  ImGui::SetCursorPosX(ui.px(12));
  if (map) {
    draw_map_choice(ui, state, *map);
    ImGui::SameLine(0, ui.px(8));
  }
  if (segment(ui, "automatic", "Auto", !state.fixed)) state.fixed = false;
  tooltip_for_item(ui, "The range follows the values");
  ImGui::SameLine(0, ui.px(2));
  if (segment(ui, "fixed", "Fixed", state.fixed)) state.fixed = true;
  tooltip_for_item(ui, "The range stays from run to run, so that pictures can be compared");
  if (!state.fixed) return;
  const float gap = ui.px(6), to = text_width(ui.fonts.text, "to");
  ImGui::SameLine(0, ui.px(10));
  if (ImGui::GetContentRegionAvail().x < ui.px(150)) {
    ImGui::NewLine();
    ImGui::SetCursorPosX(ui.px(12));
  }
  const float field =
      std::min((ImGui::GetContentRegionAvail().x - to - 2 * gap - ui.px(12)) / 2, ui.px(110));
  ImGui::PushAllowKeyboardFocus(false);  // Tab goes as in item_focus.cpp
  ImGui::SetNextItemWidth(field);
  ImGui::InputDouble("##low", &state.low, 0, 0, "%.6g");
  note_item(ui, "low end").is_field = true;
  ImGui::SameLine(0, gap);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  put_text(*ImGui::GetWindowDrawList(), ui.fonts.text,
           {at.x, at.y + ImGui::GetStyle().FramePadding.y}, ui.color().dim, "to");
  ImGui::SetCursorScreenPos({at.x + to + gap, at.y});
  ImGui::SetNextItemWidth(field);
  ImGui::InputDouble("##high", &state.high, 0, 0, "%.6g");
  note_item(ui, "high end").is_field = true;
  ImGui::PopAllowKeyboardFocus();
}

}  // namespace warplab::app
