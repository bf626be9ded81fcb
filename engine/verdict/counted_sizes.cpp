#include "verdict/counted_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>

#include "verdict/run_cost.hpp"

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

bool all_equal(const std::vector<int64_t>& values) {
  return std::ranges::adjacent_find(values, std::not_equal_to{}) == values.end();
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
  const auto [low, high] = std::ranges::minmax(values);
  return high > 2 * low;
}

// Is the longest side an odd number of steps? Graded sizes are most often powers of two, and then
// their numbers of tiles are even.
bool ends_odd(const SizeSet& ranges, const SizeSet& size) {
  int64_t longest = 0, steps = 0;
  for (const auto& [name, range] : ranges.ranges)
    if (size.values.at(name) > longest) {
      longest = size.values.at(name);
      steps = longest / range.step;
    }
  return steps % 2 != 0;
}

// Is a side among the smallest fifth of its range, or its smallest value? Of three sides the middle
// one of a size that grows or shrinks seldom is, and a kernel that does without its tile where few
// products are added up showed nothing.
bool is_small(const SizeSet& ranges, const SizeSet& size, const std::string& name) {
  const auto& range = ranges.ranges.at(name);
  return size.values.at(name) - range.from <= (range.to - range.from) / 5;
}

// How many sides of `size` are odd where all of `counted` are even, or even where all are odd.
int sides_of_other_parity(const SizeSet& size, const SizeSet& counted) {
  int sides = 0;
  for (const auto& [name, range] : counted.ranges)
    if (range.step % 2 == 0 && (size.values.at(name) - range.from) % 2 != 0) ++sides;
  return sides;
}

// All sides are what the first one is, where their ranges have that.
std::optional<SizeSet> with_equal_sides(SizeSet size) {
  const int64_t side = sides(size, size).front();
  for (const auto& [name, range] : size.ranges) {
    if (side < range.from || side > range.to || (side - range.from) % range.step != 0)
      return std::nullopt;
    size.values[name] = side;
  }
  size.label = exercise::size_label(size);
  return size;
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
    return size.values != graded.values && std::ranges::none_of(sizes, [&](const DrawnSize& one) {
             return one.size.values == size.values;
           });
  };
  // Of the draws the first that `fits` best.
  const auto add = [&](const std::string& purpose, const auto& shaped, const auto& fits) {
    std::optional<SizeSet> best;
    int best_fit = -1;
    for (int attempt = 0; attempt < kCountedAttempts; ++attempt) {
      std::optional<SizeSet> drawn =
          shaped(draw.size(ranges, fmt::format("{}, attempt {}", purpose, attempt)));
      if (!drawn || !is_new(*drawn)) continue;
      const int fit = fits(*drawn);
      if (fit <= best_fit || !cost_of(exercise, *drawn)) continue;
      best = std::move(drawn);
      best_fit = fit;
    }
    if (best) sizes.push_back({std::move(*best), purpose});
  };
  const auto shape = [&](bool (*holds)(const std::vector<int64_t>&)) {
    return [&ranges, holds](const SizeSet& size) {
      const std::vector<int64_t> values = sides(ranges, size);
      if (!holds(values)) return 0;
      return 1 + 2 * static_cast<int>(ends_odd(ranges, size)) + static_cast<int>(far_apart(values));
    };
  };
  const auto as_drawn = [](SizeSet size) { return std::optional<SizeSet>(std::move(size)); };
  if (ranges.ranges.size() < 2) {
    add("counted", as_drawn, [&](const SizeSet& size) { return ends_odd(ranges, size) ? 1 : 0; });
    // Where any number may be left over of groups, an even one is, too: what is done in another way
    // for all but one remainder has no size to itself.
    if (!ranges.ranges.empty() && ranges.ranges.begin()->second.step % 2 != 0)
      add("counted, even", as_drawn,
          [&](const SizeSet& size) { return ends_odd(ranges, size) ? 0 : 1; });
    return sizes;
  }
  add("counted, growing", as_drawn, shape(grows));
  add("counted, shrinking", as_drawn, shape(shrinks));
  for (const std::string& name : ranges.names) {
    if (!ranges.ranges.contains(name) || std::ranges::any_of(sizes, [&](const DrawnSize& one) {
          return is_small(ranges, one.size, name);
        }))
      continue;
    add("counted, small " + name, as_drawn,
        [&](const SizeSet& size) { return is_small(ranges, size, name) ? 1 : 0; });
  }
  if (!all_equal(sides(ranges, graded)))
    add("counted, equal", with_equal_sides, [](const SizeSet&) { return 0; });
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
