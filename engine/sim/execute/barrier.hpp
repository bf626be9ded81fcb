#pragma once
// Barriers of a block and of a warp.
#include "sim/program/instruction_flags.hpp"
#include "sim/state/runner.hpp"

namespace warplab::sim {

enum class BarrierKind : uint32_t { sync, arrive, red_popc, red_and, red_or };

// a: barrier number; b: thread count or kNowhere; c: predicate of red; d: result; aux: arrival
// slot; flags: BarrierKind, kBarrierPredicateNegated, kBarrierAligned.
constexpr uint32_t kBarrierKindMask = 7, kBarrierPredicateNegated = 8;
// PTX: all threads of a warp execute the same barrier.
constexpr uint32_t kBarrierAligned = 16;
const MicroOp* block_barrier(Warp&, const MicroOp*);
// a: member mask.
const MicroOp* warp_barrier(Warp&, const MicroOp*);
// These lanes execute barriers of the warp together: told to who wants to know.
void have_met(Warp& w, const MicroOp* i, uint32_t lanes);

// Completes every barrier of `block` that can be; true if one was.
bool complete_barriers(Block& block);

}  // namespace warplab::sim
