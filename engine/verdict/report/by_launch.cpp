#include "verdict/report/by_launch.hpp"

#include <algorithm>

#include "verdict/result/number_text.hpp"

namespace warplab::verdict {

namespace {

// The sum for `launch` among those from `first` on; it is added where there is none yet.
CountedLaunch& sum_for(std::vector<CountedLaunch>& sums, size_t first,
                       const CountedLaunch& launch) {
  const auto begin = sums.begin() + static_cast<std::ptrdiff_t>(first);
  const auto known = std::find_if(
      begin, sums.end(), [&](const CountedLaunch& sum) { return sum.spec == launch.spec; });
  if (known != sums.end()) return *known;
  CountedLaunch& sum = sums.emplace_back();
  sum.name = launch.name;
  sum.kernel = launch.kernel;
  sum.spec = launch.spec;
  sum.given = launch.given;
  sum.lanes = launch.lanes;
  sum.times = 0;
  return sum;
}

}  // namespace

std::vector<CountedLaunch> by_launch(const VariantCounters& counted) {
  std::vector<CountedLaunch> sums;
  for (const CountedLaunch& launch : counted.launches) {
    CountedLaunch& sum = sum_for(sums, 0, launch);
    ++sum.times;
    sum.total += launch.total;
    for (const auto& [line, counters] : launch.lines) sum.lines[line] += counters;
  }
  if (counted.reference_title.empty()) return sums;
  const size_t first = sums.size();
  for (const CountedLaunch& launch : counted.launches) {
    if (!launch.reference || launch.given) continue;
    CountedLaunch& sum = sum_for(sums, first, launch);
    sum.name = launch.name + " (reference)";
    sum.kernel = counted.reference_title;
    sum.given = true;
    ++sum.times;
    sum.total += *launch.reference;
  }
  return sums;
}

sim::LineCounters lines_of(const CountedLaunch& launch) {
  return launch.lines.empty() ? sim::LineCounters{{0, launch.total}} : launch.lines;
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
