#pragma once
// What the last stage of the compiler, ptxas, has made of a kernel, as far as its PTX does not say
// so.
#include <cstdint>
#include <vector>

namespace warplab::sim {

struct MachineCode {
  uint32_t registers = 0;      // a thread
  uint32_t local_bytes = 0;    // stack frame of a thread, spills included
  uint64_t spilled_bytes = 0;  // of a thread, stored and loaded where registers do not suffice
};

// Stores to __constant__ variables. The compiler warns of each, and puts a trap in its place that
// has no line, or that of what happens to stand before it.
struct ConstantStores {
  std::vector<int> lines;         // ascending; empty: there is none
  bool source_has_traps = false;  // of its own: only traps without a line are meant then
};

}  // namespace warplab::sim
