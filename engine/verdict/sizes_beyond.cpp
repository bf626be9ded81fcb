#include "verdict/sizes_beyond.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "verdict/run_cost.hpp"

namespace warplab::verdict {
namespace {

using exercise::SizeSet;

// How far a size goes: the threads of its largest launch, the elements of its largest buffer.
struct Reach {
  uint64_t threads = 0, elements = 0;
};

Reach reach_of(const exercise::Exercise& exercise, const SizeSet& size) {
  Reach reach;
  const auto made = exercise::instantiate(exercise, size, exercise.variants.front(), 1);
  if (!made) return reach;
  for (const data::Launch& launch : made->launches)
    reach.threads = std::max(reach.threads, launch.grid.volume() * launch.block.volume());
  for (const data::Buffer& buffer : made->buffers)
    reach.elements = std::max(reach.elements, elements_of(buffer));
  return reach;
}

// The names of sizes that say how many threads there are, or how many elements.
std::set<std::string> names_of(const exercise::Exercise& exercise, uint64_t Reach::*what) {
  std::set<std::string> names;
  const auto add = [&](const std::vector<exercise::Expression>& expressions) {
    for (const exercise::Expression& e : expressions)
      for (const std::string& name : e.names()) names.insert(name);
  };
  if (what == &Reach::threads)
    for (const exercise::LaunchSpec& launch : exercise.launches) add(launch.grid);
  else
    for (const exercise::Buffer& buffer : exercise.buffers) add(buffer.shape);
  return names;
}

// The smallest multiple of the drawn shape, in the directions of `names`, that reaches beyond
// `number`; the other directions are as short as they may be.
std::optional<SizeSet> size_beyond(int64_t number, uint64_t Reach::*what,
                                   const exercise::Exercise& exercise, const SizeSet& ranges,
                                   const exercise::Draw& draw, const std::string& purpose) {
  const std::set<std::string> names = names_of(exercise, what);
  const SizeSet shape = draw.size(ranges, purpose);
  const auto times = [&](int64_t factor) {
    SizeSet size = ranges;
    for (const auto& [name, range] : ranges.ranges) {
      const int64_t from_middle = std::max(shape.values.at(name), (range.from + range.to) / 2);
      size.values[name] = names.contains(name) ? from_middle * factor / 16 : range.from;
      size.values[name] = std::max(size.values[name], range.from);
    }
    size.label = size_label(size);
    return size;
  };
  int64_t low = 0, high = int64_t{1} << 30;
  while (high - low > 1) {
    const int64_t factor = low + (high - low) / 2;
    const SizeSet size = times(factor);
    const auto cost = cost_of(exercise, size);
    const bool is_beyond = !cost || *cost > kMostCostBeyond ||
                           reach_of(exercise, size).*what > static_cast<uint64_t>(number);
    (is_beyond ? high : low) = factor;
  }
  SizeSet size = times(high);
  const auto cost = cost_of(exercise, size);
  if (!cost || *cost > kMostCostBeyond) return std::nullopt;
  return size;
}

}  // namespace

std::vector<DrawnSize> sizes_beyond(std::span<const int64_t> constants,
                                    const exercise::Exercise& exercise, const SizeSet& ranges,
                                    const exercise::Draw& draw,
                                    std::span<const PlannedRun> planned) {
  if (constants.empty()) return {};
  Reach known;
  for (const PlannedRun& run : planned) {
    const Reach reach = reach_of(exercise, run.size);
    known.threads = std::max(known.threads, reach.threads);
    known.elements = std::max(known.elements, reach.elements);
  }
  std::vector<int64_t> numbers(constants.begin(), constants.end());
  std::ranges::sort(numbers, std::greater());
  std::vector<DrawnSize> sizes;
  for (uint64_t Reach::*what : {&Reach::threads, &Reach::elements}) {
    for (const int64_t number : numbers) {
      if (known.*what > static_cast<uint64_t>(number)) break;
      const std::string purpose =
          fmt::format("{} beyond {}", what == &Reach::threads ? "threads" : "elements", number);
      std::optional<SizeSet> size = size_beyond(number, what, exercise, ranges, draw, purpose);
      if (!size) continue;
      const Reach reach = reach_of(exercise, *size);
      known.threads = std::max(known.threads, reach.threads);
      known.elements = std::max(known.elements, reach.elements);
      sizes.push_back({std::move(*size), purpose});
      break;
    }
  }
  return sizes;
}

}  // namespace warplab::verdict
