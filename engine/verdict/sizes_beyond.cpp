#include "verdict/sizes_beyond.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "verdict/run_cost.hpp"

namespace warplab::verdict {
namespace {

using exercise::SizeSet;

// What can go beyond a number: the threads of the largest launch, or the elements of one buffer.
struct What {
  const exercise::Buffer* buffer = nullptr;  // none: threads
  std::set<std::string> names;               // of the sizes that say how many there are
};

std::vector<What> whats_of(const exercise::Exercise& exercise) {
  std::vector<What> whats(1);
  const auto add = [](What& what, const std::vector<exercise::Expression>& expressions) {
    for (const exercise::Expression& e : expressions)
      for (const std::string& name : e.names()) what.names.insert(name);
  };
  for (const exercise::LaunchSpec& launch : exercise.launches) add(whats[0], launch.grid);
  for (const exercise::Buffer& buffer : exercise.buffers) {
    What what{&buffer, {}};
    add(what, buffer.shape);
    whats.push_back(std::move(what));
  }
  return whats;
}

// How many there are at a size.
uint64_t reach_of(const What& what, const exercise::Case& made) {
  uint64_t reach = 0;
  if (!what.buffer)
    for (const data::Launch& launch : made.launches)
      reach = std::max(reach, launch.grid.volume() * launch.block.volume());
  for (const data::Buffer& buffer : made.buffers)
    if (what.buffer && buffer.name == what.buffer->name) reach = elements_of(buffer);
  return reach;
}

std::optional<exercise::Case> made_at(const exercise::Exercise& exercise, const SizeSet& size) {
  auto made = exercise::instantiate(exercise, size, exercise.variants.front(), 1);
  if (!made) return std::nullopt;
  return std::move(*made);
}

// The largest value that the exercise names for `name`, for a GPU, say. What is longer may be more
// than the statement asks for.
int64_t most_named(const std::string& name, const exercise::Exercise& exercise) {
  int64_t most = 0;
  for (const SizeSet& size : exercise.sizes) {
    if (size.values.contains(name)) most = std::max(most, size.values.at(name));
    if (size.ranges.contains(name)) most = std::max(most, size.ranges.at(name).to);
  }
  return most;
}

// The smallest multiple of the drawn shape, in the directions of `what`, that reaches beyond
// `number`, none of them longer than the exercise has it; the others are as short as they may be.
std::optional<SizeSet> size_beyond(uint64_t number, const What& what,
                                   const exercise::Exercise& exercise, const SizeSet& ranges,
                                   const exercise::Draw& draw, const std::string& purpose) {
  const SizeSet shape = draw.size(ranges, purpose);
  std::map<std::string, int64_t> most;
  for (const auto& [name, range] : ranges.ranges) most[name] = most_named(name, exercise);
  const auto times = [&](int64_t factor) {
    SizeSet size = ranges;
    for (const auto& [name, range] : ranges.ranges) {
      size.values[name] = range.from;
      if (!what.names.contains(name) || range.from == range.to) continue;
      const int64_t from_middle =
          std::max<int64_t>({1, shape.values.at(name), (range.from + range.to) / 2});
      const int64_t longest = most.at(name);
      const int64_t value = factor / 16 > longest / from_middle
                                ? longest
                                : std::min(from_middle * factor / 16, longest);
      const int64_t steps = std::max<int64_t>(0, (value - range.from) / range.step);
      size.values[name] = range.from + steps * range.step;
    }
    size.label = size_label(size);
    return size;
  };
  int64_t low = 0, high = int64_t{1} << 30;
  while (high - low > 1) {
    const int64_t factor = low + (high - low) / 2;
    const std::optional<exercise::Case> made = made_at(exercise, times(factor));
    (!made || reach_of(what, *made) > number ? high : low) = factor;
  }
  SizeSet size = times(high);
  const std::optional<exercise::Case> made = made_at(exercise, size);
  if (!made || reach_of(what, *made) <= number) return std::nullopt;
  const auto cost = cost_of(exercise, size);
  if (!cost || *cost > kMostCostBeyond) return std::nullopt;
  return size;
}

}  // namespace

std::vector<DrawnSize> sizes_beyond(std::span<const int64_t> constants,
                                    const exercise::Exercise& exercise, const SizeSet& ranges,
                                    const exercise::Draw& draw,
                                    std::span<const PlannedRun> planned) {
  std::vector<uint64_t> numbers;  // the largest first
  for (const int64_t c : constants)
    if (c > 0 && static_cast<uint64_t>(c) < kMostCostBeyond)
      numbers.push_back(static_cast<uint64_t>(c));
  std::ranges::sort(numbers, std::greater());
  if (numbers.empty()) return {};
  const std::vector<What> whats = whats_of(exercise);
  std::vector<uint64_t> known(whats.size());
  const auto note = [&](const SizeSet& size) {
    const std::optional<exercise::Case> made = made_at(exercise, size);
    for (size_t k = 0; made && k < whats.size(); ++k)
      known[k] = std::max(known[k], reach_of(whats[k], *made));
  };
  for (size_t i = 0; i < planned.size(); ++i)
    if (i == 0 || planned[i].size.values != planned[i - 1].size.values) note(planned[i].size);
  std::vector<DrawnSize> sizes;
  for (size_t k = 0; k < whats.size(); ++k) {
    if (whats[k].names.empty()) continue;
    for (const uint64_t number : numbers) {
      if (known[k] > number) break;
      const std::string purpose =
          fmt::format("{} beyond {}", k == 0 ? "threads" : whats[k].buffer->name, number);
      std::optional<SizeSet> size = size_beyond(number, whats[k], exercise, ranges, draw, purpose);
      if (!size) continue;
      note(*size);
      sizes.push_back({std::move(*size), purpose});
      break;
    }
  }
  return sizes;
}

}  // namespace warplab::verdict
