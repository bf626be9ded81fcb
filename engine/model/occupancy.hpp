#pragma once
// How many blocks a multiprocessor holds at a time, and what limits it. Source: the CUDA occupancy
// calculator of the Toolkit and cuda_occupancy.h, "occupancy, registers, shared memory".
#include <cstdint>
#include <string_view>

#include "model/gpu.hpp"

namespace warplab::model {

// What one block needs.
struct BlockNeeds {
  uint64_t threads = 0;
  uint64_t registers_per_thread = 0;  // 0: not known, they limit nothing
  uint64_t shared_bytes = 0;          // static and dynamic
};

// What no more blocks fit for. `grid`: there are no more.
enum class OccupancyLimit : uint8_t { threads, registers, shared_memory, blocks, grid };
std::string_view name_of(OccupancyLimit limit);  // "shared memory"

constexpr uint64_t kNoLimit = ~uint64_t{0};

struct Occupancy {
  uint64_t blocks = 0;  // resident on one multiprocessor; 0: not even one fits
  uint64_t warps = 0;   // of these blocks
  double fraction = 0;  // of the most warps that a multiprocessor holds, 0 ... 1
  OccupancyLimit limit = OccupancyLimit::threads;
  // How many would fit by each limit alone, in the order of OccupancyLimit; without the grid.
  // kNoLimit: nothing of it is needed.
  uint64_t blocks_by[4] = {};
};

// `grid_blocks`: of the launch; each multiprocessor gets its share of them. Where several limits
// are equal the first in the order of OccupancyLimit is named; the grid only where it is lower.
Occupancy occupancy(const Gpu& gpu, const BlockNeeds& needs, uint64_t grid_blocks);

}  // namespace warplab::model
