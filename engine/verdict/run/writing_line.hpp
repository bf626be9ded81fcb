#pragma once
// Who wrote a wrong element, and on which line, by running the kernel once more and watching the
// element.
#include "exercise/exercise.hpp"
#include "verdict/plan/run_plan.hpp"
#include "verdict/result/result.hpp"
#include "worker/worker.hpp"

namespace warplab::verdict {

// The run whose answer is wrong.
struct WrongRun {
  const exercise::Exercise& exercise;
  const PlannedRun& run;
  std::optional<Dim3> block;  // the student's choice
  bool name_inputs = false;   // GradeOptions::name_inputs
};

// `mismatch` is of `wrong`, which ended, and gets the line, and the thread where an earlier launch
// than the last one may have written it; where it is asked for, what that thread had read, too. It
// stays as it is where that cannot be known, for whatever reason; a verdict never depends on it.
// Needs the worker that ran it, and leaves it as it was unless it fails.
void add_writing_line(const WrongRun& wrong, worker::Worker& worker,
                      const std::atomic<bool>* cancel, Mismatch& mismatch);

}  // namespace warplab::verdict
