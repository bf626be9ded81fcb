#pragma once
// Which runs a grading makes, in which order, and how far along each of them is.
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "exercise/exercise.hpp"

namespace warplab::verdict {

// Compiling takes some 50 ms: a small part of the progress bar.
inline constexpr double kCompiledFraction = 0.05;

// One run of all launches.
struct PlannedRun {
  exercise::SizeSet size;  // with the values that are run
  const exercise::Variant* variant = nullptr;
  exercise::Seed seed = 1;
  uint64_t seed_index = 0;  // as for exercise::fill()
  bool graded = false;      // at the graded size: its counters are judged, and shown
  // Its counters are judged, too. It is made in one order of execution, and not on a GPU.
  bool counted_again = false;
  bool ragged = false;                          // with wider limits: its sides are no whole tiles
  double progress_begin = 0, progress_end = 1;  // its part of the whole
  bool has_data_of(const PlannedRun& other) const {
    return size.values == other.size.values && seed == other.seed && seed_index == other.seed_index;
  }
};

// Every check size with every seed, then at most kMostDrawn sizes that are drawn for this file
// (drawn_checks(), and behind them counted_sizes() and ragged_size(), at which counters are judged
// again), then the graded size; each in every variant, so that runs on the same data stand next to
// each other. `seed` is added to the exercise's own check seeds, less 1; other seeds than 1 draw
// sizes from the exercise's ranges. The drawn sizes, all drawn inputs and the graded run's depend
// on the seed and on `source`, the text of the student's file: see exercise/draw.hpp. The runs
// point into `exercise`.
std::vector<PlannedRun> plan_runs(const exercise::Exercise& exercise, uint64_t seed,
                                  std::string_view source);

}  // namespace warplab::verdict
