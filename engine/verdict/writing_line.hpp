#pragma once
// The line that wrote a wrong element, by running the kernel once more and watching the element.
#include "exercise/exercise.hpp"
#include "verdict/result.hpp"
#include "verdict/run_plan.hpp"
#include "worker/worker.hpp"

namespace warplab::verdict {

// `mismatch` is of `run`, which ended. 0: not known, for whatever reason; a verdict never depends
// on it. Needs the worker that ran it, and leaves it as it was unless it fails.
int writing_line(const exercise::Exercise& exercise, const PlannedRun& run,
                 std::optional<Dim3> block, const Mismatch& mismatch, worker::Worker& worker,
                 const std::atomic<bool>* cancel);

}  // namespace warplab::verdict
