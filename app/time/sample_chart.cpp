#include "time/sample_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/chart.hpp"
#include "draw/widgets.hpp"
#include "results/messages.hpp"

namespace warplab::app {
namespace {

using verdict::Timing;

// Where values are on the screen.
struct SampleFrame {
  ImVec2 at, size;
  double low = 0, high = 1;  // of the upright axis
  float y(double value) const {
    return at.y + size.y * static_cast<float>(1 - (value - low) / std::max(high - low, 1e-12));
  }
  bool shows(double value) const { return value >= low && value <= high; }
};

void dashed(ImDrawList& list, ImVec2 from, float to_x, ImU32 color, float dash, float width) {
  for (float x = from.x; x < to_x; x += 2 * dash)
    list.AddLine({x, from.y}, {std::min(x + dash, to_x), from.y}, color, width);
}

// What the samples are seen beside.
struct Compared {
  const Timing& timing;
  const std::vector<TimeLimit>& limits;
  const std::optional<ModelledTime>& modelled;
};

SampleFrame samples_frame(Ui& ui, const SampleChartState& state, const Compared& compared,
                          ImVec2 at, ImVec2 size) {
  const auto& [timing, limits, modelled] = compared;
  const verdict::TimeNumbers& measured = timing.kernel;
  const auto [least, most] =
      std::minmax_element(measured.samples_us.begin(), measured.samples_us.end());
  SampleFrame frame{
      {at.x + ui.px(58), at.y + ui.px(8)}, {size.x - ui.px(70), size.y - ui.px(30)}, 0, 1};
  if (state.magnified) {
    const double margin = std::max((*most - *least) * 0.15, *most * 0.002);
    frame.low = *least - margin;
    frame.high = *most + margin;
    return frame;
  }
  frame.high = std::max(*most, measured.copy_us.q3);
  if (timing.yardstick) frame.high = std::max(frame.high, timing.yardstick->time_us.q3);
  if (timing.library) frame.high = std::max(frame.high, timing.library->time_us.q3);
  if (modelled) frame.high = std::max(frame.high, modelled->high_us);
  // A limit far away would press everything else together; its name says where it is.
  constexpr double kFarAway = 4;
  for (const TimeLimit& limit : limits)
    if (limit.us && *limit.us < kFarAway * frame.high) frame.high = std::max(frame.high, *limit.us);
  frame.high *= 1.1;
  return frame;
}

void draw_axis(Ui& ui, const SampleFrame& frame, const char* across) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Palette& color = ui.color();
  ImFont* small = ui.fonts.small;
  const double step_count = std::max(2.0, static_cast<double>(frame.size.y / ui.px(36)));
  for (const double tick : ticks_between(frame.low, frame.high, static_cast<int>(step_count))) {
    const float y = std::round(frame.y(tick));
    list.AddLine({frame.at.x, y}, {frame.at.x + frame.size.x, y}, with_alpha(color.border, 0.7f));
    const std::string text = fmt::format("{:.6g} us", tick);
    put_text(list, small,
             {frame.at.x - ui.px(6) - text_width(small, text), y - small->FontSize / 2},
             color.faint, text);
  }
  const ImVec2 end{frame.at.x + frame.size.x, frame.at.y + frame.size.y};
  list.AddLine({frame.at.x, frame.at.y}, {frame.at.x, end.y}, color.border);
  put_text(list, small, {end.x - text_width(small, across), end.y + ui.px(4)}, color.faint, across);
}

// Labels at the right, moved apart where they would lie on each other.
struct Label {
  float y;
  std::string text;
  ImU32 color;
};

void draw_labels(Ui& ui, const SampleFrame& frame, std::vector<Label> labels) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* small = ui.fonts.small;
  const float step = small->FontSize + ui.px(2);
  std::sort(labels.begin(), labels.end(), [](const Label& a, const Label& b) { return a.y > b.y; });
  float above = frame.at.y + frame.size.y;  // the lowest place that is free
  for (const Label& label : labels) {
    const float y = std::min(label.y - step, above - step);
    above = y;
    const float width = std::min(text_width(small, label.text), frame.size.x - ui.px(8));
    const ImVec2 at{frame.at.x + frame.size.x - width - ui.px(4), y};
    list.AddRectFilled({at.x - ui.px(3), at.y}, {at.x + width + ui.px(3), at.y + step},
                       with_alpha(ui.color().panel, 0.8f));
    put_text_cut(list, small, at, label.color, label.text, frame.size.x - ui.px(8));
  }
}

// Which sample is read: by the arrows, or under the mouse.
void choose_sample(Ui& ui, SampleChartState& state, const Ui::PlacedItem& item,
                   const SampleFrame& frame, int count) {
  const float step = frame.size.x / static_cast<float>(count + 1);
  if (item.id && ui.nudge.id == item.id)
    state.sample = std::clamp(state.sample + static_cast<int>(ui.nudge.x), 0, count - 1);
  if (ImGui::IsItemHovered())
    state.sample = std::clamp(
        static_cast<int>((ImGui::GetIO().MousePos.x - frame.at.x) / step - 0.5f), 0, count - 1);
  state.sample = std::min(state.sample, count - 1);
}

// The median as a line, the middle half as a band behind it.
void draw_summary(Ui& ui, const SampleFrame& frame, const Summary& summary, ImU32 ink,
                  float strength) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float right = frame.at.x + frame.size.x, middle = frame.y(summary.median);
  list.AddRectFilled({frame.at.x, frame.y(summary.q3)},
                     {right, std::max(frame.y(summary.q1), frame.y(summary.q3) + 1)},
                     with_alpha(ink, strength));
  list.AddLine({frame.at.x, middle}, {right, middle}, ink, ui.px(1));
}

// What the samples are compared with, and the names of all that is drawn.
std::vector<Label> draw_what_is_compared(Ui& ui, const SampleFrame& frame,
                                         const Compared& compared) {
  const auto& [timing, limits, modelled] = compared;
  const Palette& color = ui.color();
  const verdict::TimeNumbers& measured = timing.kernel;
  std::vector<Label> labels;
  const Summary &copy = measured.copy_us, &time = measured.time_us;
  if (modelled && frame.shows(modelled->us)) {
    draw_summary(ui, frame, {modelled->low_us, modelled->low_us, modelled->us, modelled->high_us},
                 color.info, 0.15f);
    labels.push_back(
        {frame.y(modelled->us), "modelled " + microseconds_text(modelled->us), color.info});
  }
  if (frame.shows(copy.median)) {
    draw_summary(ui, frame, copy, color.dim, 0.3f);
    labels.push_back(
        {frame.y(copy.median), "our copy " + microseconds_text(copy.median), color.dim});
  }
  if (timing.yardstick && frame.shows(timing.yardstick->time_us.median)) {
    const Summary& yardstick = timing.yardstick->time_us;
    draw_summary(ui, frame, yardstick, color.pass, 0.2f);
    labels.push_back({frame.y(yardstick.median),
                      "the yardstick " + microseconds_text(yardstick.median), color.pass});
  }
  if (timing.library && frame.shows(timing.library->time_us.median)) {
    const Summary& library = timing.library->time_us;
    draw_summary(ui, frame, library, color.text, 0.15f);
    labels.push_back({frame.y(library.median),
                      fmt::format("{} {}", timing.library_name, microseconds_text(library.median)),
                      color.text});
  }
  draw_summary(ui, frame, time, color.link, 0.25f);
  // Above the dots, which it would hide.
  const double highest = *std::max_element(measured.samples_us.begin(), measured.samples_us.end());
  labels.push_back(
      {frame.y(highest) - ui.px(3), "median " + microseconds_text(time.median), color.link});
  for (const TimeLimit& limit : limits) {
    if (!limit.us || !frame.shows(*limit.us)) continue;
    dashed(*ImGui::GetWindowDrawList(), {frame.at.x, frame.y(*limit.us)}, frame.at.x + frame.size.x,
           color.warn, ui.px(6), std::max(1.0f, ui.px(1.5f)));
    labels.push_back({frame.y(*limit.us),
                      fmt::format("{}: {}", limit.name, microseconds_text(*limit.us)), color.warn});
  }
  return labels;
}

void draw_dots(Ui& ui, const SampleFrame& frame, const std::vector<double>& samples, int chosen) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto count = static_cast<int>(samples.size());
  const float step = frame.size.x / static_cast<float>(count + 1);
  for (int i = 0; i < count; ++i) {
    const ImVec2 dot{frame.at.x + step * static_cast<float>(i + 1),
                     frame.y(samples[static_cast<size_t>(i)])};
    list.AddCircleFilled(dot, ui.px(2.5f), ui.color().link);
    if (i == chosen) list.AddCircle(dot, ui.px(5), ui.color().text, 0, ui.px(1.5f));
  }
}

void tell_sample(Ui& ui, const SampleFrame& frame, const verdict::TimeNumbers& measured, int chosen,
                 bool hovered) {
  const double value = measured.samples_us[static_cast<size_t>(chosen)];
  const std::string text = fmt::format("sample {}: {}", chosen + 1, microseconds_text(value));
  put_text(*ImGui::GetWindowDrawList(), ui.fonts.small,
           {frame.at.x, frame.at.y + frame.size.y + ui.px(4)}, ui.color().text, text);
  if (hovered)
    tooltip(ui, fmt::format("Sample {} of {}: {}, {:+.1f} % from the median", chosen + 1,
                            measured.samples_us.size(), microseconds_text(value),
                            100 * (value / measured.time_us.median - 1)));
}

}  // namespace

void draw_sample_chart(Ui& ui, SampleChartState& state, const Timing& timing,
                       const std::vector<TimeLimit>& limits,
                       const std::optional<ModelledTime>& modelled) {
  const verdict::TimeNumbers& measured = timing.kernel;
  const Compared compared{timing, limits, modelled};
  if (measured.samples_us.empty()) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos(), size{ImGui::GetContentRegionAvail().x, ui.px(210)};
  ImGui::InvisibleButton("samples", size);
  const bool hovered = ImGui::IsItemHovered();
  Ui::PlacedItem& item = note_item(ui, "samples");
  item.takes_arrows = true;
  const SampleFrame frame = samples_frame(ui, state, compared, at, size);
  const ImVec2 end{frame.at.x + frame.size.x, frame.at.y + frame.size.y};
  choose_sample(ui, state, item, frame, static_cast<int>(measured.samples_us.size()));

  draw_axis(ui, frame, "samples in the order in which they were taken");
  list.PushClipRect({frame.at.x, frame.at.y - 1}, {end.x, end.y + 1}, true);
  const std::vector<Label> labels = draw_what_is_compared(ui, frame, compared);
  draw_dots(ui, frame, measured.samples_us, state.sample);
  list.PopClipRect();
  draw_labels(ui, frame, labels);
  if (state.sample >= 0) tell_sample(ui, frame, measured, state.sample, hovered);
}

}  // namespace warplab::app
