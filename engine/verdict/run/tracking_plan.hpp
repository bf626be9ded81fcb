#pragma once
// How much exact tracking (sim::Report::tracking_work) the runs of one grading may take. It costs
// many times what a run costs, and most kernels that take much of it are wrong in another way, too,
// which shows sooner. All of it is counted: the same file is looked at alike on every machine.
#include <cstdint>
#include <optional>
#include <vector>

#include "verdict/plan/run_plan.hpp"
#include "verdict/run/evidence.hpp"
#include "verdict/run/student_worker.hpp"

namespace warplab::verdict {

class TrackingPlan {
 public:
  // For the next run in the default order. Once a race is known nothing more is looked for: it
  // fails its gate, and its consequences are no news. Beside a value that nobody wrote there may be
  // a race, at another size.
  // `reference`: how much work the reference makes of that run.
  sim::Options limited(sim::Options options, const Evidence& evidence, uint64_t reference) const;
  // From now on no run can change the score.
  void without_points();
  // After that run, before its findings are in `evidence`: was looking at it given up because of
  // the limit? Then it is one of left().
  bool leaves(const PlannedRun& run, const sim::Report& report, const Evidence& evidence);
  // The runs that are still to be tracked, to their ends, where everything else is right: those
  // with the fewest instructions first, until they have taken kWhole together, about a second.
  std::vector<PlannedRun> left() const;
  static constexpr uint64_t kWhole = uint64_t{1} << 24;

 private:
  // Of a kernel of which nothing wrong is known. The first run alone may take about two seconds, so
  // that there is one that was looked at whole; each of the others half of what is left of one
  // second, so that there is always something for a small one. Once there are no points to be lost
  // there is less, and only small ones are looked at: of a large one it would be a part. Less than
  // kLeast is nothing.
  uint64_t first_ = uint64_t{1} << 25, others_ = uint64_t{1} << 24;
  static constexpr uint64_t kLeast = uint64_t{1} << 16, kWithoutPoints = uint64_t{1} << 23,
                            kSmall = uint64_t{1} << 17;
  bool is_first_ = true, is_without_points_ = false;
  // Of one that reads what nobody wrote: as much as a single run looks at after its first finding.
  // A wrong kernel is so at nearly every size, and to look at all of each run would tell nothing
  // new.
  uint64_t after_finding_ = uint64_t{1} << 22;
  struct Left {
    uint64_t warp_instructions = 0;
    PlannedRun run;
  };
  std::vector<Left> left_;
};

// Makes a run once more, tracked to its end, and adds the races and the values that nobody wrote to
// `evidence`: everything else of it is known. What that took; none: it was cancelled.
worker::Outcome<std::optional<uint64_t>> track_whole(const exercise::Exercise& exercise,
                                                     std::optional<Dim3> block,
                                                     const PlannedRun& plan, StudentWorker& student,
                                                     const sim::Options& options,
                                                     Evidence& evidence);

}  // namespace warplab::verdict
