#pragma once
// The whole window over a made-up course, without a display.
#include "headless.hpp"
#include "sample_lab.hpp"
#include "shell/lab_window.hpp"

namespace warplab::test {

using app::Lab;
using app::LabWindowState;

struct Shown {
  SampleLab sample;
  Headless headless;
  LabWindowState state;
  std::unique_ptr<Lab> lab;

  explicit Shown(const std::function<void(SampleLab&)>& set = {}, ImVec2 size = {1700, 1000});
  ~Shown();
  Shown(const Shown&) = delete;
  Shown& operator=(const Shown&) = delete;
  // The same course on a machine with these GPUs.
  void move_to(const verdict::StartGpuWorker& gpus);
  std::string text() const;
  void wait_for_run();
};

}  // namespace warplab::test
