#pragma once
// Which runs a grading makes, in which order, and how far along each of them is.
#include <cstdint>
#include <vector>

#include "exercise/exercise.hpp"

namespace warplab::verdict {

// Compiling takes some 50 ms: a small part of the progress bar.
inline constexpr double kCompiledFraction = 0.05;

// One run of all launches.
struct PlannedRun {
  const exercise::SizeSet* size = nullptr;
  const exercise::Variant* variant = nullptr;
  uint64_t seed = 0;
  uint64_t seed_index = 0;                      // as for exercise::fill()
  bool graded = false;                          // at the graded size: its counters are judged
  double progress_begin = 0, progress_end = 1;  // its part of the whole
};

// Every check size with every seed, then the graded sizes; each in every variant, so that runs on
// the same data stand next to each other. `seed` is added to the exercise's own check seeds,
// less 1. The runs point into `exercise`.
std::vector<PlannedRun> plan_runs(const exercise::Exercise& exercise, uint64_t seed);

}  // namespace warplab::verdict
