// In which orders a run is repeated, and what that may cost.
#include "verdict/plan/orders.hpp"

#include <algorithm>

using namespace warplab;
using sim::Schedule;

namespace {

sim::Report report_of(uint64_t instructions) {
  sim::Report report;
  report.order_matters = true;
  report.launches.resize(1);
  report.launches[0].total[sim::Counter::warp_instructions] = instructions;
  report.work = instructions;
  return report;
}

}  // namespace

TEST_CASE("orders are tried where the run said that they matter, and for a bounded cost") {
  verdict::OrderPlan plan;
  sim::Report report = report_of(1000);
  report.order_matters = false;
  CHECK(plan.trials(report).empty());
  report.order_matters = true;
  const auto all = plan.trials(report);
  CHECK(all.size() == 10);
  CHECK(all[0].schedule.kind == Schedule::Kind::reversed);
  CHECK(all[1].schedule.kind == Schedule::Kind::lockstep);
  CHECK(all[0].exact);
  CHECK_FALSE(all[9].exact);
  uint64_t cost = 0;
  for (int run = 0; run < 10; ++run) cost += 2'000'000 * plan.trials(report_of(2'000'000)).size();
  CHECK(cost > 0);
  CHECK(cost <= verdict::OrderPlan::kMostOrderCost);
}

TEST_CASE("a run has a share of its own, which those before it cannot spend") {
  verdict::OrderPlan plan;
  CHECK(plan.trials(report_of(20'000'000)).size() == 2);
  CHECK(plan.trials(report_of(10'000)).size() == 10);
  CHECK(plan.trials(report_of(300'000)).size() == 3);
  CHECK(plan.trials(report_of(300'000))[1].schedule.kind == Schedule::Kind::lockstep);
  CHECK(plan.trials(report_of(2'000'000)).empty());
}

TEST_CASE("lanes that go apart cost what they do, and may do more than a warp does otherwise") {
  verdict::OrderPlan plan;
  const auto all = plan.trials(report_of(100'000));
  REQUIRE(all[2].schedule.kind == Schedule::Kind::lanes_apart);
  CHECK(verdict::options_of(all[2], {}).max_work_per_warp > sim::Options{}.max_work_per_warp);
  plan.spend(report_of(100'000), all[2]);  // as was expected
  CHECK(plan.trials(report_of(1'000'000)).size() == 10);
  plan.spend(report_of(verdict::OrderPlan::kMostOrderCost), all[2]);
  CHECK(plan.trials(report_of(1'000'000)).size() == 1);
}

TEST_CASE(
    "a large run is tried in the two main orders when there is no other, and a huge one not") {
  verdict::OrderPlan plan;
  CHECK(plan.trials(report_of(20'000'000)).size() == 2);
  CHECK(plan.trials(report_of(20'000'000)).empty());
  CHECK(verdict::OrderPlan().trials(report_of(1'000'000'000)).empty());
}

TEST_CASE("a repetition costs what it does, not how many instructions do it") {
  sim::Report dear = report_of(10);
  CHECK(verdict::OrderPlan().trials(dear).size() == 10);
  dear.work = dear.swept_work = 2 * verdict::OrderPlan::kMostOrderCost;
  CHECK(verdict::OrderPlan().trials(dear).size() == 2);
  dear.work *= 100;
  CHECK(verdict::OrderPlan().trials(dear).empty());
}

TEST_CASE("repetitions are tracked exactly as long as that has not cost too much") {
  verdict::OrderPlan plan;
  const verdict::OrderTrial reversed = plan.trials(report_of(10))[0];
  sim::Report tracked;
  tracked.tracking_work = verdict::OrderPlan::kMostTracking - 1;
  plan.spend(tracked);
  CHECK(verdict::options_of(plan.limited(reversed), {}).exact_tracking);
  CHECK(verdict::options_of(plan.limited(reversed), {}).max_tracking_in_all == 1);
  plan.spend(tracked);
  CHECK_FALSE(verdict::options_of(plan.limited(reversed), {}).exact_tracking);
  CHECK(plan.limited(reversed).schedule == reversed.schedule);
}

TEST_CASE("writes come late where the run said that it matters, as far as the budget goes") {
  const auto late = [](const std::vector<verdict::OrderTrial>& trials) {
    return std::ranges::count_if(
        trials, [](const auto& t) { return t.schedule.kind == Schedule::Kind::late; });
  };
  sim::Report report = report_of(1000);
  CHECK(late(verdict::OrderPlan().trials(report)) == 0);
  report.early_loads_matter = true;
  CHECK(late(verdict::OrderPlan().trials(report)) == 1);
  report.late_writes_matter = true;
  const auto all = verdict::OrderPlan().trials(report);
  CHECK(late(all) == 5);
  CHECK(all.size() == 15);
  CHECK_FALSE(all.back().exact);
  CHECK(verdict::options_of(all.back(), {}).max_work == 16'000'000 + 16 * report.work);
  sim::Report large = report_of(20'000'000);
  large.late_writes_matter = large.early_loads_matter = true;
  CHECK(late(verdict::OrderPlan().trials(large)) == 0);
}

TEST_CASE("a repetition is bounded by what the first run took") {
  verdict::OrderPlan plan;
  const auto small = plan.trials(report_of(10));
  CHECK(verdict::options_of(small[1], {}).max_work_per_warp == 1'000'000);
  CHECK(verdict::options_of(small[1], {}).max_work == 16'000'160);
  CHECK(verdict::options_of(small[1], {}).schedule.kind == Schedule::Kind::lockstep);
  CHECK(verdict::options_of(small[1], {}).exact_tracking);
  CHECK_FALSE(verdict::options_of(small[3], {}).exact_tracking);
  sim::Options raced;
  raced.exact_tracking = false;
  CHECK_FALSE(verdict::options_of(small[1], raced).exact_tracking);
}
