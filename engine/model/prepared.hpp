#pragma once
// A trace made ready for being replayed, once for all GPUs: what the compiler leaves out is left
// out, instructions stand in the order in which it puts them, and each knows for which others of
// its warp it waits.
#include <array>
#include <cstdint>
#include <vector>

#include "data/trace.hpp"
#include "model/footprint.hpp"
#include "model/instruction_work.hpp"

namespace warplab::model {

// One instruction of one warp.
struct Step {
  static constexpr uint32_t kNone = ~0u;
  InstructionWork work;
  bool combines = false;         // an atomic of which the compiler lets one lane do the work of all
  bool is_memory_order = false;  // membar and fence: the warp waits for all it has asked for
  uint32_t detail = kNone;       // of the block's accesses or barriers, as in data::TraceStep
  // Steps of this warp, earlier in this order, whose results it needs.
  std::array<uint32_t, 3> from = {kNone, kNone, kNone};
};

struct PreparedWarp {
  std::vector<Step> steps;
};

struct PreparedBlock {
  const data::BlockTrace* trace = nullptr;
  std::vector<PreparedWarp> warps;
  std::vector<LineTouch> touches;  // one for each of trace->lines
};

struct PreparedLaunch {
  const data::LaunchTrace* trace = nullptr;
  std::vector<PreparedBlock> blocks;
  Footprint footprint;
  uint64_t steps = 0;     // of all blocks
  double truncation = 1;  // instructions that were executed, over those that were recorded
};

// `unrolling`: how many rounds of a loop of one basic block the last stage of the compiler puts
// into one, beyond those that the PTX has already. The trace must outlive what is made of it. What
// a trace says against its own rules (indices out of range) is left out: a trace may come from
// another process.
PreparedLaunch prepare(const data::LaunchTrace& trace, unsigned unrolling = 1);

}  // namespace warplab::model
