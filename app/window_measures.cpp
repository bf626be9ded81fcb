// `--measure`: how fast the window is, on the screen that it is on.
#include <fmt/format.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <chrono>
#include <string>

#include "gl/context.hpp"
#include "measure.hpp"
#include "window.hpp"

namespace warplab::app {

using Clock = std::chrono::steady_clock;

int Window::measure_start(Clock::time_point program_start) const {
  const double ms = std::chrono::duration<double, std::milli>(Clock::now() - program_start).count();
  fmt::print("first frame after {:.0f} ms on {}\n{}", ms, ui_.device, memory_text());
  return 0;
}

// As many frames as can be drawn one after the other; `prepare` makes something happen in each.
std::string Window::measure_frames(Lab& lab, int count, const std::function<void(int)>& prepare) {
  FrameTimes times;
  for (int i = 0; i < count; ++i) {
    glfwPollEvents();
    const Clock::time_point start = Clock::now();
    begin_frame(lab);
    prepare(i);
    ImGui::NewFrame();
    draw_lab_window(ui_, state_, lab);
    ImGui::Render();
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    glfwSwapBuffers(window_);
    glFinish();
    times.add(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  }
  return times.text();
}

int Window::measure_scrolling(Lab& lab) {
  // Half of the frames scroll the statement, half the editor.
  constexpr int kFrames = 400;
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const std::string text = measure_frames(lab, kFrames, [&](int i) {
    ImGuiIO& io = ImGui::GetIO();
    const float share = lab.settings().layout.left;
    io.MousePos = {i < kFrames / 2 ? size.x * share / 2 : size.x * (share + 0.15f), size.y * 0.6f};
    io.MouseWheel = i % 100 < 50 ? -1.0f : 1.0f;
  });
  fmt::print("scrolling: {}\n{}", text, memory_text());
  return 0;
}

// A letter each frame in the middle of the file, in words with names that are offered. The text is
// put back, and is never saved.
int Window::measure_typing(Lab& lab) {
  constexpr int kFrames = 300;
  constexpr std::string_view kTyped = "thr __sync ";
  Work* work = lab.work();
  if (!work) return 2;
  CodeText& code = work->document.code();
  const std::string before = code.text();
  const int middle = code.buffer().line_count() / 2;
  code.place({middle, 0});
  code.new_line();
  code.place({middle, 0});
  state_.editor.focus_request = true;
  draw_frame(lab);
  const std::string text = measure_frames(lab, kFrames, [&](int i) {
    ui_.input.push_back({0, 0, std::string(1, kTyped[static_cast<size_t>(i) % kTyped.size()])});
  });
  const size_t typed = code.text().size() - before.size();
  code.replace_all(before);
  (void)work->document.keep_journal();
  fmt::print("typing {} letters into {} lines: {}\n{}", typed - 1, code.buffer().line_count(), text,
             memory_text());
  return 0;
}

// A key for steps is held down, in Steps: instructions forwards, lines backwards, and once more.
// The next step is taken when the last one is seen, as with a keyboard that repeats faster than
// that.
int Window::measure_stepping(Lab& lab) {
  constexpr int kFrames = 400;
  StepsState& steps = state_.tabs.steps;
  const uint64_t first = steps.seen;
  const std::string text = measure_frames(lab, kFrames, [&](int i) {
    if (!steps.commands.empty()) return;
    steps.commands.push_back(i / (kFrames / 4) % 2 == 0 ? StepsCommand::next_instruction
                                                        : StepsCommand::previous_line);
  });
  fmt::print("stepping, {} steps: {}\n{}", steps.seen - first, text, memory_text());
  return 0;
}

std::optional<int> Window::measure_steps_once_there(Lab& lab) {
  const StepsState& steps = state_.tabs.steps;
  if (lab.runs_ended() == 0 || lab.runner().is_busy() || !steps.asked || is_stepping(steps))
    return std::nullopt;
  if (steps.seen > 0) return measure_stepping(lab);
  const std::string error = steps.thread->snapshot().error;
  if (error.empty()) return std::nullopt;
  fmt::print(stderr, "warplab: {}\n", error);
  return 2;
}

}  // namespace warplab::app
