#pragma once
// A launch in an order other than the default one, on one host thread. sim/schedule.hpp says which
// orders there are.
#include <functional>
#include <memory>

#include "sim/device/residency.hpp"
#include "sim/state/runner.hpp"

namespace warplab::sim {

// Most blocks of so many warps at once, as long as all of them wait for each other.
constexpr size_t most_spinning_blocks(const LaunchState& launch) {
  return static_cast<size_t>(most_resident_blocks(launch.warps_per_block));
}

// Takes a block that has ended.
using EndBlock = std::function<void(std::unique_ptr<Block>)>;

// Runs the launch's `blocks` blocks until all have ended or the launch is stopped. After
// kScheduledInstructions in this order (see scheduled.cpp) what is left runs in order.
void run_scheduled(Runner& r, uint64_t blocks, const Schedule& schedule, const EndBlock& end_block);

}  // namespace warplab::sim
