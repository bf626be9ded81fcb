#pragma once
// What in a trace depends on what memory holds. A trace is right where that was right: the content
// of inputs, which is there, and what earlier launches have written, of which only the recorded
// blocks' part is.
#include <string>
#include <vector>

#include "data/trace.hpp"

namespace warplab::model {

// Whether a recorded warp executed a load that decides where it goes or which memory it touches
// (data::TraceInstruction::decides). Where none did, any content gives the same trace.
bool is_decided_by_memory(const data::LaunchTrace& trace);

// For each launch, in their order, why its trace cannot be relied on: it is decided by memory that
// an earlier launch has written, or it itself when it was launched before. One sentence; empty: it
// can.
std::vector<std::string> why_unreliable(const std::vector<data::LaunchTrace>& traces,
                                        const std::vector<size_t>& trace_of);

}  // namespace warplab::model
