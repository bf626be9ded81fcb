#include "sim/observe/watch.hpp"

#include <bit>

#include "sim/state/launch_state.hpp"

namespace warplab::sim {

void WatchObserver::launch_starts(LaunchState& launch) {
  grid_ = launch.launch->grid;
  block_ = launch.launch->block;
  launch_ = static_cast<int>(launch.number);
  lines_.clear();
  for (uint32_t i = 0; i < launch.program->sites.size(); ++i)
    lines_.push_back(observed_instruction(launch, i).line);
}

void WatchObserver::access(const AccessEvent& e) {
  if (e.space != ptx::Space::global) return;
  for (uint32_t m = e.mask; m != 0; m &= m - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(m));
    const uint64_t address = e.addresses[lane];
    if (address >= end_ || address + e.bytes <= begin_) continue;
    const ThreadPlace writer{position_of(e.at.block, grid_),
                             position_of(e.at.warp * kLanes + lane, block_)};
    last_ = WatchedWrite{launch_, writer, lines_[e.at.instruction]};
  }
}

}  // namespace warplab::sim
