#pragma once
// What ends a launch early: something after which nothing is meaningful, and the limits of work.
#include "sim/state/runner.hpp"

namespace warplab::sim {

// Tells what `lanes` have done, or have not, at this record, by the first of them.
void report_lanes(Warp& w, const Record* i, FindingKind kind, uint32_t lanes, Told told);

// Ends the launch: nothing meaningful can follow. Returns null for the handler to return.
const Record* stop_with(Warp& w, const Record* i, FindingKind kind, uint32_t lanes, Told told = {});

// Now and then: has the kernel run too long, or has somebody stopped it? `i` is the record of the
// basic block that has just been entered. Returns what runs next.
const Record* look_around(Warp& w, const Record* i);

}  // namespace warplab::sim
