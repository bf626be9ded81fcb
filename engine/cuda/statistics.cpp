#include "cuda/statistics.hpp"

#include <algorithm>
#include <vector>

namespace warplab::cuda {

Summary summarize(std::span<const double> values) {
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

}  // namespace warplab::cuda
