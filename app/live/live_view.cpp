#include "live/live_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "draw/picture_legend.hpp"
#include "draw/widgets.hpp"
#include "live/live_gpu.hpp"
#include "live/live_parts.hpp"
#include "live/live_simulator.hpp"
#include "live/live_steps.hpp"
#include "results/picture_panel.hpp"

namespace warplab::app {
namespace {

// Enough to see a flicker; the simulator leaves the machine some room. Steps come as fast as the
// window draws.
constexpr std::chrono::milliseconds kPause{50}, kGpuPause{25}, kStepsPause{33};
// A text that is being typed is compiled when the typing rests.
constexpr double kTypingRests = 0.7;
constexpr float kStripHeight = 46;

std::string percent(double share) {
  const double value = 100 * share;
  // "100 %" is said of what is whole only.
  if (value > 99.9 && value < 100) return "99.9 %";
  return value >= 99.95 || value == 0 ? fmt::format("{:.0f} %", value)
                                      : fmt::format("{:.1f} %", value);
}

std::string number(double value) {
  const bool whole = value >= 0 && value < 1e15 && value == std::floor(value);
  return whole ? count_text(static_cast<uint64_t>(value)) : value_text(value);
}

MakeLiveMachine machine_of(const LiveState& state, bool by_steps) {
  if (state.machine) return state.machine;
  if (state.gpu.empty() && by_steps) return [] { return std::make_unique<LiveStepsMachine>(); };
  if (state.gpu.empty()) return [] { return std::make_unique<SimulatorMachine>(); };
  SharedPictures shared;
  if (state.device) shared = {state.device->descriptor(), state.device->bytes()};
  if (by_steps)
    return [uuid = state.gpu, shared] { return std::make_unique<GpuStepsMachine>(uuid, shared); };
  return [uuid = state.gpu, shared] { return std::make_unique<GpuMachine>(uuid, shared); };
}

// Some drivers let OpenGL wait for seconds after each launch, once a kernel of any program has read
// an illegal address. Launch after launch the window would never come to its next frame.
void pause_if_slow(const Ui& ui, LiveState& state) {
  const bool is_new = std::exchange(state.is_new_machine, false);
  if (is_new || !state.live || state.gpu.empty() || ui.frame_seconds < kSlowFrame) return;
  if (!state.live->snapshot().playing) return;
  state.live->play(false);
  state.why_paused =
      fmt::format("Paused: beside launches on this GPU drawing took {:.0f} s.", ui.frame_seconds);
}

// Starts what the choices ask for, and again when the text has changed and the typing rests.
void follow(Ui& ui, LiveState& state, const Lab& lab) {
  const bool by_steps = lab.exercise()->live != nullptr;
  if (state.slug != lab.entry()->slug || state.hash != lab.exercise()->hash) {
    state.slug = lab.entry()->slug;
    state.hash = lab.exercise()->hash;
    state.of_starter = state.ones = state.is_started = false;
    if (by_steps) state.values = exercise::first_values(*lab.exercise()->live);
    state.picture_name.clear();
    state.picture_trouble.clear();
    if (state.live) state.live->stop();
  }
  pause_if_slow(ui, state);
  const Gpu* const chosen = lab.chosen_gpu();
  const std::string gpu = chosen ? chosen->uuid : "";
  // It may come later than the first launch: the attempt at interop takes half a second.
  DevicePictures* const device =
      ui.device_pictures && ui.device_pictures->uuid() == gpu ? ui.device_pictures : nullptr;
  if (!state.live || state.gpu != gpu || state.device != device || state.by_steps != by_steps) {
    const bool plays = state.live ? state.live->snapshot().playing : state.plays_at_once;
    if (state.gpu != gpu) state.why_paused.clear();
    state.is_new_machine = true;
    state.gpu = gpu;
    state.device = device;
    state.by_steps = by_steps;
    state.live = std::make_unique<Live>(machine_of(state, by_steps), by_steps      ? kStepsPause
                                                                     : gpu.empty() ? kPause
                                                                                   : kGpuPause);
    state.live->play(plays);
    state.is_started = false;
  }
  const uint64_t version = lab.work()->document.code().buffer().version();
  if (state.seen_version != version) {
    state.seen_version = version;
    state.seen_since = ui.now;
  }
  if (!state.is_started) return start_live(state, lab, true);
  if (state.version == version || state.of_starter) return;
  const double left = state.seen_since + kTypingRests - ui.now;
  if (left <= 0) start_live(state, lab, false);
  else ui.wake_within(left);
}

void draw_controls(Ui& ui, LiveState& state, const Live::Snapshot& now) {
  Live& live = *state.live;
  ImGui::SetCursorPos({ui.px(12), ui.px(10)});
  draw_play_button(ui, state, now, "Keep the launch that is shown (space)",
                   "Launch the kernel many times a second, each time in another order (space)");
  ImGui::SameLine(0, ui.px(6));
  if (state.gpu.empty()) {
    if (labelled_button(ui, "back", Icon::undo, "Back")) live.step(-1);
    tooltip_for_item(
        ui, "The order before this one, again: it loses the same additions as the first time");
    ImGui::SameLine(0, ui.px(6));
  }
  if (labelled_button(ui, "step", Icon::chevron_right, "Step")) live.step(1);
  tooltip_for_item(ui, state.gpu.empty() ? "One launch, in the next order (S)" : "One launch (S)");
  if (!state.gpu.empty())
    return pane_text(ui, ui.fonts.text, ui.color().dim, "on the GPU, in its own order");
  // Behind the buttons, or below them where its number would not be seen.
  const float least = text_width(ui.fonts.text, "Order 12345") + ui.px(14 + 6 + 14);
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  if (ImGui::GetItemRectMax().x + least <= right) ImGui::SameLine(0, ui.px(14));
  else ImGui::SetCursorPosX(ui.px(14));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  put_text(*ImGui::GetWindowDrawList(), ui.fonts.text,
           {at.x, at.y + ImGui::GetStyle().FramePadding.y}, ui.color().dim, "Order");
  ImGui::SetCursorScreenPos({at.x + text_width(ui.fonts.text, "Order") + ui.px(6), at.y});
  ImGui::PushAllowKeyboardFocus(false);  // Tab goes as in item_focus.cpp
  ImGui::SetNextItemWidth(
      std::clamp(ImGui::GetContentRegionAvail().x - ui.px(14), ui.px(40), ui.px(90)));
  uint64_t order = now.schedule;
  if (ImGui::InputScalar("##order", ImGuiDataType_U64, &order, nullptr, nullptr, nullptr,
                         ImGuiInputTextFlags_EnterReturnsTrue))
    live.show(order);
  note_item(ui, "order").is_field = true;
  ImGui::PopAllowKeyboardFocus();
  tooltip_for_item(ui,
                   "The seed of the order in which blocks and warps take turns. Type a number and "
                   "press Enter to see "
                   "its launch; the same number gives the same picture on every machine.");
}

void draw_choices(Ui& ui, LiveState& state, const Lab& lab, const Live::Snapshot& now) {
  const auto choose = [&](const char* id, const char* label, bool& value, bool wanted,
                          const char* tip) {
    if (segment(ui, id, label, value == wanted) && value != wanted) {
      value = wanted;
      start_live(state, lab, true);
    }
    tooltip_for_item(ui, tip);
  };
  ImGui::SetCursorPosX(ui.px(12));
  choose("live yours", "Your text", state.of_starter, false, "What is in the editor, as you type");
  ImGui::SameLine(0, ui.px(2));
  choose("live starter", "Starter", state.of_starter, true,
         "The text you were given, with its race");
  // Ones are for what adds up.
  if (!state.ones && !(now.frame && now.frame->sums)) return;
  ImGui::SameLine(0, ui.px(14));
  // Both on the next line where one of them would be cut.
  const float needed = segment_width(ui, "Picture") + ui.px(2) + segment_width(ui, "Ones");
  if (ImGui::GetCursorPosX() + needed > ImGui::GetWindowWidth() - ui.px(8)) {
    ImGui::NewLine();
    ImGui::SetCursorPosX(ui.px(12));
  }
  choose("live picture", "Picture", state.ones, false, "The inputs that the statement describes");
  ImGui::SameLine(0, ui.px(2));
  choose("live ones", "Ones", state.ones, true,
         "Ones as inputs, so that every addition counts for one");
}

// Each of the latest launches as a bar: how much of it is right.
void draw_strip(Ui& ui, const Live::Snapshot& now) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::SetCursorPosX(ui.px(12));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x - ui.px(12), ui.px(kStripHeight)};
  if (size.x < ui.px(60)) return;
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, color.editor, ui.px(3));
  const float label = text_width(ui.fonts.small, "100 %") + ui.px(8);
  const float top = at.y + ui.px(6), bottom = at.y + size.y - ui.px(3),
              right = at.x + size.x - label;
  list.AddLine({at.x, top}, {right, top}, color.border);
  put_text(list, ui.fonts.small, {right + ui.px(4), at.y}, color.faint, "100 %");
  put_text(list, ui.fonts.small, {right + ui.px(4), bottom - ui.fonts.small->FontSize}, color.faint,
           "0");
  const float width = std::max(1.0f, std::round(ui.px(2))), pitch = width + 1;
  const size_t room = static_cast<size_t>(std::max(0.0f, (right - at.x - ui.px(4)) / pitch));
  const size_t count = std::min(room, now.shares.size());
  for (size_t i = 0; i < count; ++i) {
    const float share = now.shares[now.shares.size() - count + i];
    const float x = right - static_cast<float>(count - i) * pitch;
    const float height = std::max(1.0f, (bottom - top) * std::clamp(share, 0.0f, 1.0f));
    list.AddRectFilled({x, bottom - height}, {x + width, bottom},
                       share == 1 ? color.pass : color.fail);
  }
  ImGui::Dummy(size);
  tooltip_for_item(ui, "The latest launches, each a bar: how much of what was added arrived.");
}

void draw_counts(Ui& ui, const LiveState& state, const Live::Snapshot& now) {
  const LiveFrame& frame = *now.frame;
  const bool right = frame.right == frame.elements;
  marked_sentence(ui, right ? Icon::check : Icon::cross, right ? ui.color().pass : ui.color().fail,
                  live_sentence(frame, state.ones));
  ImGui::SetCursorPosX(ui.px(40));
  std::string text = fmt::format("Right in {} of {} launches", count_text(now.right_launches),
                                 count_text(now.launches));
  if (now.per_second > 0) text += fmt::format(", {:.0f} a second", now.per_second);
  text_wrapped(ui, ui.fonts.small, ui.color().dim, text + ".");
}

void draw_pictures(Ui& ui, LiveState& state, const LiveFrame& frame) {
  const Picture& picture = *frame.picture;
  const exercise::View& view = picture.view();
  ValueRange range = picture.automatic_range(PictureSide::expected);
  if (!state.ones && view.low && view.high) range = {*view.low, *view.high};
  PanelContent live, right;
  live.note = fmt::format("{} wrong", count_text(picture.wrong()));
  live.brief_note = live.note;
  live.note_is_bad = picture.wrong() > 0;
  if (picture.wrong() == 0) live.note = live.brief_note = "all right";
  live.picture = right.picture = frame.picture;
  live.map = right.map = &color_map_named(view.color_map);
  // One scale for both, so that what was lost is seen as missing. What a launch has beyond it
  // stays in it.
  state.highest = std::max(state.highest, frame.highest);
  range.high = std::max(range.high, state.highest);
  live.range = right.range = range;
  live.title = "This launch";
  right.title = "Right";
  right.side = PictureSide::expected;

  ImGui::SetCursorPosX(ui.px(12));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 avail = ImGui::GetContentRegionAvail();
  // A line has no colours of values.
  const bool has_colors = !picture.is_line();
  const float gap = ui.px(10), bar = has_colors ? color_bar_height(ui) + ui.px(6) : 0;
  const float footer = ui.fonts.text->FontSize + ui.px(14) + bar;
  const ImVec2 room{avail.x - ui.px(12), std::max(avail.y - footer, ui.px(120))};
  const bool beside = room.x > room.y;
  const ImVec2 size = beside ? ImVec2{std::floor((room.x - gap) / 2), room.y}
                             : ImVec2{room.x, std::floor((room.y - gap) / 2)};
  draw_picture_panel(ui, state.panels, live, 0, at, size);
  draw_picture_panel(ui, state.panels, right, 1,
                     beside ? ImVec2{at.x + size.x + gap, at.y} : ImVec2{at.x, at.y + size.y + gap},
                     size);
  if (has_colors)
    draw_color_bar(ui, "Values, of this launch and right", *live.map, range,
                   {at.x, at.y + room.y + ui.px(6)}, room.x);
  std::string text = "Move over a picture to read values.";
  const auto& place = state.panels.hovered;
  const bool reads = place && picture.contains(place->row, place->column);
  if (reads)
    text = fmt::format("{} = {}, expected {}", picture.index_text(place->row, place->column),
                       picture.text(PictureSide::actual, place->row, place->column),
                       picture.text(PictureSide::expected, place->row, place->column));
  put_text_cut(*ImGui::GetWindowDrawList(), ui.fonts.text, {at.x, at.y + room.y + bar + ui.px(6)},
               reads ? ui.color().text : ui.color().faint, text, room.x);
}

}  // namespace

std::string live_sentence(const LiveFrame& frame, bool ones) {
  const bool right = frame.right == frame.elements;
  if (!frame.sums)
    return right ? "Every element is right."
                 : fmt::format("{} of the elements are right.", percent(frame.share()));
  const std::string arrived = number(frame.sums->arrived), expected = number(frame.sums->expected);
  if (ones)
    return right ? fmt::format("All {} additions survived.", expected)
                 : fmt::format("Of {} additions {} survived: {}.", expected, arrived,
                               percent(frame.share()));
  return right ? fmt::format("All that was added arrived: {}.", expected)
               : fmt::format("Of {} that was to be added, {} arrived: {}.", expected, arrived,
                             percent(frame.share()));
}

bool has_live(const Lab& lab) {
  return lab.work() && lab.exercise() && (lab.exercise()->live || starter_races(*lab.exercise()));
}

bool take_live_key(LiveState& state, const InputEvent& event) {
  if (!state.live) return false;
  Live& live = *state.live;
  if (event.is(' ')) {
    live.play(!live.snapshot().playing);
    state.why_paused.clear();
  } else if (event.is('S')) {
    live.step(1);
  } else if (event.is('R')) {
    live.show(state.by_steps ? 0 : Live::Snapshot{}.schedule);
  } else {
    return false;
  }
  return true;
}

void start_live(LiveState& state, const Lab& lab, bool anew) {
  const Work& work = *lab.work();
  LiveRequest request{*lab.exercise(), work.document.code().text(),
                      lab.settings().compute_capability};
  if (state.of_starter)
    if (const auto starter = work.document.starter_text()) request.source = *starter;
  if (state.ones) request.exercise = with_inputs_of_ones(std::move(request.exercise));
  request.values = state.values;
  request.compares = state.compares;
  if (state.by_steps && anew) request.begins_at = 0;
  state.version = work.document.code().buffer().version();
  state.is_started = true;
  state.highest = 0;
  if (!state.by_steps) state.panels = OutputState{};
  state.live->start(std::move(request));
}

void draw_play_button(Ui& ui, LiveState& state, const Live::Snapshot& now, std::string_view pause,
                      std::string_view play) {
  if (now.playing) {
    if (labelled_button(ui, "pause", Icon::stop, "Pause", true)) state.live->play(false);
    return tooltip_for_item(ui, pause);
  }
  if (labelled_button(ui, "play", Icon::play, "Play", true)) {
    state.live->play(true);
    state.why_paused.clear();
  }
  tooltip_for_item(ui, play);
}

void keep_live(LiveState& state, const Lab& lab, bool is_shown) {
  if (!state.live) return;
  state.live->hold(!is_shown || lab.runner().is_running());
}

void draw_live(Ui& ui, LiveState& state, const Lab& lab) {
  if (!has_live(lab))
    return empty_pane(ui, Icon::grid, "Nothing changes from launch to launch here",
                      "Exercises about races can be watched live.");
  follow(ui, state, lab);
  const Live::Snapshot now = state.live->snapshot();
  const bool is_waiting =
      now.phase == Live::Phase::preparing ||
      (now.phase == Live::Phase::ready && (!now.frame || now.frame->schedule != now.schedule));
  if (is_waiting || now.playing) ui.wake_within(kWorkFrameTime);

  if (state.by_steps) return draw_live_steps(ui, state, lab, now);
  draw_controls(ui, state, now);
  draw_choices(ui, state, lab, now);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ui.px(4));
  if (!state.why_paused.empty())
    marked_sentence(ui, Icon::warning, ui.color().warn, state.why_paused);
  if (now.phase == Live::Phase::failed)
    return marked_sentence(ui, Icon::error, ui.color().fail, now.error);
  ImGui::SetCursorPosX(ui.px(14));
  if (!now.frame)
    return text_line(ui, ui.fonts.text, ui.color().faint, "The kernel is being compiled.");
  draw_counts(ui, state, now);
  draw_strip(ui, now);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ui.px(6));
  with_own_slots(ui, state, *now.frame, [&] { draw_pictures(ui, state, *now.frame); });
}

}  // namespace warplab::app
