#pragma once
// Running an exercise on a student's source and judging it. The one path behind the grader, the window
// and `grader check`.
#include <atomic>
#include <functional>
#include <string>

#include "exercise/exercise.hpp"
#include "verdict/result.hpp"

namespace warplab::verdict {

struct Progress {
  std::string doing;                // "compiling", "checking rows 96, cols 33, seed 3", "counting 2048 x 2048"
  double fraction = 0;              // of the whole run, 0 ... 1
};

struct GradeOptions {
  uint64_t seed = 1;
  unsigned threads = 1;
  double timeout_seconds = 60;      // for the whole exercise
  uint64_t schedule_seed = 0;
  bool keep_pictures = false;
  int compute_capability = 90;
  std::function<void(const Progress&)> progress;
  const std::atomic<bool>* cancel = nullptr;
};

// `source` is the text of the student's file, already read and checked by read_source().
ExerciseResult grade(const exercise::Exercise&, const std::string& source, const GradeOptions&);

// Reads a submitted file; the Error is a sentence for the student (missing, empty, binary, too large).
Result<std::string> read_source(const std::filesystem::path& file);

}  // namespace warplab::verdict
