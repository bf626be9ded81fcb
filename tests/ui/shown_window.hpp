#pragma once
// The whole window over a made-up course, without a display.
#include "headless.hpp"
#include "sample_lab.hpp"
#include "views/lab_window.hpp"

namespace warplab::test {

using app::Lab;
using app::LabWindowState;

struct Shown {
  SampleLab sample;
  Headless headless;
  LabWindowState state;
  std::unique_ptr<Lab> lab;

  explicit Shown(
      const std::function<void(SampleLab&)>& set = [](SampleLab&) {}, ImVec2 size = {1440, 900})
      : headless(size) {
    set(sample);
    lab = sample.open();
    // So wide that every tab has its name in the strip: what does not fit is in a menu.
    lab->settings().layout.right = 0.45f;
    headless.draw = [this] { draw_lab_window(headless.ui, state, *lab); };
    headless.frames(3);
  }
  // The same course on a machine with these GPUs.
  void move_to(const verdict::StartGpuWorker& gpus) {
    const std::string slug = lab->entry() ? lab->entry()->slug : "copy";
    lab = std::make_unique<Lab>(
        sample.places(), sample.loader(), sample.grade, [] {},
        Lab::Gpus{[gpus](const std::atomic<bool>& cancel) { return app::find_gpus(gpus, cancel); },
                  gpus});
    lab->open(slug);
    REQUIRE(tick_until(*lab, [&] { return !lab->devices().is_looking(); }));
    headless.frames(3);
  }
  std::string text() const { return lab->work()->document.code().text(); }
  void wait_for_run() {
    REQUIRE(tick_until(*lab, [&] { return lab->runs_ended() > 0 && !lab->runner().is_busy(); }));
    headless.frames(3);
  }
};

}  // namespace warplab::test
