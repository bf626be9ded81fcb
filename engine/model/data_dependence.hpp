#pragma once
// What in a trace depends on what memory holds. A trace is right where that was right: the content
// of inputs, which is there, and what earlier launches have written, of which only the recorded
// blocks' part is.
#include <map>
#include <set>
#include <string>
#include <vector>

#include "data/trace.hpp"

namespace warplab::model {

// The buffers, by their names, from which recorded warps loaded what decides where they go or which
// memory they touch (data::TraceInstruction::decides); of other global memory "a __device__
// variable". Any content of all others gives the same trace.
std::set<std::string> deciding_memory(const data::LaunchTrace& trace);

// Bytes [begin, end) of a buffer.
struct ByteRange {
  uint64_t begin = 0, end = 0;
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};
// Which bytes of which buffers those were, whole lines of 128 as far as the buffer reaches; in
// rising order, apart from each other.
std::map<std::string, std::vector<ByteRange>> deciding_bytes(const data::LaunchTrace& trace);

// Whether a warp executed more than was recorded of it.
bool is_cut_short(const data::LaunchTrace& trace);

// For each launch, in their order, why its trace cannot be relied on: it is decided by memory that
// an earlier launch has written, or it itself when it was launched before. One sentence; empty: it
// can.
std::vector<std::string> why_unreliable(const std::vector<data::LaunchTrace>& traces,
                                        const std::vector<size_t>& trace_of);

}  // namespace warplab::model
