#include "measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <numeric>

namespace warplab::app {

std::string FrameTimes::text() const {
  if (times_.empty()) return "no frames";
  std::vector<double> sorted = times_;
  std::sort(sorted.begin(), sorted.end());
  const double total = std::accumulate(sorted.begin(), sorted.end(), 0.0);
  return fmt::format(
      "{:.0f} frames a second; a frame takes {:.1f} ms (median), {:.1f} ms (99 %), {:.1f} ms "
      "(worst)",
      1000 * static_cast<double>(sorted.size()) / total, sorted[sorted.size() / 2],
      sorted[sorted.size() * 99 / 100], sorted.back());
}

std::string memory_text() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmRSS:"))
      return fmt::format("memory: {} MB resident\n", std::stol(line.substr(6)) / 1024);
  return {};
}

}  // namespace warplab::app
