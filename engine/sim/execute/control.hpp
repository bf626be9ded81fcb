#pragma once
// Handlers for branches and reconvergence points. What each expects in its record stands above its
// definition.
#include "sim/state/runner.hpp"

namespace warplab::sim {

// Flag of a backward branch whose loop polls memory (atomic, volatile or ordered access, fence).
constexpr uint32_t kPollingLoop = 1u << 30;

// Flag of the branch back of a loop that only waits (sim/wait_loops.hpp); Record::b is its index in
// Program::wait_loops.
constexpr uint32_t kWaitLoop = 1u << 28;

// First record of a basic block. imm: PTX instructions in it, and their work in the upper half;
// aux: index into Program::blocks.
const Record* enter_block(Warp&, const Record*);
const Record* enter_reconvergence_block(Warp&, const Record*);
// imm: how many of the basic block's instructions do not count.
const Record* count_less(Warp&, const Record*);
const Record* meet_again(Warp&, const Record*);
// The same where a loop that only waits begins. b: index into Program::wait_loops.
const Record* enter_wait_block(Warp&, const Record*);
const Record* enter_wait_reconvergence_block(Warp&, const Record*);
const Record* jump(Warp&, const Record*);
const Record* branch(Warp&, const Record*);
// A branch behind which some lanes may never come to a barrier. memory: index into
// Program::left_barriers; else as branch.
const Record* branch_past_barrier(Warp&, const Record*);
const Record* branch_indexed(Warp&, const Record*);
const Record* guard_around(Warp&, const Record*);

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
const Record* next_split(Warp& w);

}  // namespace warplab::sim
