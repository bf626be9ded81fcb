#pragma once
// Handlers for control flow. What each expects in its record stands above its definition.
#include "sim/state/runner.hpp"

namespace warplab::sim {

// Flag of a backward branch whose loop polls memory (atomic, volatile or ordered access, fence).
constexpr uint32_t kPollingLoop = 1u << 30;
constexpr uint64_t kMostLocalBytes = 64 * 1024;  // of one thread, all frames together

// First record of a basic block. imm: PTX instructions in it, and their work in the upper half;
// aux: index into Program::blocks.
const Inst* enter_block(Warp&, const Inst*);
const Inst* enter_merge_block(Warp&, const Inst*);
const Inst* meet_again(Warp&, const Inst*);
const Inst* jump(Warp&, const Inst*);
const Inst* branch(Warp&, const Inst*);
// A branch behind which some lanes may never come to a barrier. memory: index into
// Program::left_barriers; else as branch.
const Inst* branch_past_barrier(Warp&, const Inst*);
const Inst* branch_indexed(Warp&, const Inst*);
const Inst* guard_around(Warp&, const Inst*);
const Inst* function_return(Warp&, const Inst*);
const Inst* thread_exit(Warp&, const Inst*);
const Inst* call_direct(Warp&, const Inst*);
const Inst* call_indirect(Warp&, const Inst*);

// Lanes waiting at `innermost` and the merge points around it are let go on their own; true if
// there were any.
bool release_waiting(Warp& w, Merge* innermost);

// Makes room for `bytes` of local memory a thread.
void reserve_local(Warp& w, uint32_t bytes);

// Ends the launch: nothing meaningful can follow. Returns null for the handler to return.
const Inst* stop_with(Warp& w, const Inst* i, FindingKind kind, uint32_t lanes,
                      std::string text = {});
// Gives the turn to the next split of `w` that can run; null: none can.
const Inst* next_split(Warp& w);
// `lanes` end; the others of the running split go on at `next`.
const Inst* lanes_exit(Warp& w, uint32_t lanes, const Inst* next);
Frame* push_frame(Runner& r, const FunctionCode& f, Frame* caller, uint32_t mask);
void release_frame(Runner& r, Frame* frame);
void enter(Warp& w, const Split& split);

}  // namespace warplab::sim
