#pragma once
// How many blocks run at the same time, and when it is clear that they wait for one that never
// will.
#include <algorithm>
#include <cstdint>

#include "sim/finding.hpp"

namespace warplab::sim {

// The largest GPUs have fewer multiprocessors, and each of them has room for so many warps and
// blocks (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability").
constexpr uint64_t kMostMultiprocessors = 160;
constexpr uint64_t kMostWarpsTogether = 64, kMostBlocksTogether = 32;

constexpr uint64_t most_resident_blocks(uint64_t warps_per_block) {
  const uint64_t warps = std::max<uint64_t>(warps_per_block, 1);
  return kMostMultiprocessors * std::min(kMostBlocksTogether, kMostWarpsTogether / warps);
}

// Rounds of all blocks in which they have only looked, while no other block had room.
constexpr uint32_t kRoundsInVain = 64;

inline Told waits_for_later_blocks() {
  return {say(Says::waits_for_later_blocks), say(Says::why_later_blocks_never_come)};
}

}  // namespace warplab::sim
