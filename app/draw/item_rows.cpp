#include "draw/item_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

constexpr float kLeft = 12, kGap = 4, kGapOfArrows = 10, kIconButton = 28;  // units of px()

float right_of_pane() { return ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x; }

}  // namespace

void place_item(Ui& ui, float width, bool is_first, float gap) {
  if (!is_first && ImGui::GetItemRectMax().x + gap + width < right_of_pane())
    ImGui::SameLine(0, gap);
  else ImGui::SetCursorPosX(ui.px(kLeft));
}

bool row_button(Ui& ui, std::string_view id, Icon icon, std::string_view label, bool is_first) {
  const float room = right_of_pane() - ImGui::GetWindowPos().x - ui.px(kLeft + kGap);
  const float width = std::min(labelled_button_width(ui, label), room);
  place_item(ui, width, is_first, ui.px(kGap));
  return labelled_button(ui, std::string(id).c_str(), icon, label, false, width);
}

Arrow draw_arrows(Ui& ui, const Arrows& arrows, bool is_first) {
  const float text = text_width(ui.fonts.text, arrows.label), gap = ui.px(2);
  place_item(ui, 2 * ui.px(kIconButton) + text + 2 * gap, is_first, ui.px(kGapOfArrows));
  Arrow pressed = Arrow::none;
  const auto arrow = [&](const std::string& id, Icon icon, const std::string& name,
                         const std::string& key, Arrow which) {
    if (icon_button(ui, id.c_str(), icon, with_key(ui, name, key))) pressed = which;
    ui.items.back().label = name;
  };
  arrow(arrows.id + " back", Icon::step_back, arrows.back, arrows.back_key, Arrow::back);
  ImGui::SameLine(0, gap);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  put_text(*ImGui::GetWindowDrawList(), ui.fonts.text,
           {at.x, at.y + (ui.px(kIconButton) - ui.fonts.text->FontSize) / 2}, ui.color().text,
           arrows.label);
  ImGui::SetCursorScreenPos({at.x + text + gap, at.y});
  arrow(arrows.id, Icon::step_forward, arrows.on, arrows.on_key, Arrow::on);
  return pressed;
}

}  // namespace warplab::app
