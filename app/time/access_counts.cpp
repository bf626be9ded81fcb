#include "time/access_counts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "draw/chart.hpp"
#include "draw/widgets.hpp"
#include "time/timing_chart.hpp"

namespace warplab::app {
namespace {

// The longest bar of the pane, for each kind of unit.
struct Longest {
  double sectors = 0, passes = 0;
  double& of(const AccessSum& sum) {
    return sum.memory == AccessCost::Memory::shared ? passes : sectors;
  }
};

// "18 sectors a request, ideal 4".
std::string numbers_text(const AccessSum& sum) {
  const double each = sum.per_request(), ideal = sum.ideal_per_request();
  const char* unit = sum.memory == AccessCost::Memory::shared ? "pass" : "sector";
  const char* plural = each == 1 ? "" : sum.memory == AccessCost::Memory::shared ? "es" : "s";
  std::string text = fmt::format("{:.3g} {}{} a request", each, unit, plural);
  if (ideal > 0) text += fmt::format(", ideal {:.3g}", ideal);
  return text;
}

// "151.0 MB moved where 33.6 MB would do".
std::string detail_text(const AccessSum& sum) {
  if (sum.memory == AccessCost::Memory::shared)
    return fmt::format("{} passes over the banks for {} requests", count_text(sum.units),
                       count_text(sum.requests));
  std::string text = bytes_text(static_cast<double>(sum.units) * data::kSectorBytes) + " moved";
  if (sum.ideal_units > 0)
    text += fmt::format(" where {} would do", bytes_text(sum.ideal_units * data::kSectorBytes));
  return text;
}

// A bar as long as what was moved, with a mark where the ideal is. `most` is as long as the pane.
void draw_bar(Ui& ui, const AccessSum& sum, double most, ImVec2 at, ImVec2 size) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto length = [&](double units) {
    return size.x * static_cast<float>(units / std::max(most, 1.0));
  };
  constexpr float kLeastLength = 2;  // it shows that there is something
  const float end = at.x + std::max(length(static_cast<double>(sum.units)), kLeastLength);
  list.AddRectFilled(at, {end, at.y + size.y}, ui.color().link);
  if (sum.ideal_units <= 0) return;
  const float x = at.x + length(sum.ideal_units);
  list.AddRectFilled({x - ui.px(1), at.y - ui.px(3)}, {x + ui.px(1), at.y + size.y + ui.px(3)},
                     ui.color().text);
}

void draw_count(Ui& ui, const std::string& launch, const AccessSum& sum, double most) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.text;
  ImFont* small = ui.fonts.small;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x - ui.px(28), left = at.x + ui.px(14);
  ImGui::PushID(sum.what.c_str());
  ImGui::InvisibleButton("count", {width, font->FontSize + small->FontSize + ui.px(24)});
  ImGui::PopID();
  note_item(ui, fmt::format("count of {} in {}", sum.what, launch));
  const std::string numbers = numbers_text(sum), detail = detail_text(sum);
  put_text(list, ui.fonts.strong, {left, at.y + ui.px(4)}, color.text, sum.what);
  const float room = width - text_width(ui.fonts.strong, sum.what) - ui.px(10);
  put_text_cut(list, font,
               {left + width - std::min(text_width(font, numbers), room), at.y + ui.px(4)},
               color.dim, numbers, room);
  const ImVec2 bar{left, at.y + ui.px(10) + font->FontSize};
  draw_bar(ui, sum, most, bar, {width, ui.px(7)});
  put_text_cut(list, small, {left, bar.y + ui.px(7 + 4)}, color.faint, detail, width);
  tooltip_for_item(ui, fmt::format("{}: {} ({})", sum.what, numbers, detail));
}

}  // namespace

void draw_access_counts(Ui& ui, const Work& work, const std::string& why) {
  if (!why.empty()) pane_text(ui, ui.fonts.text, ui.color().dim, why);
  const std::vector<LaunchLines>& launches = work.marks.launches;
  if (launches.empty()) return;
  const auto& counters = work.outcome->result.counters;
  ImGui::Dummy({1, ui.px(8)});
  ImGui::SetCursorPosX(ui.px(14));
  pane_title(ui, "What decides the time, counted");
  pane_text(ui, ui.fonts.small, ui.color().faint,
            counters[std::min(work.variant, counters.size() - 1)].where +
                "; the upright mark is the least that would do");
  std::vector<std::vector<AccessSum>> sums;
  Longest longest;
  for (const LaunchLines& launch : launches)
    for (const AccessSum& sum : sums.emplace_back(access_sums(launch.lines)))
      longest.of(sum) =
          std::max({longest.of(sum), static_cast<double>(sum.units), sum.ideal_units});
  for (size_t i = 0; i < launches.size(); ++i) {
    ImGui::Dummy({1, ui.px(8)});
    if (launches.size() > 1) {
      ImGui::SetCursorPosX(ui.px(14));
      pane_title(ui, launches[i].title());
    }
    if (sums[i].empty())
      pane_text(ui, ui.fonts.text, ui.color().dim, "No line of it touches memory.");
    ImGui::PushID(static_cast<int>(i));
    for (const AccessSum& sum : sums[i])
      draw_count(ui, launches[i].counted.name, sum, longest.of(sum));
    ImGui::PopID();
  }
}

}  // namespace warplab::app
