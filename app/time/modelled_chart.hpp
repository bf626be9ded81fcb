#pragma once
// What is shown of a modelled time, as numbers and sentences: limits, parts, occupancy, points
// under a roof, and what can be asked instead. And whether a measured time agrees with it.
#include <optional>
#include <string>
#include <vector>

#include "exercise/exercise.hpp"
#include "time/timing_chart.hpp"
#include "time/what_if.hpp"
#include "verdict/result/result.hpp"

namespace warplab::app {

// "832 us"; with the range: "617 us to 1124 us".
struct ModelledTime {
  double us = 0, low_us = 0, high_us = 0;
  double ratio_spread = 1;  // model::LaunchModel::ratio_spread
  std::string range_text() const;
};
// Of the student's launch `spec`, or of all of them (-1), one behind the other. None: not modelled,
// or no block of it fits the GPU.
std::optional<ModelledTime> modelled_time(const WhatIfAnswer& answer, int spec,
                                          ModelledLaunch::Of of = ModelledLaunch::Of::student);

// A gate over times, beside what the model says.
struct ModelledLimit {
  // holds, fails: the whole range lies on that side, of the time or, where the limit is a part of
  // another kernel's speed, of the ratio; open: the limit lies within it. silent: the
  // model cannot be asked, for the reason in `sentence`.
  enum class Says : uint8_t { holds, fails, open, silent };
  std::string name, text;  // "under 840 us", "at most 840 us"
  Says says = Says::silent;
  std::optional<double> allowed_us;
  std::string sentence;  // "modelled 832 us (617 us to 1124 us): the limit lies in this range"
  bool is_time = false;  // the limit itself is a time: `text` says it already
  std::string for_gpu;   // silent, because the limit is for this GPU
};
// Of every gate over times that concerns the answer's variant, in the exercise's order.
std::vector<ModelledLimit> modelled_limits(const exercise::Exercise& exercise,
                                           const WhatIfAnswer& answer);

// One part of the time as a bar. Parts overlap, so bars do not add up.
struct PartBar {
  model::Part part = model::Part::issue;
  std::string name;
  double us = 0;
  bool limits = false, limits_next = false;
};
std::vector<PartBar> part_bars(const model::LaunchModel& model);
// "Limited by DRAM, and next by latency."
std::string limiter_text(const model::LaunchModel& model);
// What that means for the kernel, a sentence or two.
std::string advice_of(model::Part limiter);

// How many blocks of the launch one resource of a multiprocessor has room for.
struct OccupancyRow {
  std::string name;                // "registers"
  std::optional<uint64_t> blocks;  // none: the launch needs nothing of it
  bool limits = false;
};
std::vector<OccupancyRow> occupancy_rows(const model::Occupancy& occupancy);
// "32 of 32 warps of a multiprocessor: 1 block, and no further one for its threads."
std::string occupancy_text(const model::Occupancy& occupancy);

// Instructions of all threads for each byte that has to be moved, of one launch (an index into
// Exercise::launches) at the graded size; of the student's or, if asked, of the reference's. None:
// not counted.
std::optional<double> counted_per_byte(const exercise::Exercise& exercise,
                                       const verdict::ExerciseResult& result,
                                       const std::string& variant, size_t spec,
                                       bool of_reference = false);
// The student's launch `spec` under the roofs of the modelled GPU, and beside it what it is
// compared with. No points: nothing was counted.
Roofline modelled_roofline(const exercise::Exercise& exercise,
                           const verdict::ExerciseResult& result, const WhatIfAnswer& answer,
                           size_t spec);

// A time that was measured on the GPU for which the answer is, of the same launches.
struct MeasuredBeside {
  double measured_us = 0;
  ModelledTime modelled;
  bool agrees = false;  // it lies in the range
  std::string sentence;
};
std::optional<MeasuredBeside> measured_beside(const exercise::Exercise& exercise,
                                              const verdict::Timing& timing,
                                              const WhatIfAnswer& answer);

// What a size may be set to: round numbers from the smallest that the exercise names to the
// largest, and its own.
struct SizeChoice {
  std::string name;
  std::vector<int64_t> stops;
};
std::vector<SizeChoice> size_choices(const exercise::Exercise& exercise);
// The size for a GPU, or the graded one.
exercise::Values first_sizes(const exercise::Exercise& exercise);

// Where the student may choose the block: powers of two for one direction (0: x) up to what the
// exercise allows.
std::vector<int64_t> block_stops(const exercise::Exercise& exercise, int direction);
// `block` with another extent in one direction; the others are halved until the exercise allows the
// product.
Dim3 with_extent(const exercise::Exercise& exercise, Dim3 block, int direction, int64_t extent);
// "32 x 8"
std::string block_text(const Dim3& block);

}  // namespace warplab::app
