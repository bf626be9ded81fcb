#include "results/what_changed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verdict/result/number_text.hpp"

namespace warplab::app {
namespace {

using sim::Counter;

// A few numbers are read, a table is not.
constexpr size_t kMostRows = 3;
// Less is the edge of a matrix.
constexpr double kWorthSaying = 1.1;
// Two savings as near as this are one seen twice: sectors for each load, and sectors in all.
constexpr double kSameSaving = 1.05;

// What is compared. Without `per` the amount itself. In the order in which they say most.
struct Measure {
  const char* what;
  Counter amount;
  std::optional<Counter> per = {};
};
constexpr Measure kMeasures[] = {
    {"sectors for each global load", Counter::global_load_sectors, Counter::global_load_requests},
    {"sectors for each global store", Counter::global_store_sectors,
     Counter::global_store_requests},
    {"passes for each shared load", Counter::shared_load_wavefronts, Counter::shared_load_requests},
    {"passes for each shared store", Counter::shared_store_wavefronts,
     Counter::shared_store_requests},
    {"sectors of global memory", Counter::global_sectors},
    {"global atomics", Counter::global_atomic_requests},
    {"sectors of local memory", Counter::local_sectors},
    {"passes over the banks", Counter::shared_wavefronts},
    {"loads and stores of global memory", Counter::global_requests},
    {"warp instructions", Counter::warp_instructions},
};

sim::Counters total_of(const std::vector<LaunchLines>& launches, bool given) {
  sim::Counters total;
  for (const LaunchLines& launch : launches)
    if (launch.counted.given == given)
      for (size_t i = 0; i < sim::kCounterCount; ++i)
        total.values[i] += launch.counted.total.values[i];
  return total;
}

std::optional<double> value_of(const Measure& measure, const sim::Counters& counters) {
  const auto amount = static_cast<double>(counters[measure.amount]);
  if (!measure.per) return amount > 0 ? std::optional(amount) : std::nullopt;
  const auto per = static_cast<double>(counters[*measure.per]);
  return per > 0 && amount > 0 ? std::optional(amount / per) : std::nullopt;
}

std::vector<Change> compare(const sim::Counters& before, const sim::Counters& after) {
  std::vector<Change> rows;
  for (const Measure& measure : kMeasures) {
    const auto from = value_of(measure, before), to = value_of(measure, after);
    if (!from || !to || *from < kWorthSaying * *to) continue;
    const Change change{measure.what, *from, *to};
    const bool is_known = std::any_of(rows.begin(), rows.end(), [&](const Change& other) {
      const double apart =
          std::max(other.factor(), change.factor()) / std::min(other.factor(), change.factor());
      return apart < kSameSaving;
    });
    if (!is_known) rows.push_back(change);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Change& a, const Change& b) { return a.factor() > b.factor(); });
  if (rows.size() > kMostRows) rows.resize(kMostRows);
  return rows;
}

std::string number(double value) {
  return value >= 1000 ? verdict::count_text(static_cast<uint64_t>(std::llround(value)))
                       : fmt::format("{:.3g}", value);
}

}  // namespace

std::string Change::numbers() const { return number(before) + " \u2192 " + number(after); }

std::string Change::saving() const {
  const double times = factor();
  if (times >= 9.5) return fmt::format("{:.0f} times less", times);
  const double tenths = std::round(times * 10) / 10;
  if (tenths >= 2)
    return tenths == std::round(tenths) ? fmt::format("{:.0f} times less", tenths)
                                        : fmt::format("{:.1f} times less", tenths);
  return fmt::format("{:.0f} % less", 100 * (1 - after / before));
}

Changes what_changed(const std::vector<LaunchLines>& starter,
                     const std::vector<LaunchLines>& yours) {
  const sim::Counters after = total_of(yours, false);
  const sim::Counters before = total_of(starter, false);
  if (before[Counter::global_requests] > 0 && before[Counter::global_load_requests] > 0)
    return {"the starter", compare(before, after)};
  for (const LaunchLines& launch : yours)
    if (launch.counted.given) return {launch.counted.kernel, compare(total_of(yours, true), after)};
  return {};
}

}  // namespace warplab::app
