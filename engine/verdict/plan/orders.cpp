#include "verdict/plan/orders.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verdict/plan/work_budget.hpp"
#include "verdict/result/number_text.hpp"

namespace warplab::verdict {
namespace {

using ScheduleKind = sim::Schedule::Kind;

// Exact tracking takes some eight times as long for each instruction.
constexpr uint64_t kExactCost = 8;
// What malloc() gives is looked at lane by lane, and must be cleared in every run, with all that is
// remembered of it: 0.3 to 0.5 us for each sector that a kernel touches, in instructions.
constexpr uint64_t kCostOfHeapSector = 32;
// A run may be larger than all repetitions should cost together. Where it is the only one that
// depends on the order, the two orders that show most are tried up to this cost.
constexpr uint64_t kMostCostOfOneRun = 4 * OrderPlan::kMostOrderCost;
constexpr size_t kMainTrials = 2;
// As kShareOfRun, for orders in which writes come late: of small sizes, which show it as well.
constexpr uint64_t kLateShareOfRun = 250'000;
// While writes come late all accesses go lane by lane, and each look is one at what is kept: a run
// of 1024 locks took some twelve times as long for each instruction as in other orders.
constexpr uint64_t kLateCost = 12;
// A warp of a short kernel may still have to look for its turn many times.
constexpr uint64_t kLeastWorkOfWarp = 1'000'000;
// All warps of a repetition together. In the worst orders warps that take turns at a lock need some
// two million more than in the first.
constexpr uint64_t kMostOrderWork = 16'000'000, kTimesTheFirst = 16;

// Reversed: whoever came first comes last. Lockstep: all read before any of them writes. Between
// them these two break most kernels that can be broken. Lanes apart: what nothing but the lockstep
// of a warp makes right.
const std::vector<OrderTrial>& all_trials() {
  static const std::vector<OrderTrial> all = {
      {{ScheduleKind::reversed, 0}, true},    {{ScheduleKind::lockstep, 0}, true},
      {{ScheduleKind::lanes_apart, 0}, true}, {{ScheduleKind::lanes_apart_reversed, 0}},
      {{ScheduleKind::lockstep_reversed, 0}}, {{ScheduleKind::delayed, 1}},
      {{ScheduleKind::delayed, 2}},           {{ScheduleKind::delayed, 3}},
      {{ScheduleKind::delayed, 4}},           {{ScheduleKind::random, 1}}};
  return all;
}

bool parts_lanes(const OrderTrial& trial) {
  const ScheduleKind turns = sim::turns_of(trial.schedule).kind;
  return turns == ScheduleKind::lanes_apart || turns == ScheduleKind::lanes_apart_reversed;
}

// Where a thread's writes may reach others in another order than it made them.
const std::vector<OrderTrial>& late_trials() {
  static const std::vector<OrderTrial> all = {{{ScheduleKind::late, 1}},
                                              {{ScheduleKind::late, 2}},
                                              {{ScheduleKind::late, 3}},
                                              {{ScheduleKind::late, 4}}};
  return all;
}

// And one where its loads bring what was there before.
const OrderTrial& early_trial() {
  static const OrderTrial trial = {{ScheduleKind::late, 0}};
  return trial;
}

// What is dear counts as more than an instruction: so many units of work (sim/work.hpp) as one.
constexpr uint64_t kWorkOfInstruction = 4;

uint64_t cost_of(const std::vector<OrderTrial>& trials, uint64_t instructions) {
  uint64_t cost = 0;
  for (const OrderTrial& trial : trials)
    cost += instructions * (trial.exact                                 ? kExactCost
                            : trial.schedule.kind == ScheduleKind::late ? kLateCost
                                                                        : 1);
  return cost;
}

void without_tracking(std::vector<OrderTrial>& trials) {
  for (OrderTrial& trial : trials) trial.exact = false;
}

// What the threads do in an order, behind "when".
Saying in_words(const sim::Schedule& schedule) {
  switch (schedule.kind) {
    case ScheduleKind::in_order: return say(GateSays::order_of_warps);
    case ScheduleKind::reversed: return say(GateSays::order_reversed);
    case ScheduleKind::lockstep: return say(GateSays::order_lockstep);
    case ScheduleKind::lockstep_reversed: return say(GateSays::order_lockstep_reversed);
    case ScheduleKind::lanes_apart: return say(GateSays::order_lanes_apart);
    case ScheduleKind::lanes_apart_reversed: return say(GateSays::order_lanes_apart_reversed);
    case ScheduleKind::delayed: return say(GateSays::order_delayed);
    case ScheduleKind::random: return say(GateSays::order_random, sim::name_of(schedule));
    case ScheduleKind::late:
      return say(schedule.seed == 0 ? GateSays::order_early : GateSays::order_late);
  }
  return {};
}

// Why, and what to do about it.
GateSays advice(const sim::Schedule& schedule) {
  switch (schedule.kind) {
    case ScheduleKind::reversed:
    case ScheduleKind::random: return GateSays::no_order_promised;
    case ScheduleKind::late:
      return schedule.seed == 0 ? GateSays::reads_in_any_order : GateSays::writes_in_any_order;
    case ScheduleKind::lanes_apart:
    case ScheduleKind::lanes_apart_reversed: return GateSays::no_order_of_lanes;
    default: return GateSays::accesses_in_between;
  }
}

}  // namespace

uint64_t cost_of(const sim::Report& run) {
  uint64_t cost =
      std::max(warp_instructions(run), (run.work + run.swept_work) / kWorkOfInstruction);
  for (const sim::LaunchReport& launch : run.launches)
    cost += kCostOfHeapSector * launch.traffic.heap.total[sim::BufferCounter::sectors];
  return cost;
}

std::vector<OrderTrial> OrderPlan::trials(const sim::Report& first) {
  if (!first.order_matters) return {};
  const uint64_t instructions = cost_of(first);
  std::vector<OrderTrial> trials = all_trials();
  const uint64_t most = std::max(left_, kShareOfRun);
  if (cost_of(trials, instructions) > most) without_tracking(trials);
  // As many as it can have, those first that show most.
  const uint64_t room = most / std::max<uint64_t>(instructions, 1);
  if (cost_of(trials, instructions) > most) trials.resize(std::min(trials.size(), size_t{room}));
  if (trials.size() < kMainTrials && !any_ && kMainTrials * instructions <= kMostCostOfOneRun) {
    trials.assign(all_trials().begin(), all_trials().begin() + kMainTrials);
    without_tracking(trials);
  }
  if (trials.empty()) return {};
  left_ -= std::min(left_, cost_of(trials, instructions));
  any_ = true;
  if (const uint64_t late = cost_of(late_trials(), instructions);
      first.late_writes_matter && late <= std::max(left_, kLateShareOfRun)) {
    trials.insert(trials.end(), late_trials().begin(), late_trials().end());
    left_ -= std::min(left_, late);
  }
  if (const uint64_t early = cost_of({early_trial()}, instructions);
      first.early_loads_matter && early <= std::max(left_, kLateShareOfRun)) {
    trials.push_back(early_trial());
    left_ -= std::min(left_, early);
  }
  // A warp that waits for all the others takes about as many turns as all of them together. One
  // whose lanes have gone apart makes the steps of each of them, as far as the order goes.
  for (OrderTrial& trial : trials) {
    trial.cost = instructions;
    trial.most_work = kMostOrderWork + kTimesTheFirst * first.work;
    trial.most_work_of_warp =
        parts_lanes(trial) ? kMostOrderWork : std::max(kLeastWorkOfWarp, first.work);
  }
  return trials;
}

OrderTrial OrderPlan::limited(OrderTrial trial) const {
  trial.exact = trial.exact && tracking_left_ > 0;
  trial.most_tracking = tracking_left_;
  return trial;
}

void OrderPlan::spend(const sim::Report& report, const OrderTrial& trial) {
  const uint64_t cost = cost_of(report);
  left_ -= std::min(left_, cost - std::min(cost, trial.cost));
  tracking_left_ -= std::min(tracking_left_, report.tracking_work);
}

sim::Options options_of(const OrderTrial& trial, sim::Options options) {
  options.schedule = trial.schedule;
  options.exact_tracking = options.exact_tracking && trial.exact;
  options.max_tracking_in_all = std::min(options.max_tracking_in_all, trial.most_tracking);
  options.max_work = trial.most_work;
  options.max_work_per_warp = parts_lanes(trial)
                                  ? options.max_work_per_warp + trial.most_work_of_warp
                                  : std::min(options.max_work_per_warp, trial.most_work_of_warp);
  return options;
}

std::string place_of(const std::string& where, const sim::Schedule& schedule) {
  return fmt::format("{}, order {}", where, sim::name_of(schedule));
}

Saying wrong_then(const Mismatch& mismatch) {
  if (mismatch.wrong <= 1) return {};
  return say(GateSays::elements_wrong_then, data::Count{mismatch.wrong},
             data::Count{mismatch.total});
}

Saying order_sentence(const Mismatch& mismatch, const std::string& element) {
  const sim::Schedule& schedule = mismatch.order.value();
  const Saying actual = mismatch.writers == Mismatch::Writers::none
                            ? say(GateSays::written_by_no_thread)
                            : as_it_is(mismatch.actual_text);
  return say(GateSays::depends_on_order, element, mismatch.expected_text, in_words({}), actual,
             in_words(schedule), mismatch.where, wrong_then(mismatch), advice(schedule));
}

}  // namespace warplab::verdict
