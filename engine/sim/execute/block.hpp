#pragma once
// One block on one host thread: starting it, its turns, ending it.
#include <memory>

#include "sim/state/runner.hpp"

namespace warplab::sim {

std::unique_ptr<Block> start_block(Runner& r, uint64_t linear);
void finish_block(Runner& r, std::unique_ptr<Block> block);
// Runs until the block ends (true) or every warp of it spins (false).
bool run_block(Runner& r, Block& block);
// One turn of a warp: until it waits or ends, or for `quantum` micro-operations if that is not 0.
// False: it cannot go on before a barrier completes.
bool run_warp(Warp& w, uint64_t quantum);
// One turn of a warp up to its next ordering access (kOrderingAccess), at least one instruction:
// true when it stands before one, false when it waits, spins or has ended.
bool run_to_ordering_access(Warp& w);
// Another split of a warp that was stopped goes on at its next turn, if one can.
void give_turn_to_next_split(Warp& w);
// Lanes of a warp that stand before an ordering access go apart (part_lanes()).
void part_at_ordering_access(Warp& w, bool last_first);
bool can_run(const Warp& w);
// Between turns: every barrier that can be completed is.
void let_through_barriers(Block& block);
// After turns: completes barriers, lets go of what waits in vain, and reports a deadlock.
enum class BlockState { ended, can_run };
BlockState unblock(Runner& r, Block& block);

}  // namespace warplab::sim
