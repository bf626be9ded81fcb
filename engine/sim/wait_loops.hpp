#pragma once
// Loops in which a thread only waits for what others write.
#include <cstdint>
#include <vector>

#include "ptx/control_flow.hpp"
#include "ptx/module.hpp"

namespace warplab::sim {

// A trip around such a loop that does not lead out of it has done nothing: it has looked at memory
// by volatile or ordered loads (or by atomics that change nothing, such as an addition of 0), has
// stored nothing, met nobody and read no clock, and what its registers hold is worked out anew in
// the next trip, but for how long it sleeps.
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
