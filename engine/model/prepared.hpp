#pragma once
// A trace made ready for being replayed, once for all GPUs: what the compiler leaves out is left
// out, instructions stand in the order in which it puts them, and each knows for which others of
// its warp it waits.
#include <array>
#include <cstdint>
#include <vector>

#include "data/trace.hpp"
#include "model/compiler_stage.hpp"
#include "model/footprint.hpp"
#include "model/instruction_work.hpp"

namespace warplab::model {

// One instruction of one warp.
struct Step {
  static constexpr uint32_t kNone = ~0u;
  InstructionWork work;
  bool is_whole = false;  // an atomic on whole numbers
  bool combines = false;  // and the compiler sees that all lanes update one element: it adds first
  bool is_memory_order = false;  // membar and fence: the warp waits for all it has asked for
  uint32_t detail = kNone;       // of the block's accesses or barriers, as in data::TraceStep
  uint8_t merged = 0;            // shared loads behind this one that are part of it
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
  std::vector<uint64_t> updated;   // sectors of global memory, by atomics, see updated_by()
};

struct PreparedLaunch {
  const data::LaunchTrace* trace = nullptr;
  std::vector<PreparedBlock> blocks;
  Footprint footprint;
  uint64_t registers = 0;  // of a thread; 0: not known
  uint64_t steps = 0;      // of all blocks
  double operations = 0;   // on f32 and f64 of the recorded steps, see LaunchModel::operations
  double truncation = 1;   // instructions that were executed, over those that were recorded
};

// `unrolling`: how many rounds of a loop of one basic block the last stage of the compiler puts
// into one, beyond those that the PTX has already. The trace must outlive what is made of it. What
// a trace says against its own rules (indices out of range) is left out: a trace may come from
// another process.
PreparedLaunch prepare(const data::LaunchTrace& trace, unsigned unrolling = 1);
// The same with what the machine code says of the kernel.
PreparedLaunch prepare(const data::LaunchTrace& trace, const MachineCode& machine);

}  // namespace warplab::model
