#include "views/timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/messages.hpp"
#include "model/timing_chart.hpp"
#include "views/widgets.hpp"

namespace warplab::app {
namespace {

using verdict::Timing;

// Where values are on the screen.
struct Frame {
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

void indented(Ui& ui, ImFont* font, ImU32 color, const std::string& text) {
  ImGui::SetCursorPosX(ui.px(14));
  text_wrapped(ui, font, color, text);
}

// An icon beside sentences.
void draw_standing(Ui& ui, const Standing& standing) {
  const Palette& color = ui.color();
  const bool stable = standing.kind == Standing::Kind::stable,
             unstable = standing.kind == Standing::Kind::unstable;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_icon(*ImGui::GetWindowDrawList(),
            stable     ? Icon::check
            : unstable ? Icon::warning
                       : Icon::cross,
            {at.x + ui.px(14), at.y + ui.px(1)}, ui.px(15),
            stable     ? color.pass
            : unstable ? color.warn
                       : color.fail);
  ImGui::SetCursorPosX(ui.px(36));
  text_wrapped(ui, ui.fonts.text, color.dim, standing.text);
}

Frame samples_frame(Ui& ui, const TimingState& state, const Timing& timing,
                    const std::vector<TimeLimit>& limits, ImVec2 at, ImVec2 size) {
  const verdict::TimeNumbers& measured = timing.kernel;
  const auto [least, most] =
      std::minmax_element(measured.samples_us.begin(), measured.samples_us.end());
  Frame frame{{at.x + ui.px(58), at.y + ui.px(8)}, {size.x - ui.px(70), size.y - ui.px(30)}, 0, 1};
  if (state.magnified) {
    const double margin = std::max((*most - *least) * 0.15, *most * 0.002);
    frame.low = *least - margin;
    frame.high = *most + margin;
    return frame;
  }
  frame.high = std::max(*most, measured.copy_us.q3);
  // A limit far away would press everything else together; its name says where it is.
  constexpr double kFarAway = 4;
  for (const TimeLimit& limit : limits)
    if (limit.us && *limit.us < kFarAway * frame.high) frame.high = std::max(frame.high, *limit.us);
  frame.high *= 1.1;
  return frame;
}

void draw_axis(Ui& ui, const Frame& frame, const char* across) {
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

void draw_labels(Ui& ui, const Frame& frame, std::vector<Label> labels) {
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
void choose_sample(Ui& ui, TimingState& state, const Ui::PlacedItem& item, const Frame& frame,
                   int count) {
  const float step = frame.size.x / static_cast<float>(count + 1);
  if (item.id && ui.nudge.id == item.id)
    state.sample = std::clamp(state.sample + static_cast<int>(ui.nudge.x), 0, count - 1);
  if (ImGui::IsItemHovered())
    state.sample = std::clamp(
        static_cast<int>((ImGui::GetIO().MousePos.x - frame.at.x) / step - 0.5f), 0, count - 1);
  state.sample = std::min(state.sample, count - 1);
}

// The median as a line, the middle half as a band behind it.
void draw_summary(Ui& ui, const Frame& frame, const Summary& summary, ImU32 ink, float strength) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float right = frame.at.x + frame.size.x, middle = frame.y(summary.median);
  list.AddRectFilled({frame.at.x, frame.y(summary.q3)},
                     {right, std::max(frame.y(summary.q1), frame.y(summary.q3) + 1)},
                     with_alpha(ink, strength));
  list.AddLine({frame.at.x, middle}, {right, middle}, ink, ui.px(1));
}

// What the samples are compared with, and the names of all that is drawn.
std::vector<Label> draw_what_is_compared(Ui& ui, const Frame& frame,
                                         const verdict::TimeNumbers& measured,
                                         const std::vector<TimeLimit>& limits) {
  const Palette& color = ui.color();
  std::vector<Label> labels;
  const Summary &copy = measured.copy_us, &time = measured.time_us;
  if (frame.shows(copy.median)) {
    draw_summary(ui, frame, copy, color.dim, 0.3f);
    labels.push_back(
        {frame.y(copy.median), "our copy " + microseconds_text(copy.median), color.dim});
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

void draw_dots(Ui& ui, const Frame& frame, const std::vector<double>& samples, int chosen) {
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

void tell_sample(Ui& ui, const Frame& frame, const verdict::TimeNumbers& measured, int chosen,
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

void draw_samples(Ui& ui, TimingState& state, const Timing& timing,
                  const std::vector<TimeLimit>& limits) {
  const verdict::TimeNumbers& measured = timing.kernel;
  if (measured.samples_us.empty()) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos(), size{ImGui::GetContentRegionAvail().x, ui.px(210)};
  ImGui::InvisibleButton("samples", size);
  const bool hovered = ImGui::IsItemHovered();
  Ui::PlacedItem& item = note_item(ui, "samples");
  item.takes_arrows = true;
  const Frame frame = samples_frame(ui, state, timing, limits, at, size);
  const ImVec2 end{frame.at.x + frame.size.x, frame.at.y + frame.size.y};
  choose_sample(ui, state, item, frame, static_cast<int>(measured.samples_us.size()));

  draw_axis(ui, frame, "samples in the order in which they were taken");
  list.PushClipRect({frame.at.x, frame.at.y - 1}, {end.x, end.y + 1}, true);
  const std::vector<Label> labels = draw_what_is_compared(ui, frame, measured, limits);
  draw_dots(ui, frame, measured.samples_us, state.sample);
  list.PopClipRect();
  draw_labels(ui, frame, labels);
  if (state.sample >= 0) tell_sample(ui, frame, measured, state.sample, hovered);
}

void draw_limit(Ui& ui, const TimeLimit& limit) {
  const StatusLook look = look_of(ui, limit.status);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_icon(*ImGui::GetWindowDrawList(), limit.applies ? look.icon : Icon::dash,
            {at.x + ui.px(14), at.y + ui.px(1)}, ui.px(15),
            limit.applies ? look.color : ui.color().faint);
  std::string text = fmt::format("{}: {}", limit.name, limit.text);
  if (limit.us && !limit.text.ends_with(" us")) text += ", that is " + microseconds_text(*limit.us);
  text += fmt::format(" ({})", limit.applies ? look.word : "does not apply");
  if (!limit.reason.empty() && limit.status == verdict::Status::not_checked)
    text += ". " + limit.reason;
  ImGui::SetCursorPosX(ui.px(36));
  text_wrapped(ui, ui.fonts.text, limit.applies ? ui.color().text : ui.color().faint, text);
}

std::string bandwidth_text(double bytes_a_second) {
  return bytes_a_second >= 1e12 ? fmt::format("{:.2f} TB/s", bytes_a_second / 1e12)
                                : fmt::format("{:.0f} GB/s", bytes_a_second / 1e9);
}

// Both axes logarithmic, in whole powers of ten. The roof rises by one decade a decade: what the
// memory allows.
struct LogFrame {
  ImVec2 from, end;                       // corners
  double x0 = 0, x1 = 1, y0 = 0, y1 = 1;  // powers of ten
  ImVec2 place(double x, double y) const {
    return {from.x + (end.x - from.x) * static_cast<float>((std::log10(x) - x0) / (x1 - x0)),
            end.y - (end.y - from.y) * static_cast<float>((std::log10(y) - y0) / (y1 - y0))};
  }
};

// The whole decades around both points and the roof above them.
LogFrame roofline_frame(double bandwidth, const RooflinePoint& now,
                        const std::optional<RooflinePoint>& last) {
  double least_x = now.per_byte, most_x = now.per_byte, least_y = now.per_second;
  if (last) {
    least_x = std::min(least_x, last->per_byte);
    most_x = std::max(most_x, last->per_byte);
    least_y = std::min(least_y, last->per_second);
  }
  LogFrame frame;
  frame.x0 = std::floor(std::log10(least_x) - 0.3);
  frame.x1 = std::ceil(std::log10(most_x) + 0.3);
  frame.y0 = std::floor(std::log10(least_y) - 0.3);
  frame.y1 = std::max(std::ceil(std::log10(bandwidth * most_x) + 0.2), frame.y0 + 1);
  return frame;
}

void draw_decades(Ui& ui, const LogFrame& frame) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* small = ui.fonts.small;
  for (double x = frame.x0; x <= frame.x1 + 1e-9; ++x) {
    const float px = frame.place(std::pow(10, x), 1).x;
    list.AddLine({px, frame.from.y}, {px, frame.end.y}, with_alpha(color.border, 0.7f));
    const std::string text = fmt::format("{:g}", std::pow(10, x));
    const float width = text_width(small, text);
    put_text(list, small, {std::min(px - width / 2, frame.end.x - width), frame.end.y + ui.px(3)},
             color.faint, text);
  }
  for (double y = frame.y0; y <= frame.y1 + 1e-9; ++y) {
    const float py = frame.place(1, std::pow(10, y)).y;
    list.AddLine({frame.from.x, py}, {frame.end.x, py}, with_alpha(color.border, 0.7f));
    const std::string text = fmt::format("{:g}", std::pow(10, y - 9));
    put_text(list, small,
             {frame.from.x - ui.px(6) - text_width(small, text), py - small->FontSize / 2},
             color.faint, text);
  }
}

void draw_roof(Ui& ui, const LogFrame& frame, double bandwidth) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(frame.from, frame.end, true);
  const double x_low = std::pow(10, frame.x0), x_high = std::pow(10, frame.x1);
  list.AddLine(frame.place(x_low, bandwidth * x_low), frame.place(x_high, bandwidth * x_high),
               ui.color().dim, ui.px(2));
  list.PopClipRect();
  put_text(list, ui.fonts.small, {frame.from.x + ui.px(6), frame.from.y + ui.px(4)}, ui.color().dim,
           "roof: our copy, " + bandwidth_text(bandwidth));
}

void draw_points(Ui& ui, const LogFrame& frame, const RooflinePoint& now,
                 const std::optional<RooflinePoint>& last) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* small = ui.fonts.small;
  const auto label = [&](ImVec2 point, const std::string& text, ImU32 ink, bool left) {
    const float x = left ? point.x - text_width(small, text) - ui.px(10) : point.x + ui.px(10);
    put_text(list, small, {x, point.y - small->FontSize / 2}, ink, text);
  };
  if (last) {
    const ImVec2 p = frame.place(last->per_byte, last->per_second);
    const float r = ui.px(5);
    list.AddQuad({p.x - r, p.y}, {p.x, p.y - r}, {p.x + r, p.y}, {p.x, p.y + r}, color.dim,
                 ui.px(1.5f));
    label(p, "last " + microseconds_text(last->median_us), color.dim, true);
  }
  const ImVec2 p = frame.place(now.per_byte, now.per_second);
  list.AddCircleFilled(p, ui.px(5), color.link);
  label(p, "this " + microseconds_text(now.median_us), color.link, false);
}

std::string point_sentence(const char* which, const RooflinePoint& of) {
  return fmt::format(
      "{}: {}, {:.3g} instructions a byte, {:.3g} thousand million a second, {:.3g} of the copy's "
      "bandwidth",
      which, microseconds_text(of.median_us), of.per_byte, of.per_second / 1e9, of.copy_fraction);
}

void draw_roofline(Ui& ui, double bandwidth, const RooflinePoint& now,
                   const std::optional<RooflinePoint>& last) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* small = ui.fonts.small;
  const ImVec2 at = ImGui::GetCursorScreenPos(), size{ImGui::GetContentRegionAvail().x, ui.px(200)};
  ImGui::InvisibleButton("roofline", size);
  const bool hovered = ImGui::IsItemHovered();
  note_item(ui, "roofline");
  LogFrame frame = roofline_frame(bandwidth, now, last);
  frame.from = {at.x + ui.px(58), at.y + ui.px(20)};
  frame.end = {frame.from.x + size.x - ui.px(70), frame.from.y + size.y - ui.px(58)};
  draw_decades(ui, frame);
  put_text(list, small, {at.x + ui.px(14), at.y + ui.px(1)}, ui.color().faint,
           "thousand million instructions a second");
  const std::string across = "instructions for each byte that has to be moved";
  put_text_cut(list, small,
               {std::max(frame.end.x - text_width(small, across), at.x + ui.px(14)),
                frame.end.y + ui.px(19)},
               ui.color().faint, across, size.x - ui.px(20));
  draw_roof(ui, frame, bandwidth);
  draw_points(ui, frame, now, last);
  if (!hovered) return;
  tooltip(ui, point_sentence("This attempt", now) +
                  (last ? "\n\n" + point_sentence("The last one", *last) : ""));
}

// ---- without a time -----------------------------------------------------------------------------

void draw_count(Ui& ui, const AccessSum& sum, double most) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.text;
  ImFont* small = ui.fonts.small;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x - ui.px(28), left = at.x + ui.px(14);
  const float height = font->FontSize + small->FontSize + ui.px(24);
  ImGui::PushID(sum.what.c_str());
  ImGui::InvisibleButton("count", {width, height});
  ImGui::PopID();
  note_item(ui, "count of " + sum.what);
  const bool is_shared = sum.memory == AccessCost::Memory::shared;
  const double each =
      sum.requests ? static_cast<double>(sum.units) / static_cast<double>(sum.requests) : 0;
  const double ideal = sum.requests ? sum.ideal_units / static_cast<double>(sum.requests) : 0;
  const char* unit = is_shared ? "wavefront" : "sector";
  std::string numbers = fmt::format("{:.3g} {}{} a request", each, unit, each == 1 ? "" : "s");
  if (ideal > 0) numbers += fmt::format(", ideal {:.3g}", ideal);
  put_text(list, ui.fonts.strong, {left, at.y + ui.px(4)}, color.text, sum.what);
  put_text_cut(list, font,
               {left + width - std::min(text_width(font, numbers), width * 0.7f), at.y + ui.px(4)},
               color.dim, numbers, width * 0.7f);
  const float y = at.y + ui.px(10) + font->FontSize, thick = ui.px(7);
  const auto length = [&](double units) {
    return width * static_cast<float>(units / std::max(most, 1.0));
  };
  const auto units = static_cast<double>(sum.units);
  list.AddRectFilled({left, y}, {left + std::max(length(units), 2.0f), y + thick}, color.link);
  if (sum.ideal_units > 0) {
    const float x = left + length(sum.ideal_units);
    list.AddRectFilled({x - ui.px(1), y - ui.px(3)}, {x + ui.px(1), y + thick + ui.px(3)},
                       color.text);
  }
  constexpr double kSector = 32;
  const std::string detail =
      is_shared             ? fmt::format("{} wavefronts for {} requests", count_text(sum.units),
                                          count_text(sum.requests))
      : sum.ideal_units > 0 ? fmt::format("{:.1f} MB moved where {:.1f} MB would do",
                                          units * kSector / 1e6, sum.ideal_units * kSector / 1e6)
                            : fmt::format("{:.1f} MB moved", units * kSector / 1e6);
  put_text_cut(list, small, {left, y + thick + ui.px(4)}, color.faint, detail, width);
  tooltip_for_item(ui, fmt::format("{}: {} ({})", sum.what, numbers, detail));
}

void draw_counts(Ui& ui, const Work& work, const std::string& why) {
  ImGui::SetCursorPosY(ui.px(12));
  const bool says_so = why.starts_with("No time was measured");
  indented(ui, ui.fonts.strong, ui.color().text, says_so ? why : "No time was measured");
  if (!says_so) indented(ui, ui.fonts.text, ui.color().dim, why);
  const std::vector<AccessSum> sums = access_sums(work.marks.costs);
  if (sums.empty()) return;
  const auto& counters = work.outcome->result.counters;
  ImGui::Dummy({1, ui.px(8)});
  ImGui::SetCursorPosX(ui.px(14));
  pane_title(ui, "What decides it, counted");
  indented(ui, ui.fonts.small, ui.color().faint,
           counters[std::min(work.variant, counters.size() - 1)].where +
               "; the upright mark is the least that would do");
  double most_bytes = 0, most_passes = 0;
  for (const AccessSum& sum : sums) {
    double& most = sum.memory == AccessCost::Memory::shared ? most_passes : most_bytes;
    most = std::max({most, static_cast<double>(sum.units), sum.ideal_units});
  }
  for (const AccessSum& sum : sums)
    draw_count(ui, sum, sum.memory == AccessCost::Memory::shared ? most_passes : most_bytes);
}

// ---- with one
// ------------------------------------------------------------------------------------

void draw_roof(Ui& ui, Lab& lab, const RunOutcome& outcome, const Timing& timing) {
  const exercise::Exercise& exercise = *lab.exercise();
  const std::optional<double> per_byte = instructions_per_byte(exercise, outcome.result, timing);
  const double bandwidth = copy_bandwidth(timing);
  ImGui::Dummy({1, ui.px(10)});
  ImGui::SetCursorPosX(ui.px(14));
  pane_title(ui, "Under the roof of the memory");
  if (!per_byte || bandwidth <= 0)
    return indented(ui, ui.fonts.text, ui.color().dim,
                    "The simulator counted no instructions for this time.");
  const std::vector<Attempt>& attempts = lab.history().of(outcome.slug);
  const auto own = std::find_if(attempts.begin(), attempts.end(), [&](const Attempt& attempt) {
    return attempt.time == outcome.time;
  });
  std::optional<RooflinePoint> last;
  if (own != attempts.end())
    if (const auto time = last_time(attempts, &*own, timing.gpu, name_of(timing));
        time && time->instructions_per_byte > 0 && time->median_us > 0)
      last = roofline_point(time->instructions_per_byte, static_cast<double>(time->bytes),
                            time->median_us, time->copy_fraction);
  draw_roofline(ui, bandwidth,
                roofline_point(*per_byte, static_cast<double>(timing.bytes),
                               timing.kernel.time_us.median, timing.copy_fraction),
                last);
  indented(ui, ui.fonts.small, ui.color().faint,
           fmt::format("{:.3g} of the way up to the roof. Instructions of all threads as the "
                       "simulator counted them, "
                       "scaled to the size that was timed.",
                       timing.copy_fraction));
}

void draw_times(Ui& ui, TimingState& state, Lab& lab, const RunOutcome& outcome) {
  const verdict::GpuReport& report = *outcome.result.gpu;
  const std::vector<Timing>& timings = outcome.result.timings;
  state.chosen = std::min(state.chosen, timings.size() - 1);
  ImGui::SetCursorPos({ui.px(14), ui.px(12)});
  if (timings.size() > 1) {
    for (size_t i = 0; i < timings.size(); ++i) {
      if (i) ImGui::SameLine(0, ui.px(4));
      ImGui::PushID(static_cast<int>(i));
      if (segment(ui, "timing", name_of(timings[i]), i == state.chosen)) state.chosen = i;
      ImGui::PopID();
    }
  }
  const Timing& timing = timings[state.chosen];
  const Summary& time = timing.kernel.time_us;
  indented(ui, ui.fonts.heading, ui.color().text, microseconds_text(time.median));
  indented(ui, ui.fonts.text, ui.color().dim,
           fmt::format(
               "Median; quartiles {} and {}; {:.3g} of our copy's bandwidth ({} for as many bytes)",
               microseconds_text(time.q1), microseconds_text(time.q3), timing.copy_fraction,
               microseconds_text(timing.kernel.copy_us.median)));
  draw_standing(ui, standing_of(timing));
  ImGui::Dummy({1, ui.px(4)});
  ImGui::SetCursorPosX(ui.px(14));
  if (segment(ui, "from zero", "From 0", !state.magnified)) state.magnified = false;
  ImGui::SameLine(0, ui.px(4));
  if (segment(ui, "magnified", "Magnified", state.magnified)) state.magnified = true;
  const std::vector<TimeLimit> limits = limits_of(*lab.exercise(), outcome.result, timing);
  draw_samples(ui, state, timing, limits);
  for (const TimeLimit& limit : limits) draw_limit(ui, limit);
  draw_roof(ui, lab, outcome, timing);
  ImGui::Dummy({1, ui.px(8)});
  indented(ui, ui.fonts.small, ui.color().faint,
           fmt::format("{}, CUDA {}.{}; {}. {}.", report.name, report.driver_version / 1000,
                       report.driver_version % 1000 / 10, timing.where, sampling_text(timing)));
  if (!report.note.empty()) indented(ui, ui.fonts.small, ui.color().warn, report.note);
  ImGui::Dummy({1, ui.px(12)});
}

}  // namespace

void draw_timing(Ui& ui, TimingState& state, Lab& lab) {
  const Work* work = lab.work();
  if (!work || !work->outcome)
    return empty_pane(ui, Icon::history, "No time yet",
                      "Press F5. On a GPU every sample of the kernel's time appears here beside "
                      "the limits; with the "
                      "simulator, what was counted.");
  const RunOutcome& outcome = *work->outcome;
  if (outcome.result.gpu && !outcome.result.timings.empty())
    return draw_times(ui, state, lab, outcome);
  draw_counts(
      ui, *work,
      outcome.cancelled ? "The run was cancelled." : why_no_time(outcome.result, lab.why_no_gpu()));
}

}  // namespace warplab::app
