#pragma once
// What is counted while a launch runs: one slot for each basic block and memory site of the
// program.
#include <cstdint>
#include <vector>

#include "sim/device/address_space.hpp"
#include "sim/state/lanes.hpp"

namespace warplab::sim {

// Counters of one host thread, expanded to lines when the launch is over.
struct SlotCounters {
  struct Visit {
    uint64_t warps = 0, lanes = 0;
  };
  struct Memory {
    uint64_t requests = 0;
    uint64_t units = 0, ideal = 0;  // sectors, or wavefronts of shared memory
    uint64_t bytes = 0;
  };
  std::vector<Visit> blocks;   // parallel to Program::blocks
  std::vector<Memory> memory;  // parallel to Program::memory_sites
  // Divergent branches, barrier arrivals, or what sleeps weigh beyond 1.
  std::vector<uint64_t> branches;
  // By allocation (by_allocation.hpp): of each memory site, what went where, and how much of
  // `memory` is accounted for. An access out of bounds went nowhere.
  struct Share {
    const Allocation* allocation = nullptr;
    Memory part;
  };
  std::vector<std::vector<Share>> shares;
  std::vector<Memory> booked;
  // Warp instructions of the warp and of the block that have made most, of those that have ended.
  uint64_t busiest_warp = 0, busiest_block = 0;
};

// The last access pattern seen at a memory site and what it costs: most sites repeat theirs,
// shifted.
struct PatternCache {
  uint32_t mask = 0;
  uint32_t phase = ~0u;  // of the first address
  uint32_t units = 0, ideal = 0;
  uint32_t firsts = 0;                      // lanes that go elsewhere than the lane before them
  uint64_t low = 0, high = 0;               // the least and the most of `delta`, as signed numbers
  uint64_t bits = 0;                        // that are set in any of `delta`
  alignas(64) uint64_t delta[kLanes] = {};  // of its lanes, from the first of them
};

}  // namespace warplab::sim
