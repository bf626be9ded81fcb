#pragma once
// Which runs are made again to see whether a variable of the kernel decides something before it has
// a value. In the PTX of the kernel as it is graded that cannot always be seen: the optimiser takes
// such a value for what it likes. So the source is compiled once more with those variables marked
// (compile/undefined_marks.hpp), and small runs of that module are followed value by value.
#include <cstdint>
#include <vector>

#include "verdict/run_plan.hpp"

namespace warplab::verdict {

// A run that came to its end, and the warp instructions that it took.
struct MeasuredRun {
  PlannedRun run;
  uint64_t warp_instructions = 0;
};

// The shortest ones, the shortest first: one at least, and more as long as all together take no
// more than `most` warp instructions. Counted, not timed, so that the same are made everywhere.
std::vector<PlannedRun> runs_to_follow(std::vector<MeasuredRun> runs, uint64_t most);

// As many as the small sizes of an exercise take. Unoptimised they are some five times as many, and
// following values executes a million a second or more: half a second, and only for kernels that
// declare a variable without a value.
inline constexpr uint64_t kFollowedInstructions = 100'000;

}  // namespace warplab::verdict
