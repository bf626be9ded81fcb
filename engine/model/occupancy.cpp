#include "model/occupancy.hpp"

#include <algorithm>

namespace warplab::model {
namespace {

constexpr uint64_t kWarp = 32;

uint64_t rounded_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

// Each scheduler has its part of the registers and a whole number of warps; a block's warps are
// spread over all of them.
uint64_t blocks_by_registers(const Gpu& gpu, const BlockNeeds& needs, uint64_t warps) {
  if (needs.registers_per_thread == 0) return kNoLimit;
  if (needs.registers_per_thread > gpu.most_registers_per_thread) return 0;
  const uint64_t of_a_warp = rounded_up(needs.registers_per_thread * kWarp, gpu.register_unit);
  const uint64_t resident = gpu.registers / gpu.schedulers / of_a_warp * gpu.schedulers;
  return resident / warps;
}

uint64_t blocks_by_shared(const Gpu& gpu, const BlockNeeds& needs) {
  const uint64_t of_a_block = rounded_up(needs.shared_bytes + gpu.shared_reserved, gpu.shared_unit);
  if (needs.shared_bytes > gpu.shared_bytes_per_block) return 0;
  return needs.shared_bytes == 0 ? kNoLimit : gpu.shared_bytes / of_a_block;
}

}  // namespace

std::string_view name_of(OccupancyLimit limit) {
  switch (limit) {
    case OccupancyLimit::threads: return "threads";
    case OccupancyLimit::registers: return "registers";
    case OccupancyLimit::shared_memory: return "shared memory";
    case OccupancyLimit::blocks: return "blocks";
    case OccupancyLimit::grid: return "grid";
  }
  return "";
}

Occupancy occupancy(const Gpu& gpu, const BlockNeeds& needs, uint64_t grid_blocks) {
  const uint64_t warps = std::max<uint64_t>((needs.threads + kWarp - 1) / kWarp, 1);
  Occupancy result;
  result.blocks_by[0] = needs.threads > gpu.most_threads_per_block ? 0 : gpu.most_warps / warps;
  result.blocks_by[1] = blocks_by_registers(gpu, needs, warps);
  result.blocks_by[2] = blocks_by_shared(gpu, needs);
  result.blocks_by[3] = gpu.most_blocks;
  const auto least = std::min_element(std::begin(result.blocks_by), std::end(result.blocks_by));
  result.blocks = *least;
  result.limit = static_cast<OccupancyLimit>(least - std::begin(result.blocks_by));
  const uint64_t share = (grid_blocks + gpu.multiprocessors - 1) / gpu.multiprocessors;
  if (share < result.blocks) {
    result.blocks = share;
    result.limit = OccupancyLimit::grid;
  }
  result.warps = result.blocks * warps;
  result.fraction = static_cast<double>(result.warps) / static_cast<double>(gpu.most_warps);
  return result;
}

}  // namespace warplab::model
