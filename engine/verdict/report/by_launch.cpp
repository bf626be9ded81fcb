#include "verdict/report/by_launch.hpp"

#include <algorithm>

#include "verdict/result/number_text.hpp"

namespace warplab::verdict {

namespace {

// The launch of the same kind among those from `first` on; it is added where there is none yet.
LaunchCost& cost_of_launch(std::vector<LaunchCost>& costs, size_t first,
                           const CountedLaunch& launch) {
  const auto begin = costs.begin() + static_cast<std::ptrdiff_t>(first);
  const auto known = std::find_if(
      begin, costs.end(), [&](const LaunchCost& cost) { return cost.launch.spec == launch.spec; });
  return known != costs.end() ? *known : costs.emplace_back(LaunchCost{launch, 0, {}, {}});
}

}  // namespace

std::vector<LaunchCost> by_launch(const VariantCounters& counted) {
  std::vector<LaunchCost> costs;
  const size_t launches = std::min(counted.launches.size(), counted.launch_of.size());
  for (size_t i = 0; i < launches; ++i) {
    LaunchCost& cost = cost_of_launch(costs, 0, counted.launch_of[i]);
    ++cost.times;
    cost.total += counted.launches[i].total;
    for (const auto& [line, counters] : counted.launches[i].lines) cost.lines[line] += counters;
  }
  const size_t first = costs.size();
  for (size_t i = 0; i < launches && i < counted.reference.size(); ++i) {
    if (counted.reference_title.empty() || counted.launch_of[i].given) continue;
    CountedLaunch launch = counted.launch_of[i];
    launch.name += " (reference)";
    launch.kernel = counted.reference_title;
    launch.given = true;
    LaunchCost& cost = cost_of_launch(costs, first, launch);
    ++cost.times;
    cost.total += counted.reference[i];
  }
  return costs;
}

sim::LineCounters lines_of(const LaunchCost& cost) {
  return cost.lines.empty() ? sim::LineCounters{{0, cost.total}} : cost.lines;
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
