#include "verdict/uninitialized.hpp"

#include <algorithm>

namespace warplab::verdict {

std::vector<PlannedRun> runs_to_follow(std::vector<MeasuredRun> runs, uint64_t most) {
  std::ranges::stable_sort(runs, {}, &MeasuredRun::warp_instructions);
  std::vector<PlannedRun> chosen;
  uint64_t sum = 0;
  for (const MeasuredRun& measured : runs) {
    sum += measured.warp_instructions;
    if (!chosen.empty() && sum > most) break;
    chosen.push_back(measured.run);
  }
  return chosen;
}

}  // namespace warplab::verdict
