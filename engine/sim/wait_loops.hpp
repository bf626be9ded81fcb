#pragma once
// Loops in which a thread only waits for what others write.
#include <cstdint>
#include <vector>

#include "ptx/control_flow.hpp"
#include "ptx/module.hpp"

namespace warplab::sim {

// Loops that only wait. A trip around one that does not lead out of it leaves nothing behind: it
// looks at memory by volatile or ordered loads, or by atomics that change nothing (an addition of
// 0). It stores nothing, meets nobody and reads no clock. No register keeps a value for the next
// trip, except how long to sleep.
struct WaitLoops {
  std::vector<uint32_t> begins;  // their first instructions, in order
  std::vector<uint32_t> ends;    // the branches that lead back to their beginnings, in order
  std::vector<uint32_t> sleeps;  // `nanosleep` in such loops, in order

  bool begin_at(uint32_t instruction) const;
  bool end_at(uint32_t instruction) const;
  bool sleep_at(uint32_t instruction) const;
};
WaitLoops wait_loops(const ptx::Function& function, const ptx::ControlFlow& flow);

}  // namespace warplab::sim
