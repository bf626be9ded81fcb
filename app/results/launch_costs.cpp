#include "results/launch_costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "verdict/result/number_text.hpp"

namespace warplab::app {
namespace {

using sim::Counter;
using verdict::count_text;
using verdict::CountedLaunch;
using verdict::MovedBytes;

// A kind of access: its requests head a group of rows, and what they cost follows.
struct Kind {
  const char* what;  // "Global loads"
  Counter requests;
  const char* unit;  // "sectors moved"
  Counter units;
  const char* each;                   // "for each load"
  std::optional<Counter> bytes = {};  // that lanes asked for
  std::optional<Counter> conflicts = {};
};
constexpr Kind kKinds[] = {
    {"Global loads", Counter::global_load_requests, "sectors moved", Counter::global_load_sectors,
     "for each load", Counter::global_load_bytes},
    {"Global stores", Counter::global_store_requests, "sectors moved",
     Counter::global_store_sectors, "for each store", Counter::global_store_bytes},
    {"Global atomics", Counter::global_atomic_requests, "sectors moved",
     Counter::global_atomic_sectors, "for each atomic", Counter::global_atomic_bytes},
    {"Shared loads", Counter::shared_load_requests, "passes over the banks",
     Counter::shared_load_wavefronts, "for each load", std::nullopt,
     Counter::shared_load_bank_conflicts},
    {"Shared stores", Counter::shared_store_requests, "passes over the banks",
     Counter::shared_store_wavefronts, "for each store", std::nullopt,
     Counter::shared_store_bank_conflicts},
    {"Shared atomics", Counter::shared_atomic_requests, "passes over the banks",
     Counter::shared_atomic_wavefronts, "for each atomic", std::nullopt,
     Counter::shared_atomic_bank_conflicts},
    {"Local loads", Counter::local_load_requests, "sectors moved", Counter::local_load_sectors,
     "for each load"},
    {"Local stores", Counter::local_store_requests, "sectors moved", Counter::local_store_sectors,
     "for each store"},
};

// What is counted once for a launch.
struct Plain {
  const char* what;
  Counter counter;
};
constexpr Plain kPlain[] = {{"Warp instructions", Counter::warp_instructions},
                            {"Divergent branches", Counter::branches_divergent},
                            {"Barriers", Counter::barriers}};

using CostOf = std::function<std::string(const CountedLaunch&)>;

class Table {
 public:
  explicit Table(const std::vector<LaunchLines>& launches) : launches_(launches) {}
  bool any(Counter counter) const {
    return std::any_of(launches_.begin(), launches_.end(), [&](const LaunchLines& launch) {
      return launch.counted.total[counter] > 0;
    });
  }
  // `of`: the counter without which a launch has nothing in this row.
  void add(std::string what, std::string explanation, bool is_detail, Counter of,
           const CostOf& value_of) {
    ComparedRow row{std::move(what), std::move(explanation), is_detail, {}};
    for (const LaunchLines& launch : launches_)
      row.values.push_back(launch.counted.total[of] > 0 ? value_of(launch.counted) : std::string());
    rows.push_back(std::move(row));
  }
  void add_counter(const char* what, bool is_detail, Counter of, Counter counter) {
    add(what, std::string(sentence_of(counter)), is_detail, of,
        [=](const CountedLaunch& launch) { return count_text(launch.total[counter]); });
  }
  std::vector<ComparedRow> rows;

 private:
  const std::vector<LaunchLines>& launches_;
};

void add_kind(Table& table, const Kind& kind) {
  table.add_counter(kind.what, false, kind.requests, kind.requests);
  table.add_counter(kind.unit, true, kind.requests, kind.units);
  table.add(kind.each, fmt::format("The same, {} of a warp, on average.", kind.each), true,
            kind.requests, [&](const CountedLaunch& launch) {
              return fmt::format("{:.3g}", static_cast<double>(launch.total[kind.units]) /
                                               static_cast<double>(launch.total[kind.requests]));
            });
  if (kind.bytes) {
    const auto bytes_of = [&](const CountedLaunch& launch) {
      return verdict::moved_bytes(verdict::lines_of(launch), kind.units, *kind.bytes);
    };
    table.add("bytes moved", "The sectors times 32 bytes: a sector is moved as a whole.", true,
              kind.requests,
              [&](const CountedLaunch& launch) { return count_text(bytes_of(launch).moved); });
    table.add("bytes used",
              "The bytes among them that lanes asked for; where lanes ask for the same bytes, they "
              "count once.",
              true, kind.requests,
              [&](const CountedLaunch& launch) { return count_text(bytes_of(launch).used); });
    table.add("part used", "The bytes used as a part of the bytes moved.", true, kind.requests,
              [&](const CountedLaunch& launch) { return verdict::used_text(bytes_of(launch)); });
  }
  if (kind.conflicts) table.add_counter("bank conflicts", true, kind.requests, *kind.conflicts);
}

}  // namespace

std::string LaunchLines::title() const {
  std::string text = counted.name;
  if (counted.kernel != counted.name) text += ": " + counted.kernel;
  if (counted.times > 1) text += fmt::format(", {} launches", counted.times);
  if (counted.given) text += ", given for comparison";
  return text;
}

std::vector<LaunchLines> launch_lines(const verdict::VariantCounters& counted) {
  std::vector<LaunchLines> launches;
  for (CountedLaunch& launch : verdict::by_launch(counted)) {
    std::vector<LineCost> lines = line_costs(launch.lines);
    launches.push_back({std::move(launch), std::move(lines)});
  }
  std::stable_partition(launches.begin(), launches.end(),
                        [](const LaunchLines& one) { return !one.counted.given; });
  return launches;
}

std::vector<ComparedRow> compare_launches(const std::vector<LaunchLines>& launches) {
  Table table(launches);
  for (const Kind& kind : kKinds)
    if (table.any(kind.requests)) add_kind(table, kind);
  for (const Plain& plain : kPlain)
    if (table.any(plain.counter))
      table.add_counter(plain.what, false, plain.counter, plain.counter);
  return std::move(table.rows);
}

std::string headline(const std::vector<LaunchLines>& launches, bool has_passed) {
  constexpr double kWorthSaying = 1.1;  // of the ideal; less is the edge of a matrix
  const AccessCost* worst = nullptr;
  int line = 0;
  bool any = false;
  for (const LaunchLines& launch : launches)
    for (const LineCost& cost : launch.lines)
      for (const AccessCost& access : cost.accesses) {
        if (launch.counted.given) continue;
        any = true;
        if (access.ratio() <= kWorthSaying) continue;
        if (worst && access.ratio() <= worst->ratio()) continue;
        worst = &access;
        line = cost.line;
      }
  if (!any) return "No line of your kernel touches memory.";
  const char* const begin = has_passed ? "Within every limit. What costs most is line" : "Line";
  return worst ? fmt::format("{} {}, {}: {}.", begin, line, worst->what, worst->sentence)
               : "Every access of your kernel to memory is as cheap as its bytes allow.";
}

}  // namespace warplab::app
