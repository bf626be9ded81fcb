#pragma once
// The GPU of a run, as far as no kernel may build on it: where buffers lie, and for runs that are
// not repeated in other orders what clocks and the numbers of multiprocessors show.
#include "exercise/draw.hpp"
#include "sim/simulate.hpp"
#include "verdict/run_plan.hpp"

namespace warplab::verdict {

// Options::machine and Options::placement of a run of `plan`, at the size and with the seed that
// `where` names. Of a check in the first order clocks stay plain: a kernel that follows them is
// told as one whose answer depends on the order, by the repetitions.
void draw_machine(const PlannedRun& plan, const std::string& where, const exercise::Draw& draw,
                  sim::Options& options);

}  // namespace warplab::verdict
