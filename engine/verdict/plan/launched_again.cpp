#include "verdict/plan/launched_again.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "verdict/plan/work_budget.hpp"
#include "verdict/result/number_text.hpp"
#include "worker/protocol.hpp"

namespace warplab::verdict {
namespace {

// The launches before and those that are looked at, which may spin for what never comes.
constexpr uint64_t kAgainTimesTheFirst = 4, kMostAgainWork = 16'000'000;

bool writes_variables(const sim::Report& report) {
  using Counter = sim::BufferCounter;
  return std::ranges::any_of(report.launches, [](const sim::LaunchReport& launch) {
    const auto& asked = launch.traffic.variables.total;
    return asked[Counter::store_requests] + asked[Counter::atomic_requests] != 0;
  });
}

}  // namespace

std::optional<OrderTrial> AgainPlan::trial(const PreparedRun& run, const sim::Report& first) {
  // The launches before would be given other contents of the same variables.
  if (std::ranges::any_of(run.setup.buffers, [](const auto& b) { return !b.variable.empty(); }))
    return std::nullopt;
  if (!writes_variables(first) || 2 * run.setup.buffers.size() > worker::kMaxBuffers)
    return std::nullopt;
  const uint64_t cost = 2 * cost_of(first);
  if (cost > std::max(left_, kShareOfRun)) return std::nullopt;
  left_ -= std::min(left_, cost);
  OrderTrial trial{{}};
  trial.cost = cost;
  trial.most_work = kMostAgainWork + kAgainTimesTheFirst * first.work;
  trial.most_work_of_warp = UINT64_MAX;
  return trial;
}

Result<PreparedRun, NotPrepared> launched_again(const PreparedRun& run, exercise::Seed seed,
                                                std::optional<Dim3> block) {
  PlannedRun before = run.plan;
  before.seed = seed;
  Result<PreparedRun, NotPrepared> earlier = prepare_run(*run.exercise, before, block);
  if (!earlier) return earlier;
  Result<PreparedRun, NotPrepared> again = prepare_run(*run.exercise, run.plan, block, run.inputs);
  if (again) again->earlier = std::make_shared<PreparedRun>(std::move(*earlier));
  return again;
}

std::string place_launched_again(const std::string& where) {
  return fmt::format("{}, launched again", where);
}

Saying launched_again_sentence(const Mismatch& mismatch, const std::string& element) {
  const Saying actual = mismatch.writers == Mismatch::Writers::none
                            ? say(GateSays::written_by_no_thread)
                            : as_it_is(mismatch.actual_text);
  return say(GateSays::wrong_when_launched_again, element, actual, mismatch.expected_text,
             mismatch.where, wrong_then(mismatch));
}

}  // namespace warplab::verdict
