#pragma once
// mbarrier: barrier objects in shared memory (state/barrier_objects.hpp), and those who wait there.
#include "sim/state/runner.hpp"

namespace warplab::sim {

// Of all: a, imm, flags: the address, as of loads and stores; traits: the flags below.
const MicroOp* make_object(Warp&, const MicroOp*);  // b: arrivals of a phase
const MicroOp* end_object(Warp&, const MicroOp*);
// b: arrivals of a lane, kNowhere: one; c: bytes that copies will bring, or kNowhere; d: the token,
// or kNowhere.
const MicroOp* arrive_at_object(Warp&, const MicroOp*);
// b: bytes of copies, more of them or, by a flag, fewer.
const MicroOp* expect_bytes(Warp&, const MicroOp*);
// d: a predicate, whether the phase of the token c (or that of the parity c, by a flag) is
// complete. Where that is so for no lane, they wait: a thread may be told so as late as the machine
// likes.
const MicroOp* wait_at_object(Warp&, const MicroOp*);
// d: the arrivals that were missing, by the token a.
const MicroOp* pending_count(Warp&, const MicroOp*);
// In front of other accesses. a, imm, flags: the address; b: bytes; kind: AccessKind.
const MicroOp* check_objects(Warp&, const MicroOp*);

namespace object_flag {
constexpr uint32_t kDrops = 1;       // no later phase awaits these arrivals
constexpr uint32_t kNoComplete = 2;  // these arrivals are not the last
constexpr uint32_t kOrders = 4;      // .release of an arrival, .acquire of a wait
constexpr uint32_t kParity = 8;
constexpr uint32_t kFewer = 16;
constexpr uint32_t kOfCopies = 64;     // cp.async: copies that were started before it have come
constexpr uint32_t kCounterShift = 8;  // of a wait: above it the number of its counter of barriers
constexpr uint32_t kCounted = 32;      // an arrival that was added to the phase before (cp.async)
}  // namespace object_flag

// In an order in which lanes go apart: this is an instruction of barrier objects at which they do
// not.
bool stay_together_at_object(Warp& w, const MicroOp* i);
// When nothing else of the block can run: those that wait at objects are told that their phase is
// not complete. False: there are none, or it never will be.
bool answer_waiting(Runner& r, Block& block);
// What a deadlock says of a split that waits there. It runs no more.
Saying missing_arrivals(Warp& w, const Split& split);

}  // namespace warplab::sim
