#pragma once
// The window at its tab Steps, with a block that a test plays.
#include <memory>
#include <mutex>
#include <vector>

#include "sample_timing.hpp"
#include "shown_window.hpp"
#include "steps/steps_view.hpp"

namespace warplab::test {

using app::StepsQuestion;

// A block of 40 threads that has many positions, and does what is asked.
std::shared_ptr<const lens::OpenBlock> sample_block(const lens::BlockChoice& choice);

// What the block is asked, and how it answers.
struct StepsScript {
  std::mutex mutex;
  std::vector<StepsQuestion> questions;
  bool finds = true;
  bool alone = false;

  StepsScript();
  ~StepsScript();
  app::MakeStepsMachine machine();
  StepsQuestion last();
};

// Two orders of the block's run that leave one element with two answers.
lens::OrderSearch two_answers();

struct Stepped {
  StepsScript script;
  verdict::ExerciseResult result = timed_result();
  Shown shown;

  // After a run with these findings.
  explicit Stepped(std::vector<sim::Finding> findings = {}, ImVec2 size = {1440, 900});
  ~Stepped();
  app::StepsState& state() { return shown.state.tabs.steps; }
  app::Breakpoints& breakpoints() const { return shown.lab->work()->breakpoints; }
  void wait();
  void click(const std::string& item);
  void press(int key, unsigned modifiers = 0);
};

}  // namespace warplab::test
