#include "verdict/orders.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verdict/number_text.hpp"
#include "verdict/work_budget.hpp"

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
// Of what repetitions may cost, what each run has that none before it can spend: a kernel that
// takes long at one size is tried at the others all the same.
constexpr uint64_t kShareOfRun = 1'000'000;
// The same for orders in which writes come late: of small sizes, which show it as well.
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
std::string in_words(const sim::Schedule& schedule) {
  switch (schedule.kind) {
    case ScheduleKind::in_order: return "one warp runs after the other";
    case ScheduleKind::reversed: return "the last block, warp and lane go first";
    case ScheduleKind::lockstep: return "all warps read before any of them writes";
    case ScheduleKind::lockstep_reversed:
      return "all warps read before any of them writes, and the last lane goes first";
    case ScheduleKind::lanes_apart:
      return "each lane of a warp runs ahead of the next one, the first lane first";
    case ScheduleKind::lanes_apart_reversed:
      return "each lane of a warp runs ahead of the one before it, the last lane first";
    case ScheduleKind::delayed:
      return "a warp stops between reading and writing, and others go on meanwhile";
    case ScheduleKind::random:
      return fmt::format("warps take turns at random (order {})", sim::name_of(schedule));
    case ScheduleKind::late:
      if (schedule.seed == 0) return "what a thread reads may be what was there earlier";
      return "what a thread writes reaches others late, and not in the order in which it wrote";
  }
  return "";
}

// Why, and what to do about it.
std::string_view advice(const sim::Schedule& schedule) {
  if (schedule.kind == ScheduleKind::reversed || schedule.kind == ScheduleKind::random)
    return "A GPU promises no order of blocks, warps and lanes: write the kernel so that its "
           "answer does not depend on which comes first, or let threads wait for what they need.";
  if (schedule.kind == ScheduleKind::late && schedule.seed == 0)
    return "A thread's volatile and relaxed reads may happen in any order. A thread that has seen "
           "a flag or counter needs a __threadfence() before it reads what the flag announces, or "
           "has to read the flag with memory_order_acquire; and a thread that has looked once may "
           "have to look again. Where two threads each raise a flag and then look at the other's, "
           "no release or acquire makes one of them see the other: put a __threadfence() between "
           "raising and looking, or use memory_order_seq_cst for both.";
  if (schedule.kind == ScheduleKind::late)
    return "A thread's volatile and relaxed writes, and atomics that order nothing, reach other "
           "threads in any order. Put a __threadfence() between what it writes first and the flag "
           "or counter that announces it, or write the flag with memory_order_release and read it "
           "with memory_order_acquire; __threadfence_block() and thread_scope_block do so only "
           "among the threads of one block. The elements of one vector access have no order "
           "either.";
  if (schedule.kind == ScheduleKind::lanes_apart ||
      schedule.kind == ScheduleKind::lanes_apart_reversed)
    return "No order is promised for the 32 lanes of a warp either: one may read before another "
           "has written, although both are on the same line of the source. Put __syncwarp() "
           "between writing and reading, or __syncthreads() where more than one warp takes part. A "
           "thread that waits for another one has to look again and again until the other has "
           "come.";
  return "Between two accesses of one thread, other threads can make theirs. If two threads both "
         "read the old value before either of them writes a new one, an update is lost: use one "
         "atomic for the whole update, such as atomicAdd(), or repeat atomicCAS() until it "
         "succeeds; with a lock, read and write while you hold it. A flag or counter that "
         "announces a value comes after it: write the value first, then a __threadfence(), then "
         "the flag.";
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

std::string order_sentence(const Mismatch& mismatch, const std::string& element) {
  const sim::Schedule& schedule = mismatch.order.value();
  const std::string actual =
      mismatch.writers == Mismatch::Writers::none ? "written by no thread" : mismatch.actual_text;
  const std::string more = mismatch.wrong > 1
                               ? fmt::format("; {} of {} elements are wrong then",
                                             count_text(mismatch.wrong), count_text(mismatch.total))
                               : std::string();
  const std::string text = fmt::format(
      "{} depends on the order in which threads run: it is {} when {}, and {} when {} ({})",
      element, mismatch.expected_text, in_words({}), actual, in_words(schedule), mismatch.where);
  return fmt::format("{}{}. {}", text, more, advice(schedule));
}

}  // namespace warplab::verdict
