#pragma once
// Whose the requests of a memory site are. A site's counters are totals; what has been added to
// them since the last booking belongs to Runner::last_allocation of the site. So the hot path
// counts once, and pays only where a site goes on to another allocation.
#include "sim/execute/memory.hpp"
#include "sim/state/runner.hpp"

namespace warplab::sim {

// From now on the requests of `memory` belong to `allocation`.
void go_on_with(Runner& r, uint32_t memory, const Allocation* allocation);

// Of a request whose lanes reach several allocations, or partly none: `good` are those that reach
// one. The request itself is already in the site's counters, and was alone there since settle().
void divide(Runner& r, uint32_t memory, uint32_t good, uint32_t bytes, const uint64_t* addresses,
            const LaneTarget& target);

// Books what has been counted for the site's last allocation; settle_all() does so for every site,
// at the end of a launch.
void settle(Runner& r, uint32_t memory);
void settle_all(Runner& r);

// Adds the shares of another host thread.
void add_shares(SlotCounters& sum, const SlotCounters& part);

}  // namespace warplab::sim
