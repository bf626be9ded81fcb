#include "verdict/deciding_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <set>
#include <utility>

#include "data/random.hpp"
#include "verdict/run_cost.hpp"
#include "verdict/sizes_near.hpp"

namespace warplab::verdict {
namespace {

using exercise::SizeSet;
using exercise::Values;

// Sizes that are looked at, of all directions together and of each alone. To look at one takes less
// than a microsecond.
constexpr uint64_t kMostTogether = 1 << 16, kMostAlone = 1 << 14;
// Runs that are added. Honest kernels have none or one.
constexpr size_t kMostRuns = 12;
// Of decisions that are looked at in pairs.
constexpr unsigned kMostPaired = 16;
// How many sizes that decide alike are tried for one that is cheap enough.
constexpr int kAttempts = 16;

// A launch whose kernel decides something.
struct Deciding {
  const exercise::LaunchSpec* launch = nullptr;
  data::SizeFormulaRun run;
  std::vector<std::optional<int64_t>> arguments;
};

// What is decided at a size, by all launches one after the other.
using Outcome = std::vector<data::Decided>;

class Decisions {
 public:
  Decisions(const std::map<std::string, data::SizeFormula>& formulas,
            const exercise::Exercise& exercise) {
    for (const exercise::LaunchSpec& launch : exercise.launches) {
      const auto formula = formulas.find(launch.kernel);
      if (formula == formulas.end()) continue;
      deciding_.push_back({&launch, data::SizeFormulaRun(formula->second),
                           std::vector<std::optional<int64_t>>(launch.arguments.size())});
    }
  }
  bool empty() const { return deciding_.empty(); }

  Outcome at(const Values& sizes, const exercise::Variant& variant) {
    Values values = sizes;
    values.insert(variant.flags.begin(), variant.flags.end());
    Outcome outcome;
    for (Deciding& d : deciding_) {
      for (size_t k = 0; k < d.arguments.size(); ++k) {
        const exercise::ArgumentSpec& given = d.launch->arguments[k];
        d.arguments[k].reset();
        if (!given.buffer.empty() || given.scalar.real) continue;
        const auto plain = values.find(given.scalar.value.text());
        if (plain != values.end()) d.arguments[k] = plain->second;
        else if (const auto value = given.scalar.value.evaluate(values)) d.arguments[k] = *value;
      }
      outcome.push_back(d.run.decide(d.arguments));
    }
    return outcome;
  }

 private:
  std::vector<Deciding> deciding_;
};

// One decision, or two, that come out in a certain way: bits of Decided of a launch.
struct Way {
  size_t launch = 0;
  uint64_t yes = 0, no = 0;
  bool is_met(const Outcome& outcome) const {
    return (outcome[launch].yes & yes) == yes && (outcome[launch].no & no) == no;
  }
  auto operator<=>(const Way&) const = default;
};

// Sizes of `ranges`: all of them, or as many as that drawn; then each name alone.
std::vector<Values> sizes_to_look_at(const exercise::Exercise& exercise, const SizeSet& ranges,
                                     const exercise::Draw& draw) {
  std::vector<Values> sizes;
  const data::RandomStream random(draw.seed("sizes that decide").value, "sizes");
  uint64_t all = 1, number = 0;
  for (const auto& [name, range] : ranges.ranges)
    all = std::min(all * static_cast<uint64_t>((range.to - range.from) / range.step + 1),
                   2 * kMostTogether);
  for (uint64_t i = 0; i < std::min(all, kMostTogether); ++i) {
    Values values = ranges.values;
    uint64_t rest = i;
    for (const auto& [name, range] : ranges.ranges) {
      const auto count = static_cast<uint64_t>((range.to - range.from) / range.step + 1);
      const uint64_t k = all <= kMostTogether ? rest % count : random.below(count, number++);
      rest /= count;
      values[name] = range.from + static_cast<int64_t>(k) * range.step;
    }
    sizes.push_back(std::move(values));
  }
  for (const auto& [name, range] : ranges.ranges) {
    const auto count = static_cast<uint64_t>(
        std::max<int64_t>(0, (largest_named(name, exercise, ranges) - range.to) / range.step));
    Values values = ranges.values;
    for (const auto& [other, least] : ranges.ranges) values[other] = least.from;
    for (uint64_t i = 0; i < std::min(count, kMostAlone); ++i) {
      const uint64_t k = count <= kMostAlone ? i : random.below(count, number++);
      values[name] = range.to + static_cast<int64_t>(k + 1) * range.step;
      sizes.push_back(values);
    }
  }
  return sizes;
}

// The ways in which something is decided in `outcomes`: each decision either way, and each two of
// them in the way that is rarer for both, as in `if (rows == 37 && cols == 41)`.
std::set<Way> ways_of(const std::vector<Outcome>& outcomes) {
  std::set<Way> ways;
  for (size_t launch = 0; !outcomes.empty() && launch < outcomes.front().size(); ++launch) {
    std::vector<Way> rare;
    for (unsigned k = 0; k < 64; ++k) {
      const uint64_t bit = uint64_t{1} << k;
      size_t yes = 0, no = 0;
      for (const Outcome& o : outcomes) {
        yes += (o[launch].yes & bit) != 0;
        no += (o[launch].no & bit) != 0;
      }
      if (yes == 0 || no == 0) continue;
      ways.insert({launch, bit, 0});
      ways.insert({launch, 0, bit});
      if (rare.size() < kMostPaired)
        rare.push_back(yes < no ? Way{launch, bit, 0} : Way{launch, 0, bit});
    }
    for (const Outcome& o : outcomes) {
      Way all{launch, 0, 0};  // of what is rare all that is so here
      for (const Way& way : rare)
        if (way.is_met(o)) all.yes |= way.yes, all.no |= way.no;
      ways.insert(all);
    }
  }
  return ways;
}

}  // namespace

std::vector<DrawnSize> deciding_sizes(const std::map<std::string, data::SizeFormula>& formulas,
                                      const exercise::Exercise& exercise, const SizeSet& ranges,
                                      const exercise::Draw& draw,
                                      std::span<const PlannedRun> planned) {
  Decisions decisions(formulas, exercise);
  if (decisions.empty()) return {};
  std::vector<Outcome> known;
  for (const PlannedRun& run : planned)
    known.push_back(decisions.at(run.size.values, *run.variant));
  const std::vector<Values> sizes = sizes_to_look_at(exercise, ranges, draw);
  std::vector<Outcome> outcomes;
  for (const Values& values : sizes)
    outcomes.push_back(decisions.at(values, exercise.variants.front()));

  const CostLimits limits = cost_limits(exercise);
  std::vector<DrawnSize> found;
  for (const Way& way : ways_of(outcomes)) {
    const auto is_met = [&](const Outcome& o) { return way.is_met(o); };
    if (found.size() == kMostRuns) break;
    if (std::ranges::any_of(known, is_met)) continue;
    std::vector<size_t> where;
    for (size_t i = 0; i < sizes.size(); ++i)
      if (is_met(outcomes[i])) where.push_back(i);
    const std::string purpose = fmt::format("decided {} {:x} {:x}", way.launch, way.yes, way.no);
    const data::RandomStream random(draw.seed(purpose).value, "lot");
    for (int attempt = 0; attempt < kAttempts && !where.empty(); ++attempt) {
      const size_t at = where[random.below(where.size(), static_cast<uint64_t>(attempt))];
      SizeSet size = ranges;
      size.values = sizes[at];
      size.label = size_label(size);
      const auto cost = cost_of(exercise, size);
      if (!cost || *cost > limits.alone) continue;
      found.push_back({std::move(size), purpose});
      known.push_back(outcomes[at]);
      break;
    }
  }
  return found;
}

}  // namespace warplab::verdict
