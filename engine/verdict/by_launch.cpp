#include "verdict/by_launch.hpp"

#include <algorithm>

#include "verdict/number_text.hpp"

namespace warplab::verdict {

std::vector<LaunchCost> by_launch(const VariantCounters& counted) {
  std::vector<LaunchCost> costs;
  for (size_t i = 0; i < counted.launches.size() && i < counted.launch_of.size(); ++i) {
    const CountedLaunch& launch = counted.launch_of[i];
    auto cost = std::find_if(costs.begin(), costs.end(), [&](const LaunchCost& known) {
      return known.launch.spec == launch.spec;
    });
    if (cost == costs.end()) cost = costs.insert(costs.end(), LaunchCost{launch, 0, {}, {}});
    ++cost->times;
    cost->total += counted.launches[i].total;
    for (const auto& [line, counters] : counted.launches[i].lines) cost->lines[line] += counters;
  }
  return costs;
}

MovedBytes moved_bytes(const sim::LineCounters& lines, sim::Counter sectors, sim::Counter bytes) {
  MovedBytes sum;
  for (const auto& [line, counters] : lines) {
    const uint64_t moved = counters[sectors] * data::kSectorBytes;
    sum.moved += moved;
    sum.used += std::min(moved, counters[bytes]);
  }
  return sum;
}

MovedBytes moved_bytes(const sim::LineCounters& lines) {
  using enum sim::Counter;
  MovedBytes sum;
  for (const MovedBytes& kind : {moved_bytes(lines, global_load_sectors, global_load_bytes),
                                 moved_bytes(lines, global_store_sectors, global_store_bytes),
                                 moved_bytes(lines, global_atomic_sectors, global_atomic_bytes)}) {
    sum.moved += kind.moved;
    sum.used += kind.used;
  }
  return sum;
}

std::string used_text(const MovedBytes& bytes) {
  if (bytes.moved == 0) return {};
  const double percent = 100 * static_cast<double>(bytes.used) / static_cast<double>(bytes.moved);
  return number_text(percent, digits_apart(percent, 100)) + " %";
}

}  // namespace warplab::verdict
