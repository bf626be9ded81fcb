#include "verdict/uninitialized.hpp"

#include <algorithm>

#include "verdict/findings.hpp"
#include "verdict/prepared_run.hpp"

namespace warplab::verdict {
namespace {

// Of the marked module. False: there is something, nothing more can be seen, or enough has been
// looked at: `left` is how much that may still be.
bool follow_values(const exercise::Exercise& exercise, std::optional<Dim3> block,
                   const PlannedRun& plan, StudentWorker& student, uint64_t& left,
                   std::vector<sim::Finding>& findings) {
  Result<PreparedRun, NotPrepared> run = prepare_run(exercise, plan, block);
  if (!run) return false;
  sim::Options options;
  options.student_file = exercise.student_file;
  options.only_undefined_variables = true;
  const worker::Outcome<sim::Report> ran =
      simulate(*run, options, student.time_left(), student.get(), {}, student.cancel());
  if (!ran || ran.value->cancelled) return false;
  add_findings(findings, *ran.value, run->setup.label);
  left -= std::min(left, ran.value->tracking_work);
  return ran.value->findings.empty() && left > 0;
}

}  // namespace

std::vector<MeasuredRun> runs_to_follow(std::vector<MeasuredRun> runs, uint64_t most) {
  std::ranges::stable_sort(runs, {}, &MeasuredRun::warp_instructions);
  std::vector<MeasuredRun> chosen;
  uint64_t sum = 0;
  for (const MeasuredRun& measured : runs) {
    sum += measured.warp_instructions;
    if (!chosen.empty() && sum > most) break;
    chosen.push_back(measured);
  }
  return chosen;
}

void add_undefined_variables(const exercise::Exercise& exercise, std::optional<Dim3> block,
                             const std::vector<MeasuredRun>& runs, StudentWorker& student,
                             std::vector<sim::Finding>& findings) {
  const worker::Outcome<compile::Compiled> compiled = student.compile_marked();
  if (!compiled || !compiled.value->ok) return;
  uint64_t left = kFollowedTracking;
  for (const MeasuredRun& measured : runs_to_follow(runs, kFollowedInstructions))
    if (!follow_values(exercise, block, measured.run, student, left, findings)) break;
  prefer_findings_with_lines(findings, sim::FindingKind::uninitialized);
}

}  // namespace warplab::verdict
