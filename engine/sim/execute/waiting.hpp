#pragma once
// Loops that only wait (sim/wait_loops.hpp), in the default order: docs/SIMULATOR.md, "Waiting".
#include "sim/state/runner.hpp"

namespace warplab::sim {

// The turn of `w` begins.
void begin_turn(Warp& w);

// The running split comes to `begin`, the first micro-operation of such a loop: what is counted
// from here on does not count if it comes back.
void begin_trip(Warp& w, const MicroOp* begin);

// The running split has come back to `to`, the beginning of such a loop, by the branch `i`: the
// turn ends.
void look_again_later(Warp& w, const MicroOp* i, const MicroOp* to);

// Every warp of the block that can run has looked in vain, and nobody did anything else: lanes that
// wait at reconvergence points for those that look are let go. False: there are none.
bool let_go_of_waiting(Block& block);

}  // namespace warplab::sim
