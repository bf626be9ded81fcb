#pragma once
// Splits of a warp: how its lanes part at branches, wait for each other at merge points, and end.
#include <optional>

#include "specification/calls.hpp"
#include "specification/complaints.hpp"
#include "specification/left_barriers.hpp"
#include "specification/operands.hpp"
#include "specification/tally.hpp"

namespace warplab::sim::plain {

class Splits {
 public:
  Splits(const Operands& operands, Tally& tally, Complaints& complaints, Calls& calls,
         LeftBarriers& left)
      : operands_(operands), tally_(tally), complaints_(complaints), calls_(calls), left_(left) {}
  // The running split goes on behind its instruction, or at `target`.
  void go_on(Warp& warp);
  void go_to(Warp& warp, uint32_t target);
  // The first split of the queue runs from now on; none where it is empty.
  void next_split(Warp& warp);
  // A split in front of its merge point waits there, unless it is the last. True: the running split
  // is at no merge point, false: another one runs now, or none.
  bool arrive_where_due(Warp& warp);
  // Gives the running split a merge point at `pc` for `lanes`, unless it has that one already.
  void part(Warp& warp, uint32_t pc, const LaneSet& lanes);
  // For instructions that may wait: the lanes that the guard holds back wait behind the
  // instruction. False: there is no other lane, and the split has gone on.
  bool hold_back_unguarded(Warp& warp, const LaneSet& active);
  // `lanes` of the running split end. Others may have waited for them only.
  void exit_lanes(Warp& warp, const LaneSet& lanes);
  // Lets the lanes go that wait at a merge point and those around it. True if there were any.
  bool release_waiting(Warp& warp, const std::shared_ptr<MergePoint>& innermost);

  // The turn of `warp` begins.
  void begin_turn(Warp& warp);
  // The running split executes an instruction that is counted.
  void note_step(Warp& warp);
  // Every warp of the block that can run has looked in vain: lanes that wait at merge points for
  // those that look are let go. False: there are none.
  bool let_go_of_waiting(Block& block);

  void branch(Warp& warp, const LaneSet& taken);
  void indexed_branch(Warp& warp, const LaneSet& active);
  void ret(Warp& warp, const LaneSet& active);

 private:
  void look_again_later(Warp& warp);

  // A trip around a loop that only waits, which counts nothing if all lanes come back.
  struct Trip {
    uint32_t begin = 0;
    LaneSet lanes;
    uint64_t instructions = 0;
    Tally::Counted before;
  };
  std::optional<Trip> trip_;  // of the warp whose turn it is
  const Operands& operands_;
  Tally& tally_;
  Complaints& complaints_;
  Calls& calls_;
  LeftBarriers& left_;
};

}  // namespace warplab::sim::plain
