#pragma once
// Robust numbers of a handful of times.
#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace warplab {

// The smallest, the quarters and the half, by linear interpolation between neighbours. All 0 for no
// values.
struct Summary {
  double least = 0, q1 = 0, median = 0, q3 = 0;
  // The spread of the middle half as a part of the median.
  double spread() const { return median > 0 ? (q3 - q1) / median : 0; }
};

inline Summary summarize(std::span<const double> values) {
  if (values.empty()) return {};
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const auto at = [&](double part) {
    const double place = part * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<size_t>(place);
    const size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
  };
  return {sorted.front(), at(0.25), at(0.5), at(0.75)};
}

}  // namespace warplab
