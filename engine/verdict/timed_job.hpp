#pragma once
// What is timed of an exercise: which launches, on which buffers, how many bytes they have to move.
#include <cstdint>
#include <vector>

#include "exercise/exercise.hpp"
#include "verdict/prepared_run.hpp"
#include "worker/gpu_worker.hpp"

namespace warplab::verdict {

struct TimedRun {
  worker::TimedJob job;
  std::vector<size_t> buffers;  // of the case, for each of the job's
  // Every input of the timed launches once, every output once, what is changed twice.
  uint64_t bytes = 0;
  RunMemory initial;  // what the job's `initial` point to
};

// The timed run of one launch of the exercise (an index into Exercise::launches, with all its
// repetitions) or, for -1, of all. A launch that shares no output with others is run alone;
// otherwise all are run and only it is timed.
Result<TimedRun> timed_run(const exercise::Exercise& exercise, const exercise::Case& c, int launch);

}  // namespace warplab::verdict
