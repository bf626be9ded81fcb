#pragma once
// The plain engine at work on one launch: blocks one after the other, the turns of their warps, and
// which part of the machine executes an instruction. The rules of these turns are in
// warp_state.hpp.
#include <memory>
#include <string>
#include <vector>

#include "specification/accesses.hpp"
#include "specification/barrier_objects.hpp"
#include "specification/block_barriers.hpp"
#include "specification/calls.hpp"
#include "specification/complaints.hpp"
#include "specification/computation.hpp"
#include "specification/device_functions.hpp"
#include "specification/left_barriers.hpp"
#include "specification/members.hpp"
#include "specification/memory_instructions.hpp"
#include "specification/operands.hpp"
#include "specification/splits.hpp"
#include "specification/tally.hpp"

namespace warplab::sim::plain {

class Machine {
 public:
  Machine(LaunchContext context, FindingBook& findings, Report& report);
  // Runs all blocks; false when an error or a cancellation ended it early.
  bool run();
  const Tally& tally() const { return tally_; }
  const std::string& output() const { return functions_.output(); }

 private:
  std::unique_ptr<Block> start_block(uint64_t linear);
  bool run_block(Block& block);
  bool after_round(Block& block);
  void run_warp(Warp& warp);
  void step(Warp& warp);
  void sleep(const Warp& warp, const LaneSet& active);
  void tell(const Warp& warp) const;
  void call(Warp& warp, const LaneSet& active);
  void report_deadlock(Block& block);
  void report_wait_for_later_blocks(Block& block);

  // Each part knows those above it only.
  const LaunchContext context_;
  Report& report_;
  Tally tally_;
  Complaints complaints_;
  const Operands operands_;
  Accesses accesses_;
  LeftBarriers left_;
  Calls calls_;
  Splits splits_;
  Members members_;
  BlockBarriers barriers_;
  BarrierObjects objects_;
  Computation computation_;
  MemoryInstructions memory_instructions_;
  DeviceFunctions functions_;
};

}  // namespace warplab::sim::plain
