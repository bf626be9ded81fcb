#include "verdict/sizes_beyond.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "verdict/run_cost.hpp"

namespace warplab::verdict {
namespace {

using exercise::SizeSet;

// What 8 bits hold, and 16.
constexpr uint64_t kIn8Bits = 256, kIn16Bits = 65536;

// A number that is kept in a byte or in a short, with its sign or without. Where the grid grows
// with a side, such a kernel is run with more, even if the exercise has no side as long.
bool is_held_by_few_bits(uint64_t number) {
  return number <= kIn8Bits || number == kIn16Bits / 2 || number == kIn16Bits;
}

// One block too many may have no more than a few elements, which are right by chance.
constexpr uint64_t kPartBeyond = 16;

// What can go beyond a number.
struct What {
  enum class Kind { blocks, side, threads, elements };
  Kind kind;
  std::string label;
  std::set<std::string> names;               // of the sizes that say how many there are
  uint64_t above = 0, to = UINT64_MAX;       // the numbers in question
  size_t direction = 0;                      // blocks: of the grid
  const exercise::Buffer* buffer = nullptr;  // elements
  // Whatever is right for some blocks in a direction is right for more of them. (What no grid
  // grows with may have to fit into one block.)
  bool is_counted_by_grid() const { return kind == Kind::blocks || kind == Kind::side; }
};

// Blocks in each direction of the grid, by each size that there are more of them with; then those
// sizes themselves.
std::vector<What> whats_of_grid(const exercise::Exercise& exercise) {
  constexpr const char* kDirections[] = {"x", "y", "z"};
  std::set<std::pair<size_t, std::string>> blocks;
  std::set<std::string> sides;
  for (const exercise::LaunchSpec& launch : exercise.launches)
    for (size_t d = 0; d < launch.grid.size(); ++d)
      for (const std::string& name : launch.grid[d].names()) {
        blocks.emplace(d, name);
        sides.insert(name);
      }
  std::vector<What> whats;
  // Many blocks may be more than the reference can do, and fewer not.
  const std::pair<uint64_t, uint64_t> parts[] = {{0, kIn8Bits}, {kIn8Bits, kIn16Bits}};
  for (const auto& [d, name] : blocks)
    for (const auto& [above, to] : parts) {
      const std::string label = fmt::format("blocks of {} in {}", name, kDirections[d]);
      whats.push_back({What::Kind::blocks, label, {name}, above, to, d});
    }
  for (const std::string& name : sides)
    whats.push_back({What::Kind::side, name, {name}, 0, kIn16Bits});
  return whats;
}

std::vector<What> whats_of(const exercise::Exercise& exercise) {
  std::vector<What> whats = whats_of_grid(exercise);
  const auto add = [](What what, const std::vector<exercise::Expression>& expressions) {
    for (const exercise::Expression& e : expressions)
      for (const std::string& name : e.names()) what.names.insert(name);
    return what;
  };
  What threads{What::Kind::threads, "threads", {}};
  for (const exercise::LaunchSpec& launch : exercise.launches)
    threads = add(std::move(threads), launch.grid);
  whats.push_back(std::move(threads));
  for (const exercise::Buffer& buffer : exercise.buffers)
    whats.push_back(
        add({.kind = What::Kind::elements, .label = buffer.name, .names = {}, .buffer = &buffer},
            buffer.shape));
  return whats;
}

// How many there are at a size.
uint64_t reach_of(const What& what, const exercise::Case& made, const SizeSet& size) {
  uint64_t reach = 0;
  switch (what.kind) {
    case What::Kind::blocks:
      for (const data::Launch& launch : made.launches)
        reach = std::max<uint64_t>(
            reach, std::array{launch.grid.x, launch.grid.y, launch.grid.z}[what.direction]);
      break;
    case What::Kind::side:
      if (const auto side = size.values.find(*what.names.begin()); side != size.values.end())
        reach = static_cast<uint64_t>(std::max<int64_t>(side->second, 0));
      break;
    case What::Kind::threads:
      for (const data::Launch& launch : made.launches)
        reach = std::max(reach, launch.grid.volume() * launch.block.volume());
      break;
    case What::Kind::elements:
      for (const data::Buffer& buffer : made.buffers)
        if (buffer.name == what.buffer->name) reach = elements_of(buffer);
  }
  return reach;
}

std::optional<exercise::Case> made_at(const exercise::Exercise& exercise, const SizeSet& size) {
  auto made = exercise::instantiate(exercise, size, exercise.variants.front(), 1);
  if (!made) return std::nullopt;
  return std::move(*made);
}

// How long `name` may be to go beyond `number`: the largest value that the exercise names for it,
// for a GPU, say. What is longer may be more than the statement asks for.
int64_t longest(const std::string& name, uint64_t number, const What& what,
                const exercise::Exercise& exercise) {
  if (what.is_counted_by_grid() && is_held_by_few_bits(number)) return int64_t{kMostCostBeyond};
  int64_t most = 0;
  for (const SizeSet& size : exercise.sizes) {
    if (size.values.contains(name)) most = std::max(most, size.values.at(name));
    if (size.ranges.contains(name)) most = std::max(most, size.ranges.at(name).to);
  }
  return most;
}

// The smallest multiple of the drawn shape, in the directions of `what`, that reaches beyond
// `number`, none of them longer than it may be; the others are as short as they may be.
std::optional<SizeSet> size_beyond(uint64_t number, const What& what,
                                   const exercise::Exercise& exercise, const SizeSet& ranges,
                                   const exercise::Draw& draw, const std::string& purpose) {
  const SizeSet shape = draw.size(ranges, purpose);
  std::map<std::string, int64_t> most;
  for (const auto& [name, range] : ranges.ranges)
    most[name] = longest(name, number, what, exercise);
  const auto times = [&](int64_t factor) {
    SizeSet size = ranges;
    for (const auto& [name, range] : ranges.ranges) {
      size.values[name] = range.from;
      if (!what.names.contains(name) || range.from == range.to) continue;
      const int64_t from_middle =
          std::max<int64_t>({1, shape.values.at(name), (range.from + range.to) / 2});
      const int64_t to = most.at(name);
      const int64_t value =
          factor / 16 > to / from_middle ? to : std::min(from_middle * factor / 16, to);
      const int64_t steps = std::max<int64_t>(0, (value - range.from) / range.step);
      size.values[name] = range.from + steps * range.step;
      // What a loop leaves that takes several rows at a time is done by the row's number.
      if (what.is_counted_by_grid() && size.values[name] % 2 == 0 && value < to)
        size.values[name] += range.step;
    }
    size.label = size_label(size);
    return size;
  };
  const uint64_t beyond = what.is_counted_by_grid() ? number + number / kPartBeyond : number;
  int64_t low = 0, high = int64_t{1} << 30;
  while (high - low > 1) {
    const int64_t factor = low + (high - low) / 2;
    const SizeSet size = times(factor);
    const std::optional<exercise::Case> made = made_at(exercise, size);
    (!made || reach_of(what, *made, size) > beyond ? high : low) = factor;
  }
  SizeSet size = times(high);
  const std::optional<exercise::Case> made = made_at(exercise, size);
  if (!made || reach_of(what, *made, size) <= beyond) return std::nullopt;
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
      known[k] = std::max(known[k], reach_of(whats[k], *made, size));
  };
  for (size_t i = 0; i < planned.size(); ++i)
    if (i == 0 || planned[i].size.values != planned[i - 1].size.values) note(planned[i].size);
  std::vector<DrawnSize> sizes;
  for (size_t k = 0; k < whats.size(); ++k) {
    if (whats[k].names.empty()) continue;
    for (const uint64_t number : numbers) {
      if (number > whats[k].to) continue;
      if (known[k] > number || number <= whats[k].above) break;
      const std::string purpose = fmt::format("{} beyond {}", whats[k].label, number);
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
