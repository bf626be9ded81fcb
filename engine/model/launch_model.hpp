#pragma once
// What a model says of one launch on one GPU.
#include <cstdint>
#include <string>
#include <string_view>

#include "model/occupancy.hpp"

namespace warplab::model {

// Changes whenever the same trace and GPU give another time.
inline constexpr int kModelVersion = 2;

// What the time is spent on.
enum class Part : uint8_t {
  issue,       // instructions, four schedulers
  arithmetic,  // the busiest pipe of those that compute
  shared_l1,   // passes over shared memory and L1, and their addresses
  l2,
  dram,
  atomics,  // updates of one address, one after the other
  latency,  // waiting, with nothing of the above busy
  tail,     // multiprocessors without a block: few of them, or the last ones
  launch,
};
constexpr size_t kPartCount = 9;
std::string_view name_of(Part part);  // "DRAM", "L1 and shared memory"
std::string_view key_of(Part part);   // "dram", for JSON

struct LaunchModel {
  std::string gpu;
  // False: there is no time, and `why_not` says why in a sentence; of the rest, only the occupancy.
  bool possible = false;
  std::string why_not;
  double time_us = 0, low_us = 0, high_us = 0;
  // The range of a ratio of this time to another of a like launch on the same GPU is
  // ratio / ratio_spread to ratio * ratio_spread: most of what is wrong is wrong in both.
  double ratio_spread = 1;
  Part limiter = Part::launch, second_limiter = Part::launch;
  // Of the limiter `arithmetic`: "f64 arithmetic".
  std::string_view pipe;
  Occupancy occupancy;
  // How long each was busy, us: they overlap, so they do not add up, but for latency, tail and
  // launch.
  double parts_us[kPartCount] = {};
  double l2_bytes = 0, dram_bytes = 0;  // of the whole grid
  // Sums, products and the like of f32 and f64 by the whole grid, a fused product and sum being
  // two. Every warp instruction counts as 32, whichever lanes took part.
  double operations = 0;
  double waves = 0;  // blocks over those that are resident on the GPU at a time
};

}  // namespace warplab::model
