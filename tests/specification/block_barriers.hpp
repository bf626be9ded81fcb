#pragma once
// bar and barrier: the threads of a block wait for each other.
#include "specification/complaints.hpp"
#include "specification/left_barriers.hpp"
#include "specification/operands.hpp"
#include "specification/splits.hpp"
#include "specification/tally.hpp"

namespace warplab::sim::plain {

class BlockBarriers {
 public:
  BlockBarriers(const Operands& operands, Splits& splits, Tally& tally, Complaints& complaints,
                LeftBarriers& left)
      : operands_(operands), splits_(splits), tally_(tally), complaints_(complaints), left_(left) {}
  // The running split is at a barrier.
  void arrive(Warp& warp, const LaneSet& active);
  // Lets go who waits at barriers that all awaited threads have reached or left. True: there was
  // one.
  bool complete_all(Block& block);

 private:
  static bool can_complete(const Block& block, const Barrier& barrier);
  void complete_barrier(Block& block, unsigned number);

  const Operands& operands_;
  Splits& splits_;
  Tally& tally_;
  Complaints& complaints_;
  LeftBarriers& left_;
};

}  // namespace warplab::sim::plain
