#pragma once
// A trip around a loop that only waits (sim/wait_loops.hpp): what was counted before it, since one
// that does not lead out of the loop counts nothing.
#include <vector>

#include "sim/state/slot_counters.hpp"

namespace warplab::sim {

struct MicroOp;

struct Trip {
  const MicroOp* loop = nullptr;  // its branch back; null: none is under way
  uint32_t mask = 0;              // lanes that began it
  uint64_t counted_steps = 0;     // Warp::steps without Warp::idle_steps
  // Of the slots of its WaitLoop.
  std::vector<SlotCounters::Visit> blocks;
  std::vector<SlotCounters::Memory> memory;
  std::vector<std::vector<SlotCounters::Share>> shares;
  std::vector<uint64_t> branches;
};

}  // namespace warplab::sim
