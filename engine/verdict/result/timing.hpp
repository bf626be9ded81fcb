#pragma once
// How long a kernel takes, and where that number comes from. What takes times (a GPU, or a model of
// one) fills this in; gates, JSON, text and the window read nothing else.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/special_members.hpp"
#include "base/summary.hpp"
#include "data/saying.hpp"

namespace warplab::verdict {

enum class Source : uint8_t { counted, measured, modelled };
std::string_view name_of(Source source);

// Times of one kernel, in microseconds.
struct TimeNumbers {
  std::vector<double> samples_us;  // that were kept, in order; empty for a modelled time
  int discarded = 0;               // samples thrown away for a low clock
  Summary time_us;
  Summary copy_us;       // of our copy of as many bytes, taken beside it
  double clock_mhz = 0;  // median; 0: not known
  int rounds = 0;        // that it took until the numbers stood still
  std::string unstable;  // why they do not, one sentence; empty: they do
  // Of a modelled time, the range in which it is expected; `time_us` is one number then.
  double low_us = 0, high_us = 0;
};

// Of one launch, or of all of them together, on one GPU and in one variant.
struct Timing {
  Source source = Source::measured;
  std::string gpu;              // whose time, by its own name: "NVIDIA H200"
  std::string variant, launch;  // launch: empty for all together
  std::string where;            // "rows 4096, cols 4096"
  uint64_t bytes = 0;           // every input once and every output once
  unsigned batch = 1;           // runs in each sample, for very short kernels
  TimeNumbers kernel;           // of one run, also with a batch
  double copy_fraction = 0;     // of the bandwidth of our copy of as many bytes
  // The times of the reference kernel and of the yardstick, taken likewise, where a gate asks.
  std::optional<TimeNumbers> reference, yardstick;
  // Of the library's routine that the launch names, where the machine has it and its answer is
  // right. `library_name`: "cuBLAS 13.0.2".
  std::optional<TimeNumbers> library;
  std::string library_name;
  data::Saying impossible;  // too fast to be true: one sentence; else empty
  // Of a modelled time: with which version of the model it was made, and how far a ratio of two of
  // its times may be off: ratio / ratio_spread to ratio * ratio_spread.
  int model_version = 0;
  double ratio_spread = 1;
  std::string not_modelled;  // why there is no number after all: one sentence; else empty
  WARPLAB_SPECIAL_MEMBERS(Timing);
};

}  // namespace warplab::verdict
