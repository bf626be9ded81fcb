#pragma once
// How much a student's kernel may compute, counted (sim/work.hpp): the same on every machine,
// however busy it is.
#include <algorithm>
#include <cstdint>

#include "exercise/exercise.hpp"
#include "sim/simulate.hpp"

namespace warplab::verdict {

// What all launches of a run executed.
uint64_t warp_instructions(const sim::Report& report);

// The work that all runs of one exercise may do together: that of 96 million simple warp
// instructions, and for each run 20 times what the reference kernel needs for it. A kernel may be
// slow: where one lane at a time does what the reference does with 32, most of what it does are
// comparisons and branches. What one run leaves over is for the next. Once no points depend on the
// runs to come, those have 16 million together, and for each run 4 times the reference's work.
class WorkBudget {
 public:
  // From now on no run can change the score.
  void without_points();
  bool is_without_points() const { return is_without_points_; }
  // Before a run: adds its share. `reference` is Reference::Expected::work; where no kernel was
  // run (0) a unit for each element of all buffers stands for it.
  void add_run(uint64_t reference, const exercise::Case& setup);
  // For sim::Options::max_work.
  uint64_t left() const { return left_; }
  void spend(const sim::Report& report);
  uint64_t done() const { return allowed_ - left_; }
  uint64_t allowed() const { return allowed_; }

 private:
  uint64_t allowed_ = 96'000'000;
  uint64_t left_ = allowed_;
  bool is_without_points_ = false;
};

}  // namespace warplab::verdict
