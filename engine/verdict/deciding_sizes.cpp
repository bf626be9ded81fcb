#include "verdict/deciding_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <optional>
#include <utility>

#include "data/random.hpp"
#include "verdict/run_cost.hpp"
#include "verdict/sizes_near.hpp"

namespace warplab::verdict {
namespace {

using exercise::SizeSet;
using exercise::Values;

// Sizes that are looked at, of all directions together and of each alone. To look at one takes some
// tens of nanoseconds.
constexpr uint64_t kMostTogether = 1 << 16, kMostAlone = 1 << 14;
// Runs that are added. Honest kernels have none or one.
constexpr size_t kMostRuns = 12;
// Of decisions that are looked at in pairs, and of what they come to together.
constexpr unsigned kMostPaired = 16;
constexpr size_t kMostWays = 64;
// How many sizes that decide alike are tried for one that is cheap enough.
constexpr int kDecidingAttempts = 16;

// Sizes, by the names that are ranges; the others are the same in all.
struct Table {
  Values fixed;
  std::map<std::string, std::vector<int64_t>> columns;
  size_t count = 0;

  Values at(size_t i) const {
    Values values = fixed;
    for (const auto& [name, column] : columns) values[name] = column[i];
    return values;
  }
};

// What is decided at each size, by launch.
using Outcomes = std::vector<std::vector<data::Decided>>;

// An argument of a launch at each size; empty where it has no value at one of them.
std::vector<int64_t> argument_at(const exercise::ArgumentSpec& given, const Table& table,
                                 const exercise::Variant& variant) {
  if (!given.buffer.empty() || given.scalar.real) return {};
  const exercise::Expression& expression = given.scalar.value;
  if (const auto plain = table.columns.find(expression.text()); plain != table.columns.end())
    return plain->second;
  Values values = table.fixed;
  values.insert(variant.flags.begin(), variant.flags.end());
  const std::vector<std::string> names = expression.names();
  const bool is_fixed =
      std::ranges::none_of(names, [&](const auto& name) { return table.columns.contains(name); });
  std::vector<int64_t> column(table.count);
  for (size_t i = 0; i < table.count; ++i) {
    for (const std::string& name : names)
      if (const auto c = table.columns.find(name); c != table.columns.end())
        values[name] = c->second[i];
    const Result<int64_t> value = expression.evaluate(values);
    if (!value) return {};
    if (is_fixed) return std::vector<int64_t>(table.count, *value);
    column[i] = *value;
  }
  return column;
}

Outcomes outcomes_at(const Table& table, const std::map<std::string, data::SizeFormula>& formulas,
                     const exercise::Exercise& exercise, const exercise::Variant& variant) {
  Outcomes outcomes;
  for (const exercise::LaunchSpec& launch : exercise.launches) {
    const auto formula = formulas.find(launch.kernel);
    if (formula == formulas.end()) continue;
    std::vector<std::vector<int64_t>> values;
    for (const exercise::ArgumentSpec& given : launch.arguments)
      values.push_back(argument_at(given, table, variant));
    const std::vector<data::SizeFormulaRun::Column> arguments(values.begin(), values.end());
    outcomes.emplace_back(table.count);
    data::SizeFormulaRun(formula->second).decide(arguments, outcomes.back());
  }
  return outcomes;
}

// One decision, or several, that come out in a certain way: bits of Decided of a launch.
struct Way {
  size_t launch = 0;
  uint64_t yes = 0, no = 0;
  bool is_met(const data::Decided& d) const { return (d.yes & yes) == yes && (d.no & no) == no; }
  bool is_met(const Outcomes& outcomes) const {
    return std::ranges::any_of(outcomes[launch], [&](const auto& d) { return is_met(d); });
  }
  int decisions() const { return std::popcount(yes) + std::popcount(no); }
  auto operator<=>(const Way&) const = default;
};

// Sizes of `ranges`: all of them, or as many as that drawn; then each name alone.
Table sizes_to_look_at(const exercise::Exercise& exercise, const SizeSet& ranges,
                       const exercise::Draw& draw) {
  Table table{ranges.values, {}, 0};
  const data::RandomStream random(draw.seed("sizes that decide").value, "sizes");
  uint64_t all = 1, number = 0;
  for (const auto& [name, range] : ranges.ranges)
    all = std::min(all * static_cast<uint64_t>((range.to - range.from) / range.step + 1),
                   2 * kMostTogether);
  const uint64_t together = std::min(all, kMostTogether);
  uint64_t alike = 1;  // in how many sizes that follow each other a name is the same
  for (const auto& [name, range] : ranges.ranges) {
    const auto count = static_cast<uint64_t>((range.to - range.from) / range.step + 1);
    std::vector<int64_t>& column = table.columns[name];
    for (uint64_t i = 0; i < together; ++i) {
      const uint64_t k = all <= kMostTogether ? i / alike % count : random.below(count, number++);
      column.push_back(range.from + static_cast<int64_t>(k) * range.step);
    }
    if (all <= kMostTogether) alike *= count;
  }
  table.count = together;
  for (const auto& [name, range] : ranges.ranges) {
    const auto count = static_cast<uint64_t>(
        std::max<int64_t>(0, (largest_named(name, exercise, ranges) - range.to) / range.step));
    const uint64_t alone = std::min(count, kMostAlone);
    for (auto& [other, column] : table.columns)
      column.resize(table.count + alone, ranges.ranges.at(other).from);
    for (uint64_t i = 0; i < alone; ++i) {
      const uint64_t k = count <= kMostAlone ? i : random.below(count, number++);
      table.columns[name][table.count + i] = range.to + static_cast<int64_t>(k + 1) * range.step;
    }
    table.count += alone;
  }
  return table;
}

// The decisions of a launch that come out both ways, each in its rarer way.
std::vector<Way> rare_ways(size_t launch, const std::vector<data::Decided>& decided) {
  data::Decided any;
  for (const data::Decided& d : decided) any.yes |= d.yes, any.no |= d.no;
  std::vector<Way> rare;
  for (uint64_t both = any.yes & any.no; both; both &= both - 1) {
    const uint64_t bit = both & -both;
    size_t yes = 0, no = 0;
    for (const data::Decided& d : decided) {
      yes += (d.yes & bit) != 0;
      no += (d.no & bit) != 0;
    }
    rare.push_back(yes < no ? Way{launch, bit, 0} : Way{launch, 0, bit});
  }
  return rare;
}

// The ways in which something is decided in `outcomes`: each decision either way, and several of
// them in the way that is rarer for each, as in `if (rows == 37 && cols == 41)`.
std::vector<Way> ways_of(const Outcomes& outcomes) {
  std::vector<Way> ways, together;
  for (size_t launch = 0; launch < outcomes.size(); ++launch) {
    const std::vector<Way> rare = rare_ways(launch, outcomes[launch]);
    Way all{launch, 0, 0};
    for (size_t k = 0; k < rare.size(); ++k) {
      ways.push_back(rare[k]);
      ways.push_back({launch, rare[k].no, rare[k].yes});
      if (k < kMostPaired) all.yes |= rare[k].yes, all.no |= rare[k].no;
    }
    std::optional<Way> last;
    for (const data::Decided& d : outcomes[launch]) {
      const Way way{launch, d.yes & all.yes, d.no & all.no};  // of what is rare what is so here
      if (way == last) continue;
      if (way.decisions() > 1) together.push_back(way);
      last = way;
    }
  }
  std::ranges::sort(together);
  together.erase(std::unique(together.begin(), together.end()), together.end());
  std::ranges::stable_sort(together, std::greater(), &Way::decisions);
  ways.insert(ways.end(), together.begin(), together.end());
  return ways;
}

}  // namespace

std::vector<DrawnSize> deciding_sizes(const std::map<std::string, data::SizeFormula>& formulas,
                                      const exercise::Exercise& exercise, const SizeSet& ranges,
                                      const exercise::Draw& draw,
                                      std::span<const PlannedRun> planned) {
  if (formulas.empty()) return {};
  const Table table = sizes_to_look_at(exercise, ranges, draw);
  const Outcomes outcomes = outcomes_at(table, formulas, exercise, exercise.variants.front());
  std::vector<Way> ways = ways_of(outcomes);
  if (ways.empty()) return {};
  std::vector<Outcomes> known;
  for (const PlannedRun& run : planned)
    known.push_back(outcomes_at({run.size.values, {}, 1}, formulas, exercise, *run.variant));
  const auto is_known = [&](const Way& way) {
    return std::ranges::any_of(known, [&](const Outcomes& o) { return way.is_met(o); });
  };
  std::erase_if(ways, is_known);
  if (ways.size() > kMostWays) ways.resize(kMostWays);

  const CostLimits limits = cost_limits(exercise);
  std::vector<DrawnSize> found;
  for (const Way& way : ways) {
    if (found.size() == kMostRuns) break;
    if (is_known(way)) continue;
    std::vector<size_t> where;
    for (size_t i = 0; i < table.count; ++i)
      if (way.is_met(outcomes[way.launch][i])) where.push_back(i);
    const std::string purpose = fmt::format("decided {} {:x} {:x}", way.launch, way.yes, way.no);
    const data::RandomStream random(draw.seed(purpose).value, "lot");
    for (int attempt = 0; attempt < kDecidingAttempts && !where.empty(); ++attempt) {
      const size_t at = where[random.below(where.size(), static_cast<uint64_t>(attempt))];
      SizeSet size = ranges;
      size.values = table.at(at);
      size.label = size_label(size);
      const auto cost = cost_of(exercise, size);
      if (!cost || *cost > limits.alone) continue;
      known.push_back(
          outcomes_at({size.values, {}, 1}, formulas, exercise, exercise.variants.front()));
      found.push_back({std::move(size), purpose});
      break;
    }
  }
  return found;
}

}  // namespace warplab::verdict
