#include "shell/tab_strip.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

// The names of tabs that do not fit are in a menu behind those that do; the one that is shown is
// always among these. `room`: pixels for all of them.
struct TabStrip {
  std::vector<const TabRow*> shown, in_menu;
};

TabStrip strip_of(const Ui& ui, const LabWindowState& state, const Lab& lab, float room) {
  TabStrip strip;
  float width = 0;
  const float gap = ui.px(2), menu = ui.px(28) + gap;
  for (const TabRow& row : tabs()) {
    if (!is_there(row, lab)) continue;
    strip.shown.push_back(&row);
    width += segment_width(ui, row.name) + gap;
  }
  while (width > room - (strip.in_menu.empty() ? 0 : menu) && strip.shown.size() > 1) {
    // From the end, but never the one that is shown.
    auto last = std::prev(strip.shown.end());
    if ((*last)->tab == state.tab) --last;
    width -= segment_width(ui, (*last)->name) + gap;
    strip.in_menu.insert(strip.in_menu.begin(), *last);
    strip.shown.erase(last);
  }
  return strip;
}

void draw_menu_of_tabs(Ui& ui, const TabStrip& strip) {
  if (icon_button(ui, "more tabs", Icon::chevron_down, "Further tabs"))
    ImGui::OpenPopup("further tabs");
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(8), ui.px(8)});
  if (ImGui::BeginPopup("further tabs")) {
    for (const TabRow* row : strip.in_menu) {
      if (ImGui::MenuItem(row->name, key_of(*row).c_str())) ui.ask(ShowTab{row->tab});
      note_item(ui, std::string("menu ") + row->name);
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace

void draw_tabs(Ui& ui, LabWindowState& state, Lab& lab, bool folds) {
  ImGui::SetCursorPos({ui.px(8), ui.px(4)});
  const float width = ImGui::GetWindowWidth(), button = ui.px(28);
  const float room = width - ui.px(8) - ui.px(6) - (folds ? button + ui.px(2) : 0);
  const TabStrip strip = strip_of(ui, state, lab, room);
  for (const TabRow* row : strip.shown) {
    if (row != strip.shown.front()) ImGui::SameLine(0, ui.px(2));
    if (segment(ui, row->name, row->name, state.tab == row->tab)) {
      state.tab = row->tab;
      state.tab_is_fixed = false;
    }
    tooltip_for_item(ui, key_of(*row));
  }
  if (!strip.in_menu.empty()) {
    ImGui::SameLine(0, ui.px(2));
    draw_menu_of_tabs(ui, strip);
  }
  if (folds) {
    ImGui::SetCursorPos({width - ui.px(6) - button, ui.px(4)});
    if (icon_button(ui, "fold right", Icon::chevron_right, "Fold this pane away (Ctrl+Alt+B)"))
      ui.ask(FoldPane{Fold::tabs});
  }
  const ImVec2 at = ImGui::GetWindowPos();
  const float top = std::round(ui.px(16) + ImGui::GetFontSize());
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + top}, {at.x + width, at.y + top + 1},
                                            ui.color().border);
  ImGui::SetCursorPos({0, top + 1});
  const TabRow& shown = row_of(state.tab);
  ImGui::BeginChild(shown.name, ImGui::GetContentRegionAvail(), false,
                    shown.wheel_zooms ? ImGuiWindowFlags_NoScrollWithMouse : 0);
  note_scrolling(ui);
  shown.draw(ui, state.tabs, lab);
  ImGui::EndChild();
}

}  // namespace warplab::app
