#pragma once
// Calls, returns and exits: their handlers, and the frames that they make and leave. What a handler
// expects in its micro-operation stands above its definition.
#include "sim/state/runner.hpp"

namespace warplab::sim {

constexpr uint64_t kMostLocalBytes = 64 * 1024;  // of one thread, all frames together

const MicroOp* function_return(Warp&, const MicroOp*);
const MicroOp* thread_exit(Warp&, const MicroOp*);
const MicroOp* call_direct(Warp&, const MicroOp*);
const MicroOp* call_indirect(Warp&, const MicroOp*);

Frame* push_frame(Runner& r, const FunctionCode& f, Frame* caller, uint32_t mask);
void release_frame(Runner& r, Frame* frame);
// `lanes` leave `frame`: their results go to the caller's frame. Returns where they go on.
Split leave_function(Warp& w, uint32_t lanes, Frame* frame, Reconvergence* reconvergence);
// `lanes` end; the others of the running split go on at `next`.
const MicroOp* lanes_exit(Warp& w, uint32_t lanes, const MicroOp* next);
// Makes room for `bytes` of local memory a thread.
void reserve_local(Warp& w, uint32_t bytes);

}  // namespace warplab::sim
