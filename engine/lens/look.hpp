#pragma once
// A student's kernel is run once more, as far as one launch of its graded run, to see what some of
// its blocks ask of memory. Grading itself is not touched by it.
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "data/access_log.hpp"
#include "exercise/exercise.hpp"
#include "verdict/plan/prepared_run.hpp"
#include "verdict/run/reference.hpp"

namespace warplab::lens {

struct LookOptions {
  uint64_t seed = 1;    // as for grading
  int launch_spec = 0;  // index into Exercise::launches: the first launch of it is looked at
  int line = 0;         // 0: all lines
  std::chrono::milliseconds time_limit{300'000};
  verdict::StartWorker start_worker = &worker::Worker::start;
  const std::atomic<bool>* cancel = nullptr;
  // A block to look at besides, by its number in the grid.
  std::optional<uint64_t> block = {};
  // A launch of the run instead of the first of `launch_spec`.
  std::optional<int> launch = {};
  bool count_instructions = false;  // AccessLog::executed
  int compute_capability = 90;
  uint32_t most_accesses = 100'000;  // of the log
};

struct Look {
  std::string where;                  // "rows 2048, cols 2048, seed 1"
  std::string launch;                 // what the exercise calls it
  std::vector<data::Buffer> buffers;  // without their bytes
  data::AccessLog log;
  int launch_spec = 0;    // index into Exercise::launches
  int launch_number = 0;  // of the run
};

// The Error is a sentence: it does not compile, cannot be launched, or did not come so far.
Result<Look> look(const exercise::Exercise& exercise, const std::string& source,
                  const LookOptions& options);

// The same again and again for one text, which is compiled once. Calls are made by one thread at a
// time.
class LookSession {
 public:
  // The exercise must outlive this. Of `options` the seed, the worker and the compute capability
  // hold for all looks.
  LookSession(const exercise::Exercise& exercise, std::string source, LookOptions options);

  // `options` says what is looked at, and for how long.
  Result<Look> look(const LookOptions& options);

  // Who wrote an element last in the whole graded run.
  struct Written {
    int launch_spec = 0;
    int launch_number = 0;
    uint64_t block = 0;   // in the grid, x fastest
    uint64_t thread = 0;  // in the block, x fastest
  };
  // None: no launch wrote it, or several threads did together, or an earlier launch than the last
  // that wrote the buffer. The launches are run once; after that an element is looked up.
  Result<std::optional<Written>> writer_of(const std::string& buffer, uint64_t index,
                                           const LookOptions& options);

  // What the compiler made of the text; null before it is compiled.
  const compile::Compiled* compiled() const { return compiled_ ? &*compiled_ : nullptr; }

 private:
  Result<bool> prepare(const std::atomic<bool>* cancel);

  const exercise::Exercise& exercise_;
  std::string source_;
  LookOptions options_;
  std::unique_ptr<worker::Worker> worker_;
  std::optional<compile::Compiled> compiled_;
  std::vector<verdict::PlannedRun> plan_;
  std::optional<verdict::PreparedRun> run_;
  bool has_writers_ = false;  // the worker's last run is a whole one that kept them
};

}  // namespace warplab::lens
