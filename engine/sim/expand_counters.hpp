#pragma once
#include "sim/execute/warp.hpp"

namespace warplab::sim {

// From one slot a basic block and memory site to totals and source lines.
void expand_counters(const Program& program, const SlotCounters& slots, LaunchReport& report);

}  // namespace warplab::sim
