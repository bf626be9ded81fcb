#include "verdict/plan/work_budget.hpp"

#include <algorithm>

namespace warplab::verdict {
namespace {

constexpr uint64_t kTimesTheReference = 20;
constexpr uint64_t kTimesWithoutPoints = 4, kMostWithoutPoints = 16'000'000;
// No sum of runs comes near it, and two of them still fit into 64 bits.
constexpr uint64_t kMostAllowed = uint64_t{1} << 62;

}  // namespace

uint64_t warp_instructions(const sim::Report& report) {
  uint64_t sum = 0;
  for (const sim::LaunchReport& launch : report.launches)
    sum += launch.total[sim::Counter::warp_instructions];
  return sum;
}

void WorkBudget::without_points() {
  if (is_without_points_) return;
  is_without_points_ = true;
  const uint64_t taken_back = left_ - std::min(left_, kMostWithoutPoints);
  allowed_ -= taken_back;
  left_ -= taken_back;
}

void WorkBudget::add_run(uint64_t reference, const exercise::Case& setup) {
  if (reference == 0)
    for (const data::Buffer& buffer : setup.buffers) reference += elements_of(buffer);
  const uint64_t times = is_without_points_ ? kTimesWithoutPoints : kTimesTheReference;
  const uint64_t share = times * std::min(reference, kMostAllowed / kTimesTheReference);
  const uint64_t more = std::min(share, kMostAllowed - std::min(allowed_, kMostAllowed));
  allowed_ += more;
  left_ += more;
}

void WorkBudget::spend(const sim::Report& report) {
  left_ -= std::min(left_, report.work + report.swept_work);
}

}  // namespace warplab::verdict
