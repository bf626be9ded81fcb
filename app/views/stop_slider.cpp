#include "views/stop_slider.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "views/widgets.hpp"

namespace warplab::app {
namespace {

// The stop at the value, or the last one below it.
int nearest(const std::vector<int64_t>& stops, int64_t value) {
  const auto above = std::ranges::upper_bound(stops, value);
  return std::max(static_cast<int>(above - stops.begin()) - 1, 0);
}

// A bar with so many stops that is dragged, clicked or moved by the arrows.
struct Bar {
  const std::string& item;
  const std::string& title;
  const std::vector<std::string>& labels;  // of the stops
  std::string shown;                       // what stands behind it
  float label_width = 0;
  float value_width = 0;  // the least room behind it
};

// What stands behind a bar takes no more of its room than this.
constexpr float kMostOfRoom = 0.4f;

// Returns the stop that is chosen now.
int slide(Ui& ui, const Bar& bar, int chosen) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.text;
  const float height = font->FontSize + ui.px(9), left = ui.px(14);
  const float room = ImGui::GetContentRegionAvail().x - left;
  const ImVec2 at{ImGui::GetCursorScreenPos().x + left, ImGui::GetCursorScreenPos().y};
  float number_width = bar.value_width;
  for (const std::string& label : bar.labels)
    number_width = std::max(number_width, text_width(font, label));
  number_width = std::min(number_width, std::max(room - bar.label_width, 0.0f) * kMostOfRoom);
  put_text_cut(list, font, {at.x, at.y + (height - font->FontSize) / 2}, color.dim, bar.title,
               bar.label_width - ui.px(6));
  const float bar_left = at.x + bar.label_width + ui.px(7);
  const float bar_width =
      std::max(room - bar.label_width - number_width - ui.px(14 + 14 + 12), ui.px(30));
  ImGui::SetCursorScreenPos({bar_left - ui.px(7), at.y});
  ImGui::InvisibleButton(bar.item.c_str(), {bar_width + ui.px(14), height});
  Ui::PlacedItem& item = note_item(ui, bar.item);
  item.takes_arrows = true;

  const int last = static_cast<int>(bar.labels.size()) - 1, before = chosen;
  if (ImGui::IsItemActive() && last > 0)
    chosen = static_cast<int>(
        std::lround((ImGui::GetIO().MousePos.x - bar_left) / bar_width * static_cast<float>(last)));
  if (item.id && ui.nudge.id == item.id) chosen += static_cast<int>(ui.nudge.x - ui.nudge.y);
  chosen = std::clamp(chosen, 0, last);

  const float middle = std::round(at.y + height / 2);
  const float part = last > 0 ? static_cast<float>(chosen) / static_cast<float>(last) : 0;
  const float x = bar_left + bar_width * part;
  list.AddRectFilled({bar_left, middle - ui.px(2)}, {bar_left + bar_width, middle + ui.px(2)},
                     color.raised, ui.px(2));
  list.AddRectFilled({bar_left, middle - ui.px(2)}, {x, middle + ui.px(2)}, color.link, ui.px(2));
  const bool lively = ImGui::IsItemActive() || ImGui::IsItemHovered();
  list.AddCircleFilled({x, middle}, ui.px(lively ? 7.0f : 6.0f), color.link);
  const std::string& text = chosen == before ? bar.shown : bar.labels[static_cast<size_t>(chosen)];
  const bool cut = put_text_cut(
      list, font, {bar_left + bar_width + ui.px(14), at.y + (height - font->FontSize) / 2},
      color.text, text, number_width + 1);
  if (lively) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (cut) tooltip_for_item(ui, text);
  return chosen;
}

}  // namespace

bool stop_slider(Ui& ui, const std::string& name, const std::vector<int64_t>& stops, int64_t& value,
                 float label_width) {
  if (stops.empty()) return false;
  std::vector<std::string> labels;
  for (const int64_t stop : stops) labels.push_back(count_text(static_cast<uint64_t>(stop)));
  const int before = nearest(stops, value);
  const int chosen = slide(
      ui, {name, name, labels, count_text(static_cast<uint64_t>(value)), label_width}, before);
  if (chosen == before) return false;
  value = stops[static_cast<size_t>(chosen)];
  return true;
}

bool label_slider(Ui& ui, const std::string& item, const std::string& title,
                  const std::vector<std::string>& labels, size_t& chosen, const SliderRoom& room) {
  if (chosen >= labels.size()) return false;
  const int before = static_cast<int>(chosen);
  const Bar bar{item, title, labels, labels[chosen], room.label_width, room.value_width};
  chosen = static_cast<size_t>(slide(ui, bar, before));
  return chosen != static_cast<size_t>(before);
}

}  // namespace warplab::app
