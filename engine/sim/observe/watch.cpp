#include "sim/observe/watch.hpp"

#include <bit>

namespace warplab::sim {

void WatchObserver::launch_starts(LaunchState& launch) {
  launch_ = &launch;
  ++launch_number_;
}

void WatchObserver::access(const AccessEvent& e) {
  if (e.space != ptx::Space::global || e.kind == AccessKind::load) return;
  for (uint32_t m = e.mask; m != 0; m &= m - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(m));
    const uint64_t address = e.addresses[lane];
    if (address >= end_ || address + e.bytes <= begin_) continue;
    const Dim3& grid = launch_->launch->grid;
    const Dim3& block = launch_->launch->block;
    last_ = WatchedWrite{
        launch_number_,
        {position_of(e.warp.block->linear, grid), position_of(e.warp.first_thread + lane, block)},
        launch_->program->sites[e.inst->site].line};
  }
}

}  // namespace warplab::sim
