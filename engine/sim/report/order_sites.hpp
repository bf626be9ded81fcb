#pragma once
// Could a launch have given another answer in another order of its threads?
#include "sim/program/program.hpp"
#include "sim/state/runner.hpp"

namespace warplab::sim {

// The first instruction that some warp executed in this launch and whose result depends on the
// order in which threads run; null where there was none. (A data race makes a finding instead.)
const Site* depends_on_order(const Program& program, const SlotCounters& counters);

// Whether threads have looked by strong accesses at memory into which writes went that may take
// effect late. Commuting updates at which nobody looks are none, nor are locks that are released.
bool late_writes_matter(const Program& program, const SlotCounters& counters);
// Whether they have loaded from there by strong loads, and any strong write went there.
bool early_loads_matter(const Program& program, const SlotCounters& counters);

}  // namespace warplab::sim
