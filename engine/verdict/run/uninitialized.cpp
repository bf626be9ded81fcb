#include "verdict/run/uninitialized.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "verdict/plan/prepared_run.hpp"
#include "verdict/run/findings.hpp"

namespace warplab::verdict {
namespace {

// Which way a kernel goes that asks whether something is left over of whole warps.
using Shape = std::pair<const exercise::Variant*, std::vector<bool>>;
Shape shape_of(const PlannedRun& run) {
  Shape shape{run.variant, {}};
  for (const auto& [name, value] : run.size.values) shape.second.push_back(value % 32 == 0);
  return shape;
}

// Of the marked module. False: there is something, nothing more can be seen, or enough has been
// looked at: `left` is how much that may still be.
worker::Outcome<bool> follow_values(const UndefinedQuestion& question, const PlannedRun& plan,
                                    StudentWorker& student, uint64_t& left,
                                    std::vector<sim::Finding>& findings) {
  Result<PreparedRun, NotPrepared> run = prepare_run(question.exercise, plan, question.block);
  if (!run) return {std::nullopt, {worker::Failure::Kind::cannot_start, as_it_is(run.error())}};
  sim::Options options;
  options.student_file = question.exercise.student_file;
  options.only_undefined_variables = true;
  const worker::Outcome<sim::Report> ran = student.simulate(*run, options, {});
  // What the simulator does not know of unoptimised code is nothing of the kernel's.
  if (!ran && ran.failure.kind == worker::Failure::Kind::rejected) return {false, {}};
  if (!ran) return {std::nullopt, ran.failure};
  if (ran.value->cancelled) return {false, {}};
  add_findings(findings, *ran.value, run->setup.label, run->setup.label);
  left -= std::min(left, ran.value->tracking_work);
  return {ran.value->findings.empty() && left > 0, {}};
}

}  // namespace

std::vector<MeasuredRun> runs_to_follow(std::vector<MeasuredRun> runs, uint64_t most) {
  std::ranges::stable_sort(runs, {}, &MeasuredRun::warp_instructions);
  std::vector<MeasuredRun> chosen;
  std::set<Shape> shapes;
  uint64_t sum = 0;
  const auto choose = [&](const MeasuredRun& measured) {
    sum += measured.warp_instructions;
    shapes.insert(shape_of(measured.run));
    chosen.push_back(measured);
  };
  size_t k = 0;
  for (; k < runs.size() && (k == 0 || sum + runs[k].warp_instructions <= most); ++k)
    choose(runs[k]);
  sum = 0;
  for (; k < runs.size() && sum + runs[k].warp_instructions <= most; ++k)
    if (!shapes.contains(shape_of(runs[k].run))) choose(runs[k]);
  return chosen;
}

worker::Outcome<bool> add_undefined_variables(const UndefinedQuestion& question,
                                              StudentWorker& student,
                                              std::vector<sim::Finding>& findings) {
  const worker::Outcome<compile::Compiled> compiled = student.compile_marked();
  if (!compiled) return {std::nullopt, compiled.failure};
  if (!compiled.value->ok) return {true, {}};
  uint64_t left = kFollowedTracking;
  for (const MeasuredRun& measured : runs_to_follow(question.runs, kFollowedInstructions)) {
    const worker::Outcome<bool> goes_on =
        follow_values(question, measured.run, student, left, findings);
    if (!goes_on) return goes_on;
    if (!*goes_on.value) break;
  }
  prefer_findings_with_lines(findings, sim::FindingKind::uninitialized);
  return {true, {}};
}

}  // namespace warplab::verdict
