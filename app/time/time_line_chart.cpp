#include "time/time_line_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "draw/chart.hpp"
#include "draw/widgets.hpp"
#include "time/timing_chart.hpp"

namespace warplab::app {
namespace {

using experiment::Span;
using experiment::SpanKind;
using experiment::TimeLine;

constexpr float kLane = 26, kMemory = 64;
// Of the part that is shown, how much is left after one step nearer.
constexpr double kNearer = 0.5;
// No nearer than this: recordings have steps of some tens of nanoseconds.
constexpr double kLeastSpanShown = 0.2;

struct KindLook {
  SpanKind kind;
  int color;  // index into Palette::series; -1: none, an outline only
};
constexpr KindLook kLooks[] = {
    {SpanKind::launch, 0}, {SpanKind::copy, 1},  {SpanKind::kernel, 2}, {SpanKind::allocate, 3},
    {SpanKind::free, 4},   {SpanKind::wait, -1}, {SpanKind::other, -1},
};

ImU32 ink_of(const Ui& ui, SpanKind kind) {
  for (const KindLook& look : kLooks)
    if (look.kind == kind && look.color >= 0) return ui.color().series[look.color];
  return ui.color().dim;
}
bool is_hollow(SpanKind kind) { return kind == SpanKind::wait || kind == SpanKind::other; }

struct TimeFrame {
  ImVec2 from, end;               // of the lanes, without the memory
  double from_us = 0, to_us = 1;  // that are shown
  double all_us = 1;              // of the whole axis
  float x(double us) const {
    return from.x +
           (end.x - from.x) * static_cast<float>((us - from_us) / std::max(to_us - from_us, 1e-9));
  }
};

std::string time_text(double us) { return verdict::microseconds_text(us); }

std::string span_text(const Span& span) {
  const std::string kind(experiment::name_of(span.kind));
  return fmt::format("{}{}, {}: {} to {}, {} long", kind,
                     span.label.empty() || span.label == kind ? "" : " " + span.label,
                     span.where == Span::Where::gpu ? "GPU" : "host", time_text(span.begin_us),
                     time_text(span.end_us), time_text(span.end_us - span.begin_us));
}

// ---- what is looked at --------------------------------------------------------------------------

void show_part(TimeLineState& state, double from, double to, double all) {
  const double length = std::clamp(to - from, kLeastSpanShown, all);
  state.from_us = std::clamp(from, 0.0, all - length);
  state.to_us = state.from_us + length;
  if (length >= all) state.from_us = state.to_us = 0;
}

// Nearer to, or further from, what lies at `at_us`.
void zoom(TimeLineState& state, double at_us, double factor, double all) {
  const bool whole = state.from_us >= state.to_us;
  const double from = whole ? 0 : state.from_us, to = whole ? all : state.to_us;
  show_part(state, at_us - (at_us - from) * factor, at_us + (to - at_us) * factor, all);
}

void step_span(TimeLineState& state, const TimeLine& line, int by, double all) {
  state.span = std::clamp(state.span + by, 0, static_cast<int>(line.spans.size()) - 1);
  const Span& span = line.spans[static_cast<size_t>(state.span)];
  if (state.from_us >= state.to_us) return;
  const double length = state.to_us - state.from_us, middle = (span.begin_us + span.end_us) / 2;
  if (middle < state.from_us || middle > state.to_us)
    show_part(state, middle - length / 2, middle + length / 2, all);
}

// How the line as an item is used in this frame.
struct Use {
  ImGuiID id = 0;
  bool hovered = false, active = false;
};

void take_input(Ui& ui, TimeLineState& state, const TimeLine& line, const TimeFrame& frame,
                const Use& use) {
  if (use.id && ui.nudge.id == use.id && !line.spans.empty()) {
    if (ui.nudge.x != 0) step_span(state, line, static_cast<int>(ui.nudge.x), frame.all_us);
    if (ui.nudge.y != 0) {
      const Span& span = line.spans[static_cast<size_t>(std::max(state.span, 0))];
      zoom(state, (span.begin_us + span.end_us) / 2, ui.nudge.y < 0 ? kNearer : 1 / kNearer,
           frame.all_us);
    }
  }
  const ImGuiIO& io = ImGui::GetIO();
  const double us_per_pixel =
      (frame.to_us - frame.from_us) / std::max(frame.end.x - frame.from.x, 1.0f);
  const double under = frame.from_us + (io.MousePos.x - frame.from.x) * us_per_pixel;
  if (use.hovered && io.MouseWheel != 0 && io.KeyCtrl)
    zoom(state, under, io.MouseWheel > 0 ? kNearer : 1 / kNearer, frame.all_us);
  if (use.active && io.MouseDelta.x != 0 && state.from_us < state.to_us) {
    const double by = -io.MouseDelta.x * us_per_pixel;
    show_part(state, state.from_us + by, state.to_us + by, frame.all_us);
  }
}

// The span under the mouse, the shortest of those that are there.
int span_under(Ui& ui, const TimeLine& line, const TimeFrame& frame, ImVec2 mouse) {
  int found = -1;
  for (size_t i = 0; i < line.spans.size(); ++i) {
    const Span& span = line.spans[i];
    const float top = frame.from.y + (span.where == Span::Where::gpu ? ui.px(kLane) : 0);
    const float left = frame.x(span.begin_us) - 1,
                right = std::max(frame.x(span.end_us), left + ui.px(3)) + 1;
    if (mouse.y < top || mouse.y >= top + ui.px(kLane) || mouse.x < left || mouse.x > right)
      continue;
    if (found >= 0) {
      const Span& other = line.spans[static_cast<size_t>(found)];
      if (span.end_us - span.begin_us >= other.end_us - other.begin_us) continue;
    }
    found = static_cast<int>(i);
  }
  return found;
}

// ---- drawing ------------------------------------------------------------------------------------

void draw_lanes(Ui& ui, const TimeFrame& frame, float left) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* small = ui.fonts.small;
  const char* const names[] = {"host", "GPU"};
  for (int lane = 0; lane < 2; ++lane) {
    const float top = frame.from.y + ui.px(kLane) * static_cast<float>(lane);
    put_text(list, small, {left, top + (ui.px(kLane) - small->FontSize) / 2}, ui.color().dim,
             names[lane]);
    list.AddRectFilled({frame.from.x, top + 1}, {frame.end.x, top + ui.px(kLane) - 1},
                       with_alpha(ui.color().raised, 0.5f));
  }
}

void draw_span(Ui& ui, const Span& span, const TimeFrame& frame, bool chosen) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float top = frame.from.y + (span.where == Span::Where::gpu ? ui.px(kLane) : 0) + ui.px(3);
  // What is too short to be seen is a stroke.
  const float left = frame.x(span.begin_us),
              right = std::max(frame.x(span.end_us), left + std::max(ui.px(1), 1.0f));
  if (right < frame.from.x || left > frame.end.x) return;
  const float bottom = top + ui.px(kLane - 6);
  const ImU32 ink = ink_of(ui, span.kind);
  if (is_hollow(span.kind)) {
    list.AddRectFilled({left, top}, {right, bottom}, with_alpha(ink, 0.15f));
    list.AddRect({left, top}, {right, bottom}, ink);
  } else {
    list.AddRectFilled({left, top}, {right, bottom}, ink);
  }
  if (chosen)
    list.AddRect({left - 2, top - 2}, {right + 2, bottom + 2}, ui.color().text, 0, 0, ui.px(1.5f));
  // Its name, on the panel's colour so that it is read on any of them.
  const std::string name =
      span.label.empty() ? std::string(experiment::name_of(span.kind)) : span.label;
  ImFont* small = ui.fonts.small;
  const float width = text_width(small, name),
              visible = std::min(right, frame.end.x) - std::max(left, frame.from.x);
  if (width + ui.px(10) > visible) return;
  const ImVec2 at{std::max(left, frame.from.x) + (visible - width) / 2,
                  (top + bottom - small->FontSize) / 2};
  list.AddRectFilled({at.x - ui.px(3), at.y}, {at.x + width + ui.px(3), at.y + small->FontSize},
                     ui.color().panel, ui.px(2));
  put_text(list, small, at, ui.color().text, name);
}

void draw_time_axis(Ui& ui, const TimeFrame& frame, float bottom) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* small = ui.fonts.small;
  const int most = std::max(static_cast<int>((frame.end.x - frame.from.x) / ui.px(90)), 2);
  std::vector<AxisTick> ticks;
  std::vector<float> middles, widths;
  for (const double value : ticks_between(frame.from_us, frame.to_us, most)) {
    ticks.push_back({value, value == 0 ? "0" : fmt::format("{} us", short_number(value))});
    widths.push_back(text_width(small, ticks.back().text));
    middles.push_back(
        std::clamp(frame.x(value), frame.from.x + widths.back() / 2,
                   std::max(frame.end.x - widths.back() / 2, frame.from.x + widths.back() / 2)));
  }
  const std::vector<bool> kept = labels_with_room(middles, widths, ui.px(10));
  for (size_t i = 0; i < ticks.size(); ++i) {
    const float x = std::round(frame.x(ticks[i].value));
    list.AddLine({x, frame.from.y}, {x, bottom + ui.px(3)}, with_alpha(ui.color().border, 0.8f));
    if (kept[i])
      put_text(list, small, {middles[i] - widths[i] / 2, bottom + ui.px(4)}, ui.color().dim,
               ticks[i].text);
  }
}

// Steps: so much was in use until the next allocation or freeing. The highest level has its name.
void draw_memory(Ui& ui, const TimeLine& line, const TimeFrame& frame, float top, float left) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* small = ui.fonts.small;
  const float bottom = top + ui.px(kMemory), room = ui.px(kMemory) - small->FontSize - ui.px(6);
  const auto peak = static_cast<double>(peak_of(line));
  put_text(list, small, {left, bottom - small->FontSize - ui.px(2)}, ui.color().dim, "memory");
  list.AddLine({frame.from.x, bottom}, {frame.end.x, bottom}, ui.color().border);
  if (peak <= 0) return;
  const auto y = [&](uint64_t bytes) {
    return bottom - room * static_cast<float>(static_cast<double>(bytes) / peak);
  };
  const ImU32 ink = ui.color().link;
  list.PushClipRect({frame.from.x, top}, {frame.end.x, bottom + 1}, true);
  for (size_t i = 0; i < line.memory.size(); ++i) {
    const double until = i + 1 < line.memory.size() ? line.memory[i + 1].at_us
                                                    : std::max(line.end_us(), frame.to_us);
    const float x0 = frame.x(line.memory[i].at_us), x1 = frame.x(until),
                level = y(line.memory[i].bytes);
    if (x1 < frame.from.x || x0 > frame.end.x) continue;
    list.AddRectFilled({x0, level}, {std::max(x1, x0 + 1), bottom}, with_alpha(ink, 0.2f));
    list.AddLine({x0, level}, {std::max(x1, x0 + 1), level}, ink, ui.px(1.5f));
  }
  list.PopClipRect();
  const float level = std::round(y(static_cast<uint64_t>(peak)));
  for (float x = frame.from.x; x < frame.end.x; x += ui.px(12))
    list.AddLine({x, level}, {std::min(x + ui.px(6), frame.end.x), level}, ui.color().warn,
                 ui.px(1));
  put_text_cut(list, small, {frame.from.x + ui.px(4), level - small->FontSize - ui.px(1)},
               ui.color().warn, "peak: " + bytes_text(peak), frame.end.x - frame.from.x - ui.px(8));
}

// When the program read its clock: before its first call, and so long after it as the clock showed.
struct ClockReads {
  double from_us = 0, to_us = 0;
};
std::optional<ClockReads> clock_reads(const TimeLine& line, const std::string& clock) {
  const auto note = std::ranges::find(line.notes, clock, &experiment::Note::label);
  const auto first = std::ranges::find(line.spans, Span::Where::host, &Span::where);
  if (clock.empty() || note == line.notes.end() || first == line.spans.end()) return std::nullopt;
  return ClockReads{first->begin_us, first->begin_us + note->value};
}

// A bracket above the lanes, and a stroke through them at both ends.
void draw_clock(Ui& ui, const ClockReads& reads, const TimeFrame& frame) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* small = ui.fonts.small;
  const ImU32 ink = ui.color().warn;
  const float y = std::round(frame.from.y - ui.px(4)), thick = std::max(ui.px(1.5f), 1.0f);
  const float from = frame.x(reads.from_us), to = frame.x(reads.to_us);
  list.PushClipRect({frame.from.x - thick, frame.from.y - small->FontSize - ui.px(10)},
                    {frame.end.x + thick, frame.end.y}, true);
  for (const float x : {from, to}) list.AddLine({x, y - ui.px(3)}, {x, frame.end.y}, ink, thick);
  list.AddLine({from, y}, {to, y}, ink, thick);
  const std::string text = "clock: " + time_text(reads.to_us - reads.from_us);
  const float width = text_width(small, text), at = y - small->FontSize - ui.px(3);
  const bool fits = to - from > width + ui.px(8);
  put_text(list, small, {fits ? (from + to - width) / 2 : to + ui.px(6), fits ? at : at + ui.px(2)},
           ink, text);
  list.PopClipRect();
}

void draw_kinds(Ui& ui, const TimeLine& line, float left, float width) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* small = ui.fonts.small;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = small->FontSize + ui.px(6);
  float x = 0, y = 0;
  for (const KindLook& look : kLooks) {
    if (std::none_of(line.spans.begin(), line.spans.end(),
                     [&](const Span& span) { return span.kind == look.kind; }))
      continue;
    const std::string name(experiment::name_of(look.kind));
    const float needed = ui.px(18) + text_width(small, name);
    if (x > 0 && x + needed > width) {
      x = 0;
      y += height;
    }
    const ImVec2 from{left + x, at.y + y + ui.px(4)}, to{from.x + ui.px(12), from.y + ui.px(11)};
    if (is_hollow(look.kind)) list.AddRect(from, to, ink_of(ui, look.kind));
    else list.AddRectFilled(from, to, ink_of(ui, look.kind));
    put_text(list, small, {from.x + ui.px(18), at.y + y + ui.px(2)}, ui.color().text, name);
    x += needed + ui.px(18);
  }
  ImGui::Dummy({1, y + height});
}

void tell_span(Ui& ui, const TimeLineState& state, const TimeLine& line, const std::string& clock) {
  // Room for it is there before one is chosen: what stands below does not move.
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(14));
  text_line(ui, ui.fonts.small, ui.color().text,
            state.span >= 0 ? span_text(line.spans[static_cast<size_t>(state.span)]) : " ",
            std::max(ImGui::GetContentRegionAvail().x - ui.px(14), ui.px(40)));
  for (const experiment::Note& note : line.notes) {
    if (note.label == clock) continue;  // it is in the picture
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(14));
    text_line(ui, ui.fonts.strong, ui.color().text,
              fmt::format("{}: {}", note.label, value_text(note.value, note.unit)),
              std::max(ImGui::GetContentRegionAvail().x - ui.px(14), ui.px(40)));
  }
}

}  // namespace

std::string origin_of(const experiment::Recording& recording) {
  const bool live = recording.file == "live";
  std::string text = fmt::format("{} on {}", live ? "Live" : "Recorded", recording.gpu);
  if (!recording.driver.empty()) text += fmt::format(" ({})", recording.driver);
  return recording.date.empty() ? text : text + ", " + recording.date;
}

uint64_t peak_of(const experiment::TimeLine& line) {
  uint64_t peak = 0;
  for (const experiment::MemoryUse& use : line.memory) peak = std::max(peak, use.bytes);
  return peak;
}

void draw_time_line(Ui& ui, TimeLineState& state, const TimeLine& line, const std::string& name,
                    const TimeLineAxis& line_axis) {
  const std::optional<ClockReads> clock = clock_reads(line, line_axis.clock);
  const double all =
      std::max({line.end_us(), line_axis.end_us, kLeastSpanShown, clock ? clock->to_us : 0});
  state.span = std::min(state.span, static_cast<int>(line.spans.size()) - 1);
  ImFont* small = ui.fonts.small;
  if (clock) ImGui::Dummy({1, small->FontSize + ui.px(6)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, left = at.x + ui.px(14);
  const float memory = line.memory.empty() ? 0 : ui.px(kMemory + 6);
  const float lanes = 2 * ui.px(kLane), axis = small->FontSize + ui.px(8);
  ImGui::InvisibleButton(name.c_str(), {std::max(width, ui.px(40)), lanes + memory + axis});
  const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
  Ui::PlacedItem& item = note_item(ui, name);
  item.takes_arrows = true;
  const ImGuiID id = item.id;
  TimeFrame frame;
  frame.from = {left + text_width(small, "memory") + ui.px(10), at.y};
  frame.end = {std::max(at.x + width - ui.px(14), frame.from.x + ui.px(40)), at.y + lanes};
  frame.from_us = state.from_us < state.to_us ? state.from_us : 0;
  frame.to_us = state.from_us < state.to_us ? state.to_us : all;
  frame.all_us = all;
  take_input(ui, state, line, frame, {id, hovered, active});
  const int under = hovered ? span_under(ui, line, frame, ImGui::GetIO().MousePos) : -1;
  if (under >= 0) state.span = under;

  draw_lanes(ui, frame, left);
  draw_time_axis(ui, frame, at.y + lanes + memory);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(frame.from, frame.end, true);
  for (size_t i = 0; i < line.spans.size(); ++i)
    draw_span(ui, line.spans[i], frame, state.span == static_cast<int>(i));
  list.PopClipRect();
  if (clock) draw_clock(ui, *clock, frame);
  if (memory > 0) draw_memory(ui, line, frame, at.y + lanes + ui.px(4), left);
  if (under >= 0) tooltip(ui, span_text(line.spans[static_cast<size_t>(under)]));
  else if (hovered)
    tooltip(ui,
            "Left and right go from span to span, up looks nearer, down further. Ctrl+wheel "
            "does, too.");
  draw_kinds(ui, line, left, width - ui.px(28));
  tell_span(ui, state, line, line_axis.clock);
}

}  // namespace warplab::app
