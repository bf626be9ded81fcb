#pragma once
// Loads, stores, atomics and copies, and what asks for an address's window.
#include "specification/accesses.hpp"
#include "specification/operands.hpp"

namespace warplab::sim::plain {

class MemoryInstructions {
 public:
  MemoryInstructions(const LaunchContext& context, const Operands& operands, Accesses& accesses,
                     Tally& tally)
      : context_(context), operands_(operands), accesses_(accesses), tally_(tally) {}
  void load(Warp& warp, const LaneSet& active);
  void store(Warp& warp, const LaneSet& active);
  void atomic(Warp& warp, const LaneSet& active);
  void async_copy(Warp& warp, const LaneSet& active);
  void convert_address(Warp& warp, const LaneSet& active);
  void query_space(Warp& warp, const LaneSet& active);

 private:
  const LaunchContext& context_;
  const Operands& operands_;
  Accesses& accesses_;
  Tally& tally_;
};

}  // namespace warplab::sim::plain
