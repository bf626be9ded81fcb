#include "verdict/run/tracking_plan.hpp"

#include <algorithm>

#include "verdict/plan/prepared_run.hpp"
#include "verdict/plan/work_budget.hpp"
#include "verdict/result/gate_of_finding.hpp"
#include "verdict/run/findings.hpp"

namespace warplab::verdict {
namespace {

bool is_of_tracking(const sim::Finding& finding) {
  const std::string_view gate = gate_of(finding.kind);
  return gate == "race_free" || gate == "initialized";
}

}  // namespace

sim::Options TrackingPlan::limited(sim::Options options, const Evidence& evidence,
                                   uint64_t reference) const {
  const bool is_large = is_without_points_ && reference > kSmall;
  options.max_tracking_in_all = is_first_ ? first_ : is_large ? 0 : others_ / 2;
  options.exact_tracking =
      !first_finding(evidence, "race_free") && options.max_tracking_in_all >= kLeast;
  if (first_finding(evidence, "initialized")) {
    options.max_tracking_in_all = after_finding_;
    options.exact_tracking = options.exact_tracking && after_finding_ > 0;
  }
  return options;
}

void TrackingPlan::without_points() {
  is_first_ = false;
  is_without_points_ = true;
  others_ = std::min(others_, kWithoutPoints);
}

bool TrackingPlan::leaves(const PlannedRun& run, const sim::Report& report,
                          const Evidence& evidence) {
  if (first_finding(evidence, "initialized")) {
    after_finding_ -= std::min(after_finding_, report.tracking_work);
    return false;
  }
  if (!is_first_) others_ -= std::min(others_, report.tracking_work);
  is_first_ = false;
  if (report.races_checked || first_finding(evidence, "race_free") ||
      std::ranges::any_of(report.findings, is_of_tracking))
    return false;
  left_.push_back({warp_instructions(report), run});
  return true;
}

std::vector<PlannedRun> TrackingPlan::left() const {
  std::vector<Left> sorted = left_;
  std::ranges::stable_sort(sorted, {}, &Left::warp_instructions);
  std::vector<PlannedRun> runs;
  for (Left& left : sorted) runs.push_back(std::move(left.run));
  return runs;
}

worker::Outcome<std::optional<uint64_t>> track_whole(const exercise::Exercise& exercise,
                                                     std::optional<Dim3> block,
                                                     const PlannedRun& plan, StudentWorker& student,
                                                     const sim::Options& options,
                                                     Evidence& evidence) {
  Result<PreparedRun, NotPrepared> run = prepare_run(exercise, plan, block);
  if (!run) return {std::nullopt, {worker::Failure::Kind::cannot_start, as_it_is(run.error())}};
  worker::Outcome<sim::Report> ran = student.simulate(*run, options, {});
  if (!ran) return {std::nullopt, ran.failure};
  if (ran.value->cancelled) return {std::optional<uint64_t>(), {}};
  std::erase_if(ran.value->findings, [](const sim::Finding& f) { return !is_of_tracking(f); });
  add_findings(evidence.findings, *ran.value, run->setup.label, run->setup.label);
  evidence.races_checked = evidence.races_checked && ran.value->races_checked;
  return {std::optional(ran.value->tracking_work), {}};
}

}  // namespace warplab::verdict
