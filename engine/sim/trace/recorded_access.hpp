#pragma once
// One request as a trace keeps it.
#include <vector>

#include "data/trace.hpp"
#include "sim/observer.hpp"

namespace warplab::sim {

// What the lanes of `event` ask for; the lines that they touch are appended to `lines`.
// `local_base` is the address at which the warp's local memory is put. `is_constant`: it names
// __constant__ memory.
data::TraceAccess recorded_access(const AccessEvent& event, bool is_constant, uint64_t local_base,
                                  std::vector<data::TraceLine>& lines);

}  // namespace warplab::sim
