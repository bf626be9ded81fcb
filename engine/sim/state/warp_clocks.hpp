#pragma once
// What the warps of a block know of each other, for the check of shared memory that runs with every
// launch: a vector clock for each warp, as FastTrack (Flanagan, Freund, 2009) has one for each
// thread, in the clocks of the shadow cells (SharedTracking). Only where a kernel has other
// barriers than those of the whole block, of which the block's epoch says all
// (Program::has_partial_barriers). It says of less that it comes before than does (what some lanes
// of a warp know counts once they have told all of them), never of more.
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/state/barrier_objects.hpp"

namespace warplab::sim {

struct Block;
struct Warp;

class WarpClocks {
 public:
  // For each warp of a block a clock: all that it did with less.
  using VectorClock = std::array<uint32_t, kMostWarps>;
  // By the warp of a cell's thread: what cells are less than whose access all lanes of one warp
  // have behind them. The last is for cells that are of many threads or of nobody.
  static constexpr size_t kLimits = 64;
  using Limits = std::array<uint32_t, kLimits>;

  void block_starts(size_t warps, size_t units);
  // Clocks begin anew.
  void forget_clocks();

  // Lanes of a warp tell what they know, at a barrier or in a phase of a barrier object. Behind an
  // object the caller gives the warp a new clock.
  void arrive_at_barrier(Warp& w, uint32_t number, bool waits);
  void arrive_at_object(const Warp& w, uint32_t lanes, uint32_t offset);
  // Who waits at the barrier learns it, and gets a new clock; not, where `all` of the block have
  // met, of which the block's epoch tells.
  void complete_barrier(Block& block, uint32_t number, bool all);
  void object_made(uint32_t offset);
  void complete_phase(const Block& block, uint32_t offset);
  void learn_of_phase(Warp& w, uint32_t lanes, uint32_t offset);
  // These lanes have waited for each other. Those of a warp in which nobody has ended know from now
  // on what all of them did.
  void meet_in_warp(Warp& w, uint32_t lanes);

  // Does what the cell tells of come before what this lane does now? `warps`: whose it is, where it
  // is of many threads.
  bool is_before(const Warp& w, unsigned lane, uint32_t cell, uint32_t warps) const;
  const Limits& limits(const Warp& w);

  // Beside the cells: the warps of those who have read; of those who have updated a unit
  // atomically, since when nobody stored there; and who stored there before.
  std::vector<uint32_t> readers, updaters, stored;

 private:
  struct Meeting {
    VectorClock told{};
    // Of each warp: which lanes have come, with what clock at least, and which wait.
    std::array<uint32_t, kMostWarps> lanes{}, least{}, waiting{};
  };
  struct OfWarp {
    VectorClock known{};  // by all of its lanes
    VectorClock some{};   // by `some_lanes` of them, all together
    uint32_t some_lanes = 0;
    // Of each lane: with which others it has met, and the clock since then.
    std::array<uint32_t, 32> group{}, group_clock{};
    Limits limits{};
    uint32_t limits_epoch = 0;  // 0: they are to be computed anew
  };
  struct Object {
    uint32_t offset = 0;
    Meeting now;
    VectorClock before{};  // what all knew who arrived in the phase before this one
  };
  void tell(Meeting& meeting, const Warp& w, uint32_t lanes);
  static VectorClock all_told(const Meeting& meeting, const Block& block);
  void learn(const Warp& w, uint32_t lanes, const VectorClock& told);
  Object& object(uint32_t offset);

  std::array<OfWarp, kMostWarps> warps_;
  std::array<Meeting, 16> barriers_;
  std::vector<Object> objects_;
  size_t count_ = 0;  // of warps
};

}  // namespace warplab::sim
