#pragma once
// What each line's memory accesses cost beside what the same bytes would cost at best: the badges
// in the editor and the rows of the counters.
#include <string>
#include <vector>

#include "sim/simulate.hpp"

namespace warplab::app {

// One kind of access of one line, such as its global loads.
struct AccessCost {
  enum class Memory { global, shared, local };
  Memory memory = Memory::global;
  std::string what;  // "global load"
  uint64_t requests = 0;
  uint64_t units = 0;      // sectors of global and local memory, wavefronts of shared
  double ideal_units = 0;  // 0: not known (atomics on global memory)
  double per_request() const {
    return requests ? static_cast<double>(units) / static_cast<double>(requests) : 0;
  }
  double ideal_per_request() const {
    return requests ? ideal_units / static_cast<double>(requests) : 0;
  }
  double ratio() const;  // units over the ideal, at least 1; 0 where there is no ideal
  std::string sentence;  // "moves 1024 bytes ... and uses 128: 12.5 % of it is useful"
};

struct LineCost {
  int line = 0;  // from 1
  std::vector<AccessCost> accesses;
  uint64_t warp_instructions = 0, divergent_branches = 0, branches = 0;
  // Of the worst access; 0: no access with an ideal, so no badge.
  double ratio() const;
};

// By line. Lines that execute nothing are not in it.
std::vector<LineCost> line_costs(const sim::LineCounters& lines);

// "8x" for 7.9, "1x" for 1.02, "1.5x" for 1.46: what a badge says.
std::string ratio_text(double ratio);

// How loudly a ratio is shown.
enum class CostLevel { ideal, fair, poor, bad };
CostLevel cost_level(double ratio);

}  // namespace warplab::app
