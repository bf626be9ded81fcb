#pragma once
// Robust numbers of a handful of times.
#include <span>

namespace warplab::cuda {

// The smallest, the quarters and the half, by linear interpolation between neighbours. All 0 for no
// values.
struct Summary {
  double least = 0, q1 = 0, median = 0, q3 = 0;
  // The spread of the middle half as a part of the median.
  double spread() const { return median > 0 ? (q3 - q1) / median : 0; }
};
Summary summarize(std::span<const double> values);

}  // namespace warplab::cuda
