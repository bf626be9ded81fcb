#pragma once
// What ends a launch early: something after which nothing is meaningful, and the limits of work.
#include "sim/state/runner.hpp"

namespace warplab::sim {

// Tells what `lanes` have done, or have not, at this micro-operation, by the first of them.
void report_lanes(Warp& w, const MicroOp* i, FindingKind kind, uint32_t lanes, Told told);

// Ends the launch: nothing meaningful can follow. Returns null for the handler to return.
const MicroOp* stop_with(Warp& w, const MicroOp* i, FindingKind kind, uint32_t lanes,
                         Told told = {});

// Now and then: has the kernel run too long, or has somebody stopped it? `i` is the micro-operation
// of the basic block that has just been entered. Returns what runs next.
const MicroOp* look_around(Warp& w, const MicroOp* i);

}  // namespace warplab::sim
