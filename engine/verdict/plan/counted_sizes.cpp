#include "verdict/plan/counted_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>

#include "verdict/plan/run_cost.hpp"

namespace warplab::verdict {
namespace {

using exercise::SizeSet;

// Two sides of nine values each are far apart, the larger one odd, in one of ten draws: 64 miss
// that for one file in a thousand, which then gets the next best.
constexpr int kCountedAttempts = 64;

// Of `size`, those that are ranges in `ranges`, in the order of the file.
std::vector<int64_t> sides(const SizeSet& ranges, const SizeSet& size) {
  std::vector<int64_t> values;
  for (const std::string& name : ranges.names)
    if (ranges.ranges.contains(name)) values.push_back(size.values.at(name));
  return values;
}

bool grows(const std::vector<int64_t>& values) {
  return std::ranges::adjacent_find(values, std::greater_equal{}) == values.end();
}
bool shrinks(const std::vector<int64_t>& values) {
  return std::ranges::adjacent_find(values, std::less_equal{}) == values.end();
}

// More than twice as long at one end as at the other. What is done for long matrices only is done
// there.
bool far_apart(const std::vector<int64_t>& values) {
  if (values.empty()) return false;
  const auto [low, high] = std::ranges::minmax(values);
  return high > 2 * low;
}

// Of the range's steps, rounded down, in the longest side.
int64_t steps_in_longest(const SizeSet& ranges, const SizeSet& size) {
  int64_t longest = 0, steps = 0;
  for (const auto& [name, range] : ranges.ranges) {
    const auto side = size.values.find(name);
    if (side == size.values.end() || side->second <= longest) continue;
    longest = side->second;
    steps = longest / range.step;
  }
  return steps;
}

// How many sides of `size` are odd where all of `counted` are even, or even where all are odd.
int sides_of_other_parity(const SizeSet& size, const SizeSet& counted) {
  int sides = 0;
  for (const auto& [name, range] : counted.ranges)
    if (range.step % 2 == 0 && (size.values.at(name) - range.from) % 2 != 0) ++sides;
  return sides;
}

}  // namespace

bool counts_gates(const exercise::Exercise& exercise) {
  return std::ranges::any_of(exercise.gates, [](const exercise::Gate& gate) {
    return gate.expression.has_value() && !gate.reported;
  });
}

std::vector<DrawnSize> counted_sizes(const exercise::Exercise& exercise, const SizeSet& ranges,
                                     const SizeSet& graded, const exercise::Draw& draw) {
  std::vector<DrawnSize> sizes;
  const auto is_new = [&](const SizeSet& size) {
    return size.values != graded.values && (sizes.empty() || size.values != sizes[0].size.values);
  };
  // Numbers of tiles, or of groups, are odd here where they are even at the graded size.
  const int64_t of_graded = steps_in_longest(ranges, graded);
  // Of the draws the first that fits best.
  const auto add = [&](const std::string& purpose, bool (*is_shaped)(const std::vector<int64_t>&)) {
    std::optional<SizeSet> best;
    int best_fit = -1;
    for (int attempt = 0; attempt < kCountedAttempts; ++attempt) {
      SizeSet drawn = draw.size(ranges, fmt::format("{}, attempt {}", purpose, attempt));
      const std::vector<int64_t> values = sides(ranges, drawn);
      const bool has_other_parity = (steps_in_longest(ranges, drawn) - of_graded) % 2 != 0;
      const int fit = is_shaped(values) ? 1 + 2 * has_other_parity + far_apart(values) : 0;
      if (fit <= best_fit || !is_new(drawn) || !cost_of(exercise, drawn)) continue;
      best = std::move(drawn);
      best_fit = fit;
    }
    if (best) sizes.push_back({std::move(*best), purpose});
  };
  add("counted, growing", grows);
  if (ranges.ranges.size() > 1) add("counted, shrinking", shrinks);
  return sizes;
}

std::optional<DrawnSize> ragged_size(const exercise::Exercise& exercise, const SizeSet& ranges,
                                     const SizeSet* counted, const exercise::Draw& draw) {
  std::optional<DrawnSize> best;
  int best_fit = -1;
  const int most = counted ? static_cast<int>(ranges.ranges.size()) : 0;
  for (int attempt = 0; attempt < kCountedAttempts && best_fit < most; ++attempt) {
    SizeSet drawn = draw.size(ranges, fmt::format("ragged, attempt {}", attempt));
    const int fit = counted ? sides_of_other_parity(drawn, *counted) : 0;
    if (fit <= best_fit || !cost_of(exercise, drawn)) continue;
    best = DrawnSize{std::move(drawn), "ragged"};
    best_fit = fit;
  }
  return best;
}

}  // namespace warplab::verdict
