#include "draw/motion_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/motion_cells.hpp"
#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

using exercise::MotionScene;
using exercise::MotionStep;

constexpr double kTravel = 0.7;  // seconds that texts are on their way at ordinary speed
constexpr float kSpeeds[] = {0.5f, 1, 2};
constexpr float kPadding = 12, kControls = 34;  // units

struct Here {
  const MotionScene* scene;
  size_t scene_index, step;  // of the scene
};

Here find_step(const exercise::Motion& motion, size_t step) {
  for (size_t i = 0; i < motion.scenes.size(); ++i) {
    const MotionScene& scene = motion.scenes[i];
    if (step < scene.steps.size()) return {&scene, i, step};
    step -= scene.steps.size();
  }
  return {&motion.scenes.back(), motion.scenes.size() - 1, motion.scenes.back().steps.size() - 1};
}

std::string title_of(const exercise::Motion& motion, const Here& here) {
  if (motion.scenes.size() == 1) return here.scene->title;
  return fmt::format("{}. {}", here.scene_index + 1, here.scene->title);
}

float counters_height(const Ui& ui, const MotionScene& scene) {
  return static_cast<float>(scene.counters.size()) * (ui.fonts.text->FontSize + ui.px(3));
}

void go_to(Ui& ui, MotionState& state, const exercise::Motion& motion, size_t step, bool travels) {
  state.step = std::min(step, motion_steps(motion) - 1);
  state.began = travels ? ui.now : -1e9;
}

// How much of the way is done, and the next step when it is time. Asks for the frames that it
// needs.
float advance(Ui& ui, MotionState& state, const exercise::Motion& motion) {
  for (;;) {
    const MotionStep& step = [&]() -> const MotionStep& {
      const Here here = find_step(motion, state.step);
      return here.scene->steps[here.step];
    }();
    const double since = (ui.now - state.began) * state.speed;
    const double travel = step.paths.empty() ? 0 : kTravel;
    if (state.playing && since >= step.seconds + travel) {
      if (state.step + 1 >= motion_steps(motion)) {
        state.playing = false;
      } else {
        go_to(ui, state, motion, state.step + 1, true);
        continue;
      }
    }
    if (since < travel) {
      ui.wake_within(kMotionFrameTime);
      return static_cast<float>(since / travel);
    }
    if (state.playing) ui.wake_within((step.seconds + travel - since) / state.speed);
    return 1;
  }
}

void draw_counters(Ui& ui, const MotionScene& scene, size_t step, bool arrived, ImVec2 at) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const exercise::MotionFrame frame = exercise::motion_frame(scene, step, arrived);
  float widest = 0;
  for (const std::string& name : scene.counters)
    widest = std::max(widest, text_width(ui.fonts.text, name));
  for (size_t i = 0; i < scene.counters.size(); ++i) {
    put_text(list, ui.fonts.text, at, ui.color().dim, scene.counters[i]);
    put_text(list, ui.fonts.strong, {at.x + widest + ui.px(10), at.y}, ui.color().text,
             frame.counters[i]);
    at.y += ui.fonts.text->FontSize + ui.px(3);
  }
}

// The bar that is dragged from step to step; by keyboard the arrows.
void draw_bar(Ui& ui, MotionState& state, const exercise::Motion& motion, ImVec2 at, float width) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float height = ui.px(28), count = static_cast<float>(motion_steps(motion));
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton("position", {width, height});
  Ui::PlacedItem& item = note_item(ui, "motion position");
  item.takes_arrows = true;
  const bool lively = ImGui::IsItemActive() || ImGui::IsItemHovered();
  if (ImGui::IsItemActive()) {
    const float share = (ImGui::GetIO().MousePos.x - at.x) / width;
    const auto step = static_cast<size_t>(std::clamp(share * count, 0.0f, count - 1));
    if (step != state.step) go_to(ui, state, motion, step, false);
    state.playing = false;
  }
  if (item.id && ui.nudge.id == item.id && ui.nudge.x != 0) {
    state.playing = false;
    if (ui.nudge.x > 0) go_to(ui, state, motion, state.step + 1, state.step + 1 < count);
    else go_to(ui, state, motion, state.step > 0 ? state.step - 1 : 0, false);
  }
  if (lively) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  const float middle = std::round(at.y + height / 2), thick = ui.px(lively ? 4.0f : 3.0f);
  size_t first = 0;
  for (const MotionScene& scene : motion.scenes) {
    const float a = at.x + width * static_cast<float>(first) / count;
    const float b = at.x + width * static_cast<float>(first + scene.steps.size()) / count;
    list.AddRectFilled({a, middle - thick / 2}, {b - ui.px(3), middle + thick / 2}, color.border,
                       thick / 2);
    const float done =
        at.x + width * (static_cast<float>(state.step) + 1) / count - (lively ? 0 : ui.px(1));
    if (done > a)
      list.AddRectFilled({a, middle - thick / 2},
                         {std::min(b - ui.px(3), done), middle + thick / 2}, color.link, thick / 2);
    first += scene.steps.size();
  }
}

void draw_controls(Ui& ui, MotionState& state, const exercise::Motion& motion, ImVec2 at,
                   float width) {
  const size_t steps = motion_steps(motion);
  const bool at_end = state.step + 1 >= steps;
  ImGui::SetCursorScreenPos(at);
  if (icon_button(ui, "motion back", Icon::step_back, "One step back", state.step > 0)) {
    state.playing = false;
    go_to(ui, state, motion, state.step - 1, false);
  }
  ImGui::SetCursorScreenPos({at.x + ui.px(30), at.y});
  const char* const tip = state.playing ? "Stop here" : at_end ? "Play from the beginning" : "Play";
  if (icon_button(ui, "motion play", state.playing ? Icon::pause : Icon::play, tip)) {
    state.playing = !state.playing;
    if (state.playing) go_to(ui, state, motion, at_end ? 0 : state.step, true);
  }
  ImGui::SetCursorScreenPos({at.x + ui.px(60), at.y});
  if (icon_button(ui, "motion step", Icon::step_forward, "One step on", !at_end)) {
    state.playing = false;
    go_to(ui, state, motion, state.step + 1, true);
  }
  const std::string number = fmt::format("{} of {}", state.step + 1, steps);
  const std::string speed = fmt::format("{:g}x", state.speed);
  const float speed_width = text_width(ui.fonts.text, "0.5x") + ui.px(20);
  const float number_width = text_width(ui.fonts.small, fmt::format("{0} of {0}", steps));
  const float bar = width - ui.px(90 + 8 + 8 + 6) - number_width - speed_width;
  if (bar > ui.px(30)) draw_bar(ui, state, motion, {at.x + ui.px(94), at.y}, bar);
  put_text(*ImGui::GetWindowDrawList(), ui.fonts.small,
           {at.x + width - speed_width - ui.px(6) - number_width,
            at.y + (ui.px(28) - ui.fonts.small->FontSize) / 2},
           ui.color().dim, number);
  ImGui::SetCursorScreenPos({at.x + width - speed_width, at.y + ui.px(2)});
  if (segment(ui, "motion speed", speed, false)) {
    const auto now = std::find(std::begin(kSpeeds), std::end(kSpeeds), state.speed);
    state.speed = now + 1 < std::end(kSpeeds) ? now[1] : kSpeeds[0];
    state.began = -1e9;
  }
  tooltip_for_item(ui, "How fast it plays");
}

}  // namespace

size_t motion_steps(const exercise::Motion& motion) {
  size_t steps = 0;
  for (const MotionScene& scene : motion.scenes) steps += scene.steps.size();
  return steps;
}

MotionMeasure measure_motion(const Ui& ui, const exercise::Motion& motion, float width) {
  MotionMeasure measure;
  measure.width = width;
  const float inner = width - 2 * ui.px(kPadding);
  for (const MotionScene& scene : motion.scenes) {
    const float counters = counters_height(ui, scene);
    measure.cells =
        std::max(measure.cells, place_scene(ui, scene, inner).size.y + ui.px(8) + counters);
    for (const MotionStep& step : scene.steps)
      measure.words = std::max(measure.words, wrap_words(ui.fonts.text, step.say, inner).height);
  }
  measure.height = ui.px(kPadding) + ui.fonts.strong->FontSize + ui.px(8) + measure.cells +
                   ui.px(8) + measure.words + ui.px(8) + ui.px(kControls);
  return measure;
}

void draw_motion(Ui& ui, MotionState& state, const exercise::Motion& motion,
                 const MotionMeasure& measure, ImVec2 at) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end{at.x + measure.width, at.y + measure.height};
  list.AddRectFilled(at, end, color.editor, ui.px(6));
  list.AddRect(at, end, color.border, ui.px(6));
  ImGui::PushID(&motion);
  state.step = std::min(state.step, motion_steps(motion) - 1);
  const float arrived = advance(ui, state, motion);
  const Here here = find_step(motion, state.step);
  const float inner = measure.width - 2 * ui.px(kPadding), left = at.x + ui.px(kPadding);
  float y = at.y + ui.px(kPadding);
  put_text_cut(list, ui.fonts.strong, {left, y}, color.text, title_of(motion, here), inner);
  y += ui.fonts.strong->FontSize + ui.px(8);
  const MotionPlaces places = place_scene(ui, *here.scene, inner);
  const float shift = std::round(std::max(inner - places.size.x, 0.0f) / 2);
  draw_scene(ui, *here.scene, here.step, arrived, places, {left + shift, y});
  draw_counters(ui, *here.scene, here.step, arrived >= 1, {left, y + places.size.y + ui.px(8)});
  y += measure.cells + ui.px(8);
  const WrappedText words = wrap_words(ui.fonts.text, here.scene->steps[here.step].say, inner);
  put_text(list, ui.fonts.text, {left, y}, color.text, words.text);
  y += measure.words + ui.px(8);
  draw_controls(ui, state, motion, {left, y}, inner);
  ImGui::PopID();
}

}  // namespace warplab::app
