#include "shown_window.hpp"

namespace warplab::test {

Shown::Shown(const std::function<void(SampleLab&)>& set, ImVec2 size) : headless(size) {
  if (set) set(sample);
  lab = sample.open();
  // Statement, text and tabs stand side by side, as after a run in a large window.
  for (const std::string& slug : sample.slugs) lab->settings().reads[slug] = false;
  headless.draw = [this] { draw_lab_window(headless.ui, state, *lab); };
  headless.frames(3);
}

Shown::~Shown() = default;

void Shown::move_to(const verdict::StartGpuWorker& gpus) {
  const std::string slug = lab->entry() ? lab->entry()->slug : "copy";
  lab = std::make_unique<Lab>(
      sample.places(), sample.loader(), sample.grade, [] {},
      Lab::Gpus{[gpus](const std::atomic<bool>& cancel) { return app::find_gpus(gpus, cancel); },
                gpus});
  lab->open(slug);
  REQUIRE(tick_until(*lab, [&] { return !lab->devices().is_looking(); }));
  headless.frames(3);
}

std::string Shown::text() const { return lab->work()->document.code().text(); }

void Shown::wait_for_run() {
  REQUIRE(tick_until(*lab, [&] { return lab->runs_ended() > 0 && !lab->runner().is_busy(); }));
  headless.frames(3);
}

}  // namespace warplab::test
