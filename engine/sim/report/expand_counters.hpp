#pragma once
#include "sim/report.hpp"
#include "sim/state/runner.hpp"

namespace warplab::sim {

// From one slot a basic block and memory site to totals and source lines, and to the run's
// `buffers` and the heap, which may be null.
void expand_counters(const Program& program, const SlotCounters& slots, size_t buffers,
                     const Allocation* heap, LaunchReport& report);

}  // namespace warplab::sim
