#pragma once
// Which loads decide where a kernel goes and which memory it touches. Where none does, what the
// buffers hold changes nothing in a trace.
#include <vector>

#include "data/trace.hpp"
#include "sim/observer.hpp"

namespace warplab::sim {

// Sets TraceInstruction::decides: a backward slice over registers (Weiser, "Program slicing", 1984)
// from all addresses, guards of what is seen from outside, and branches. Shared and local memory
// and parameters of calls are followed as one variable each, so it may mark too many, never too
// few. `code` are the launch's instructions, with their registers.
void mark_decisive_loads(const LaunchState& launch, std::vector<data::TraceInstruction>& code);

}  // namespace warplab::sim
