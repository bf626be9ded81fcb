#pragma once
// The runs that are made again to see whether a variable of the kernel decides something before it
// has a value. In the PTX of the kernel as it is graded that cannot always be seen: the optimiser
// takes such a value for what it likes. So the source is compiled once more with those variables
// marked (compile/undefined_marks.hpp), and small runs of that module are followed value by value.
#include <cstdint>
#include <optional>
#include <vector>

#include "base/dim3.hpp"
#include "verdict/plan/run_plan.hpp"
#include "verdict/run/student_worker.hpp"

namespace warplab::verdict {

// A run that came to its end, and the warp instructions that it took.
struct MeasuredRun {
  PlannedRun run;
  uint64_t warp_instructions = 0;
};

// The shortest ones, the shortest first: one at least, and more as long as all together take no
// more than `most` warp instructions. Then, for as many again, the shortest of each variant and
// each choice of sizes that are whole warps or not: a variable may be set for what is left over
// only. Counted, not timed, so that the same are made everywhere.
std::vector<MeasuredRun> runs_to_follow(std::vector<MeasuredRun> runs, uint64_t most);

// As many as the small sizes of an exercise take. Unoptimised they are some five times as many, and
// following values executes a million a second or more: half a second, and only for kernels that
// declare a variable without a value.
inline constexpr uint64_t kFollowedInstructions = 100'000;
// Each lane's element of a local array is followed by itself, and unoptimised code clears and
// copies such arrays: a second. The run that comes to it (sim::Report::tracking_work) is the last.
inline constexpr uint64_t kFollowedTracking = uint64_t{1} << 25;

struct UndefinedQuestion {
  const exercise::Exercise& exercise;
  std::optional<Dim3> block;  // the student's choice
  const std::vector<MeasuredRun>& runs;
};

// Compiles the student's file with its variables marked, follows the values of the shortest of the
// runs and adds what is found to `findings`. Where the marks themselves keep the file from being
// compiled or run the gate stays as the runs of the kernel itself have decided it. The failure of a
// worker: this was not looked at, which the file may have brought about, so it does not pass.
worker::Outcome<bool> add_undefined_variables(const UndefinedQuestion& question,
                                              StudentWorker& student,
                                              std::vector<sim::Finding>& findings);

}  // namespace warplab::verdict
