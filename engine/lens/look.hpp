#pragma once
// A student's kernel is run once more, as far as one launch of its graded run, to see what some of
// its blocks ask of memory. Grading itself is not touched by it.
#include <atomic>
#include <chrono>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "data/access_log.hpp"
#include "exercise/exercise.hpp"
#include "verdict/reference.hpp"

namespace warplab::lens {

struct LookOptions {
  uint64_t seed = 1;    // as for grading
  int launch_spec = 0;  // index into Exercise::launches: the first launch of it is looked at
  int line = 0;         // 0: all lines
  std::chrono::milliseconds time_limit{300'000};
  verdict::StartWorker start_worker = &worker::Worker::start;
  const std::atomic<bool>* cancel = nullptr;
};

struct Look {
  std::string where;                  // "rows 2048, cols 2048, seed 1"
  std::string launch;                 // what the exercise calls it
  std::vector<data::Buffer> buffers;  // without their bytes
  data::AccessLog log;
};

// The Error is a sentence: it does not compile, cannot be launched, or did not come so far.
Result<Look> look(const exercise::Exercise& exercise, const std::string& source,
                  const LookOptions& options);

}  // namespace warplab::lens
