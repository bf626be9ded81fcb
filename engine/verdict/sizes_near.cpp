#include "verdict/sizes_near.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "verdict/run_cost.hpp"

namespace warplab::verdict {
namespace {

using exercise::SizeRange;
using exercise::SizeSet;

// A kernel with its tiles and unrolled loops has two or three that no other run has; a file with a
// hundred comparisons must not cost a hundred runs.
constexpr size_t kMostSizesNear = 24;
// The other sizes come from this part of their ranges.
constexpr int64_t kNarrowShare = 16;

using Near = std::pair<std::string, int64_t>;  // a name and its value

std::set<Near> values_near(std::span<const int64_t> constants, const exercise::Exercise& exercise,
                           const SizeSet& ranges, std::span<const PlannedRun> planned) {
  std::set<Near> near;
  for (const auto& [name, range] : ranges.ranges) {
    const int64_t most = largest_named(name, exercise, ranges);
    for (const int64_t constant : constants)
      for (const int64_t value : {constant - 1, constant, constant + 1})
        if (value >= range.from && value <= most && (value - range.from) % range.step == 0)
          near.emplace(name, value);
  }
  for (const PlannedRun& run : planned)
    for (const auto& [name, value] : run.size.values) near.erase({name, value});
  return near;
}

// The value with the other sizes from a small part of their ranges, halved until the run is cheap.
std::optional<SizeSet> size_with(const Near& near, const exercise::Exercise& exercise,
                                 const SizeSet& ranges, const exercise::Draw& draw, uint64_t most,
                                 const std::string& purpose) {
  SizeSet narrow = ranges;
  for (auto& [name, range] : narrow.ranges) {
    if (name == near.first) range = {near.second, near.second, 1};
    else range.to = range.from + (range.to - range.from) / kNarrowShare;
  }
  for (bool is_least = false; !is_least;) {
    SizeSet drawn = draw.size(narrow, purpose);
    if (const auto cost = cost_of(exercise, drawn); cost && *cost <= most) {
      drawn.ranges = ranges.ranges;
      return drawn;
    }
    is_least = true;
    for (auto& [name, range] : narrow.ranges) {
      is_least = is_least && range.from == range.to;
      range.to -= (range.to - range.from + 1) / 2;
    }
  }
  return std::nullopt;
}

}  // namespace

int64_t largest_named(const std::string& name, const exercise::Exercise& exercise,
                      const SizeSet& given) {
  int64_t most = given.ranges.at(name).to;
  if (!given.derived) return most;
  for (const SizeSet& size : exercise.sizes) {
    if (size.values.contains(name)) most = std::max(most, size.values.at(name));
    if (size.ranges.contains(name)) most = std::max(most, size.ranges.at(name).to);
  }
  return most;
}

std::vector<DrawnSize> sizes_near(std::span<const int64_t> constants,
                                  const exercise::Exercise& exercise, const SizeSet& ranges,
                                  const exercise::Draw& draw, std::span<const PlannedRun> planned) {
  const std::set<Near> all = values_near(constants, exercise, ranges, planned);
  std::vector<Near> near(all.begin(), all.end());
  if (near.size() > kMostSizesNear) {
    const auto lot = [&](const Near& n) {
      return draw.seed(fmt::format("lot of {} {}", n.first, n.second)).value;
    };
    std::ranges::sort(near, {}, lot);
    near.resize(kMostSizesNear);
    std::ranges::sort(near);
  }
  const CostLimits limits = cost_limits(exercise);
  std::vector<DrawnSize> sizes;
  for (const Near& n : near) {
    const std::string purpose = fmt::format("{} near {}", n.first, n.second);
    if (auto size = size_with(n, exercise, ranges, draw, limits.beyond, purpose))
      sizes.push_back({std::move(*size), purpose});
  }
  return sizes;
}

}  // namespace warplab::verdict
