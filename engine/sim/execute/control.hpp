#pragma once
// Handlers for branches and reconvergence points. What each expects in its micro-operation stands
// above its definition.
#include "sim/state/runner.hpp"

namespace warplab::sim {

// Flag of a backward branch whose loop polls memory (atomic, volatile or ordered access, fence).
constexpr uint32_t kPollingLoop = 1u << 30;

// Flag of the branch back of a loop that only waits (sim/wait_loops.hpp); MicroOp::b is its index
// in Program::wait_loops.
constexpr uint32_t kWaitLoop = 1u << 28;

// First micro-operation of a basic block. imm: PTX instructions in it, and their work in the upper
// half; block: index into Program::blocks.
const MicroOp* enter_block(Warp&, const MicroOp*);
const MicroOp* enter_reconvergence_block(Warp&, const MicroOp*);
// imm: how many of the basic block's instructions do not count.
const MicroOp* count_less(Warp&, const MicroOp*);
const MicroOp* meet_again(Warp&, const MicroOp*);
// The same where a loop that only waits begins. b: index into Program::wait_loops.
const MicroOp* enter_wait_block(Warp&, const MicroOp*);
const MicroOp* enter_wait_reconvergence_block(Warp&, const MicroOp*);
const MicroOp* jump(Warp&, const MicroOp*);
const MicroOp* branch(Warp&, const MicroOp*);
// A branch behind which some lanes may never come to a barrier. memory: index into
// Program::left_barriers; else as branch.
const MicroOp* branch_past_barrier(Warp&, const MicroOp*);
const MicroOp* branch_indexed(Warp&, const MicroOp*);
const MicroOp* guard_around(Warp&, const MicroOp*);

// Makes `split` the running one.
inline void enter(Warp& w, const Split& split) {
  w.mask = split.mask;
  w.frame = split.frame;
  w.reconvergence = split.reconvergence;
  w.base[0] = split.frame->registers;
  w.told = split.told;
  w.in_vain = split.in_vain;
}

// Gives the turn to the next split of `w` that can run; null: none can.
const MicroOp* next_split(Warp& w);

}  // namespace warplab::sim
