#pragma once
// Of a race: whether its threads hand something over by a flag that does not order them. One stores
// behind what it writes, the other polls before it reads (PTX ISA, "Memory Consistency Model":
// relaxed and volatile accesses synchronize with nothing without a fence).
#include <cstdint>

#include "sim/program/program.hpp"

namespace warplab::sim {

// The line of the loop that polls; 0: there is no such flag. `write` and `read` are the sites of
// the race. A barrier between an access and the flag is what orders them, and so is a release that
// an acquire reads: then it is none.
int line_that_polls(const Program& program, uint32_t write, uint32_t read);

}  // namespace warplab::sim
