#pragma once
// Handlers for control flow. What each expects in its record stands above its definition.
#include "sim/state/runner.hpp"

namespace warplab::sim {

// Flag of a backward branch whose loop polls memory (atomic, volatile or ordered access, fence).
constexpr uint32_t kPollingLoop = 1u << 30;
constexpr uint64_t kMostLocalBytes = 64 * 1024;  // of one thread, all frames together

// First record of a basic block. imm: PTX instructions in it, and their work in the upper half;
// aux: index into Program::blocks.
const Record* enter_block(Warp&, const Record*);
const Record* enter_merge_block(Warp&, const Record*);
const Record* meet_again(Warp&, const Record*);
const Record* jump(Warp&, const Record*);
const Record* branch(Warp&, const Record*);
// A branch behind which some lanes may never come to a barrier. memory: index into
// Program::left_barriers; else as branch.
const Record* branch_past_barrier(Warp&, const Record*);
const Record* branch_indexed(Warp&, const Record*);
const Record* guard_around(Warp&, const Record*);
const Record* function_return(Warp&, const Record*);
const Record* thread_exit(Warp&, const Record*);
const Record* call_direct(Warp&, const Record*);
const Record* call_indirect(Warp&, const Record*);

// Lanes waiting at `innermost` and the merge points around it are let go on their own; true if
// there were any.
bool release_waiting(Warp& w, Merge* innermost);

// Makes room for `bytes` of local memory a thread.
void reserve_local(Warp& w, uint32_t bytes);

// Ends the launch: nothing meaningful can follow. Returns null for the handler to return.
const Record* stop_with(Warp& w, const Record* i, FindingKind kind, uint32_t lanes,
                        std::string text = {});
// Gives the turn to the next split of `w` that can run; null: none can.
const Record* next_split(Warp& w);
// `lanes` end; the others of the running split go on at `next`.
const Record* lanes_exit(Warp& w, uint32_t lanes, const Record* next);
Frame* push_frame(Runner& r, const FunctionCode& f, Frame* caller, uint32_t mask);
void release_frame(Runner& r, Frame* frame);
void enter(Warp& w, const Split& split);

}  // namespace warplab::sim
