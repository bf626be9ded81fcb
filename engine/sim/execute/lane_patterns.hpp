#pragma once
// How the lanes of an access lie to each other, and what that costs. Most instructions repeat the
// pattern that they had before, shifted, so that it is looked at once.
#include "sim/execute/memory.hpp"
#include "sim/state/slot_counters.hpp"

namespace warplab::sim {

// Of an access that some lane makes: kept with its memory site.
const PatternCache& pattern_of(const LaneAccess& access);
// Adds the request to the counters of its site.
void count_request(const LaneAccess& access, const PatternCache& pattern);

}  // namespace warplab::sim
