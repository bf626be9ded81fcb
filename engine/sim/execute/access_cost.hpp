#pragma once
// What one warp-wide access costs the memory system: sectors and wavefronts, exactly.
// Rules: docs/SIMULATOR.md, "What is counted"; Nsight Compute's l1tex__t_sectors and
// l1tex__data_pipe_lsu_wavefronts.
#include <cstdint>

namespace warplab::sim {

struct SharedCost {
  uint32_t wavefronts = 0;
  uint32_t ideal = 0;  // the fewest that the access width allows
};

// Distinct 32-byte pieces that the lanes in `mask` touch, `bytes` each, at `addresses` (32 lanes).
uint32_t sectors(const uint64_t* addresses, uint32_t mask, uint32_t bytes);

// Passes over the 32 banks of 4 bytes. Of a load of 8 or 16 bytes twice as many lanes are served
// together when each lane of the warp reads from where lane ^ 1 does, or each from where lane ^ 2
// does; a lane that is not active fits any partner. (Nsight Compute on an H100 and an H200: all of
// 45 patterns, full and partly active warps.)
SharedCost load_wavefronts(const uint64_t* offsets, uint32_t mask, uint32_t bytes);
SharedCost store_wavefronts(const uint64_t* offsets, uint32_t mask, uint32_t bytes);

// The same for atomics: lanes that update one word do so one after the other.
SharedCost atomic_wavefronts(const uint64_t* offsets, uint32_t mask, uint32_t bytes);

// Lane l of 32 at first + l * stride, aligned to `bytes`: distinct sectors.
inline uint32_t strided_sectors(uint64_t first, int64_t stride, uint32_t bytes) {
  const uint64_t step = static_cast<uint64_t>(stride < 0 ? -stride : stride);
  if (step >= 32) return 32;  // aligned accesses do not straddle a sector
  const uint64_t lowest = stride < 0 ? first - 31 * step : first;
  return static_cast<uint32_t>(((lowest + 31 * step + bytes - 1) >> 5) - (lowest >> 5) + 1);
}

// Passes of a load in which all lanes read the same `bytes`; as many are ideal.
inline uint32_t broadcast_wavefronts(uint32_t bytes) { return bytes <= 8 ? 1 : 2; }

// Wavefronts a pass (of 32, 16 or 8 lanes for accesses of 4, 8 or 16 bytes) for a stride other than
// 0, a multiple of `bytes`: banks repeat every 128 bytes, so lanes meet in a bank when their
// distance is a multiple of that.
inline uint32_t strided_degree(int64_t stride, uint32_t bytes) {
  const auto step = static_cast<uint64_t>(stride < 0 ? -stride : stride);
  const uint32_t lanes = bytes <= 4 ? 32 : bytes == 8 ? 16 : 8;
  const uint64_t common = (step & (~step + 1)) & 127;  // largest power of two in step, below 128
  const uint32_t period = common ? static_cast<uint32_t>(128 / common) : 1;
  return period >= lanes ? 1 : lanes / period;
}

}  // namespace warplab::sim
