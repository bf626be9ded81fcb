#pragma once
// A launch in an order other than the default one, on one host thread. sim/schedule.hpp says which
// orders there are.
#include <deque>
#include <functional>
#include <memory>

#include "sim/execute/warp.hpp"

namespace warplab::sim {

// Most blocks at once, as long as all of them wait for each other.
constexpr size_t kMostSpinningBlocks = 4096;

// The blocks that have started and not ended, and the number of the next one.
struct Resident {
  std::deque<std::unique_ptr<Block>> blocks;
  uint64_t next = 0;
};

// Takes a block that has ended.
using EndBlock = std::function<void(std::unique_ptr<Block>)>;

// Runs the launch's `blocks` blocks until all have ended, the launch is stopped, or
// kScheduledInstructions have been executed in this order; what is left then is in `resident`, to
// be finished in order.
void run_scheduled(Runner& r, uint64_t blocks, const Schedule& schedule, Resident& resident,
                   const EndBlock& end_block);

}  // namespace warplab::sim
