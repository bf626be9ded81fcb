#pragma once
// What is timed of an exercise: which launches, on which buffers, how many bytes they have to move.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exercise/exercise.hpp"
#include "verdict/plan/prepared_run.hpp"
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
Result<TimedRun> timed_run(const exercise::Exercise& exercise, const exercise::Case& setup,
                           int launch);

// A yardstick for the same launches: each is a stream over the same buffers, with the same grid and
// block, of the kernels in cuda/own_kernels.cu. `run` is what timed_run() gave for `setup`. The
// Error says that there is no stream for such buffers.
Result<worker::TimedJob> stream_job(const exercise::Case& setup, const TimedRun& run);

// The same with the library's routine that the timed launch names. None where it names none.
std::optional<worker::TimedJob> library_job(const exercise::Exercise& exercise, const TimedRun& run,
                                            int launch);

// One measurement that gates ask for, in one variant.
struct TimedLaunch {
  const exercise::Variant& variant;
  int launch;        // index into Exercise::launches; -1: all of them together
  std::string name;  // of the launch; empty: all
  bool with_reference, with_yardstick;
};
// Each once, in the order of the variants and gates.
std::vector<TimedLaunch> launches_to_time(const exercise::Exercise& exercise);

}  // namespace warplab::verdict
