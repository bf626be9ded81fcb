#include "draw/stop_slider.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

// The stop at the value, or the last one below it.
int nearest(const std::vector<int64_t>& stops, int64_t value) {
  const auto above = std::ranges::upper_bound(stops, value);
  return std::max(static_cast<int>(above - stops.begin()) - 1, 0);
}

// A bar with the places 0 ... `last`.
struct Bar {
  const std::string& item;  // its name in the order of Tab
  const std::string& title;
  int last = 0;
  std::string shown;  // what stands behind it now
  float number_width = 0, label_width = 0;
};

// What stands behind a bar takes no more of its room than this.
constexpr float kMostOfRoom = 0.4f;

// `text_at` says what stands behind it for each place. Returns the place that is chosen now.
template <class TextAt>
int slide(Ui& ui, const Bar& bar, int chosen, const TextAt& text_at) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.text;
  const float height = font->FontSize + ui.px(9), left = ui.px(14);
  const float room = ImGui::GetContentRegionAvail().x - left;
  const ImVec2 at{ImGui::GetCursorScreenPos().x + left, ImGui::GetCursorScreenPos().y};
  const float text_y = at.y + (height - font->FontSize) / 2;
  const float number_width =
      std::min(bar.number_width, std::max(room - bar.label_width, 0.0f) * kMostOfRoom);
  if (!bar.title.empty())
    put_text_cut(list, font, {at.x, text_y}, color.dim, bar.title, bar.label_width - ui.px(6));
  const float bar_left = at.x + bar.label_width + ui.px(7);
  const float bar_width =
      std::max(room - bar.label_width - number_width - ui.px(14 + 14 + 12), ui.px(30));
  ImGui::SetCursorScreenPos({bar_left - ui.px(7), at.y});
  ImGui::InvisibleButton(bar.item.c_str(), {bar_width + ui.px(14), height});
  Ui::PlacedItem& item = note_item(ui, bar.item);
  item.takes_arrows = true;

  const int before = chosen;
  if (ImGui::IsItemActive() && bar.last > 0)
    chosen = static_cast<int>(std::lround((ImGui::GetIO().MousePos.x - bar_left) / bar_width *
                                          static_cast<float>(bar.last)));
  if (item.id && ui.nudge.id == item.id) chosen += static_cast<int>(ui.nudge.x - ui.nudge.y);
  chosen = std::clamp(chosen, 0, bar.last);

  const float middle = std::round(at.y + height / 2);
  const float part = bar.last > 0 ? static_cast<float>(chosen) / static_cast<float>(bar.last) : 0;
  const float x = bar_left + bar_width * part;
  list.AddRectFilled({bar_left, middle - ui.px(2)}, {bar_left + bar_width, middle + ui.px(2)},
                     color.raised, ui.px(2));
  list.AddRectFilled({bar_left, middle - ui.px(2)}, {x, middle + ui.px(2)}, color.link, ui.px(2));
  const bool lively = ImGui::IsItemActive() || ImGui::IsItemHovered();
  list.AddCircleFilled({x, middle}, ui.px(lively ? 7.0f : 6.0f), color.link);
  if (lively) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  const std::string text = chosen == before ? bar.shown : text_at(chosen);
  if (put_text_cut(list, font, {bar_left + bar_width + ui.px(14), text_y}, color.text, text,
                   number_width + 1))
    tooltip_for_item(ui, text);
  return chosen;
}

}  // namespace

bool stop_slider(Ui& ui, const std::string& name, const std::vector<int64_t>& stops, int64_t& value,
                 float label_width) {
  if (stops.empty()) return false;
  const auto text = [](int64_t number) { return count_text(static_cast<uint64_t>(number)); };
  const int before = nearest(stops, value);
  const Bar bar{name,
                name,
                static_cast<int>(stops.size()) - 1,
                text(value),
                text_width(ui.fonts.text, text(stops.back())),
                label_width};
  const int chosen =
      slide(ui, bar, before, [&](int place) { return text(stops[static_cast<size_t>(place)]); });
  if (chosen == before) return false;
  value = stops[static_cast<size_t>(chosen)];
  return true;
}

bool label_slider(Ui& ui, const std::string& item, const std::string& title,
                  const std::vector<std::string>& labels, size_t& chosen, const SliderRoom& room) {
  if (chosen >= labels.size()) return false;
  const int before = static_cast<int>(chosen);
  const Bar bar{item,
                title,
                static_cast<int>(labels.size()) - 1,
                labels[chosen],
                room.value_width,
                room.label_width};
  chosen = static_cast<size_t>(
      slide(ui, bar, before, [&](int place) { return labels[static_cast<size_t>(place)]; }));
  return chosen != static_cast<size_t>(before);
}

bool number_slider(Ui& ui, const std::string& name, const NumberRange& range, double& value,
                   float label_width) {
  const int last = std::max(static_cast<int>(std::lround((range.to - range.from) / range.step)), 1);
  const auto at = [&](int place) {
    return place == last ? range.to : range.from + range.step * place;
  };
  const int before = static_cast<int>(std::lround((value - range.from) / range.step));
  const auto text = [&](double number) { return fmt::format("{:.{}f}", number, range.decimals()); };
  const float number_width = std::max(text_width(ui.fonts.text, text(range.from)),
                                      text_width(ui.fonts.text, text(range.to)));
  const Bar bar{name, name, last, text(value), number_width, label_width};
  const int chosen = slide(ui, bar, before, [&](int place) { return text(at(place)); });
  if (chosen == before) return false;
  value = at(chosen);
  return true;
}

bool place_slider(Ui& ui, const std::string& item, int last, int& place,
                  const std::function<std::string(int)>& text_at) {
  const std::string no_title;
  const int before = std::clamp(place, 0, last);
  const Bar bar{item, no_title, last, text_at(before), text_width(ui.fonts.text, text_at(last)), 0};
  place = slide(ui, bar, before, text_at);
  return place != before;
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
