#pragma once
// Barriers of a block and of a warp.
#include "sim/execute/warp.hpp"

namespace warplab::sim {

enum class BarrierKind : uint32_t { sync, arrive, red_popc, red_and, red_or };

// a: barrier number; b: thread count or kNowhere; c: predicate of red; d: result; aux: arrival
// slot; flags: BarrierKind, kBarrierPredicateNegated.
constexpr uint32_t kBarrierKindMask = 7, kBarrierPredicateNegated = 8;
const Inst* block_barrier(Warp&, const Inst*);
// a: member mask.
const Inst* warp_barrier(Warp&, const Inst*);

// Completes every barrier of `block` that can be; true if one was.
bool complete_barriers(Block& block);

// For instructions whose `members` must execute them together (shfl, vote, match, redux). True: the
// running split holds all members that have not exited, go on. False: return next_split().
bool gather_members(Warp& w, const Inst* i, uint32_t members);
// To be returned by such an instruction after it executed.
const Inst* after_gathering(Warp& w, const Inst* next);
// Called when no split of the warp can run but some await members: lets them go on without, with a
// finding. True if there were any.
bool give_up_gathering(Warp& w);

}  // namespace warplab::sim
