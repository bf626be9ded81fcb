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

// A bar with the places 0 ... `last`. `text_at` says what stands behind it for each; `number` is
// what stands there now. Returns whether `chosen` is another one now.
template <class TextAt>
bool slider(Ui& ui, const std::string& name, int last, int& chosen, const std::string& number,
            const TextAt& text_at, float number_width, float label_width) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.text;
  const float height = font->FontSize + ui.px(9), left = ui.px(14);
  const float room = ImGui::GetContentRegionAvail().x - left;
  const ImVec2 at{ImGui::GetCursorScreenPos().x + left, ImGui::GetCursorScreenPos().y};
  put_text_cut(list, font, {at.x, at.y + (height - font->FontSize) / 2}, color.dim, name,
               label_width - ui.px(6));
  const float bar_left = at.x + label_width + ui.px(7);
  const float bar_width =
      std::max(room - label_width - number_width - ui.px(14 + 14 + 12), ui.px(30));
  ImGui::SetCursorScreenPos({bar_left - ui.px(7), at.y});
  ImGui::InvisibleButton(name.c_str(), {bar_width + ui.px(14), height});
  Ui::PlacedItem& item = note_item(ui, name);
  item.takes_arrows = true;

  const int before = chosen;
  if (ImGui::IsItemActive() && last > 0)
    chosen = static_cast<int>(
        std::lround((ImGui::GetIO().MousePos.x - bar_left) / bar_width * static_cast<float>(last)));
  if (item.id && ui.nudge.id == item.id) chosen += static_cast<int>(ui.nudge.x - ui.nudge.y);
  chosen = std::clamp(chosen, 0, last);
  const bool moved = chosen != before;

  const float middle = std::round(at.y + height / 2);
  const float part = last > 0 ? static_cast<float>(chosen) / static_cast<float>(last) : 0;
  const float x = bar_left + bar_width * part;
  list.AddRectFilled({bar_left, middle - ui.px(2)}, {bar_left + bar_width, middle + ui.px(2)},
                     color.raised, ui.px(2));
  list.AddRectFilled({bar_left, middle - ui.px(2)}, {x, middle + ui.px(2)}, color.link, ui.px(2));
  const bool lively = ImGui::IsItemActive() || ImGui::IsItemHovered();
  list.AddCircleFilled({x, middle}, ui.px(lively ? 7.0f : 6.0f), color.link);
  put_text(list, font, {bar_left + bar_width + ui.px(14), at.y + (height - font->FontSize) / 2},
           color.text, moved ? text_at(chosen) : number);
  if (lively) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  return moved;
}

}  // namespace

bool stop_slider(Ui& ui, const std::string& name, const std::vector<int64_t>& stops, int64_t& value,
                 float label_width) {
  if (stops.empty()) return false;
  const auto text = [](int64_t number) { return count_text(static_cast<uint64_t>(number)); };
  int chosen = nearest(stops, value);
  const bool moved = slider(
      ui, name, static_cast<int>(stops.size()) - 1, chosen, text(value),
      [&](int place) { return text(stops[static_cast<size_t>(place)]); },
      text_width(ui.fonts.text, text(stops.back())), label_width);
  if (moved) value = stops[static_cast<size_t>(chosen)];
  return moved;
}

bool number_slider(Ui& ui, const std::string& name, const NumberRange& range, double& value,
                   float label_width) {
  const int last = std::max(static_cast<int>(std::lround((range.to - range.from) / range.step)), 1);
  const auto at = [&](int place) {
    return place == last ? range.to : range.from + range.step * place;
  };
  int chosen = static_cast<int>(std::lround((value - range.from) / range.step));
  const auto text = [&](double number) { return fmt::format("{:.{}f}", number, range.decimals()); };
  const bool moved = slider(
      ui, name, last, chosen, text(value), [&](int place) { return text(at(place)); },
      std::max(text_width(ui.fonts.text, text(range.from)),
               text_width(ui.fonts.text, text(range.to))),
      label_width);
  if (moved) value = at(chosen);
  return moved;
}

int NumberRange::decimals() const {
  constexpr int kMost = 6;
  double scale = 1;
  for (int digits = 0; digits < kMost; ++digits, scale *= 10) {
    const auto is_whole = [&](double number) {
      return std::abs(number * scale - std::round(number * scale)) < 1e-6;
    };
    if (is_whole(step) && is_whole(from)) return digits;
  }
  return kMost;
}

}  // namespace warplab::app
