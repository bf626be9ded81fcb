#include "verdict/run_plan.hpp"

#include <cmath>

namespace warplab::verdict {
namespace {

// Fills of the graded run: never one of a buffer's special first inputs.
constexpr uint64_t kGradedSeedIndex = UINT64_MAX;

// Check sizes are small, and the graded one takes most of the time.
constexpr double kCheckedFraction = 0.4;

void share_progress(std::vector<PlannedRun>& runs, size_t first, size_t last, double begin,
                    double end) {
  const auto at = [&](size_t i) {
    return std::lerp(begin, end,
                     static_cast<double>(i - first) / static_cast<double>(last - first));
  };
  for (size_t i = first; i < last; ++i) {
    runs[i].progress_begin = at(i);
    runs[i].progress_end = at(i + 1);
  }
}

}  // namespace

std::vector<PlannedRun> plan_runs(const exercise::Exercise& exercise, uint64_t seed) {
  using Purpose = exercise::SizeSet::Purpose;
  std::vector<PlannedRun> runs;
  for (const exercise::SizeSet& size : exercise.sizes) {
    if (size.purpose != Purpose::check) continue;
    for (size_t k = 0; k < exercise.check_seeds.size(); ++k)
      for (const exercise::Variant& variant : exercise.variants)
        runs.push_back({&size, &variant, exercise.check_seeds[k] + seed - 1, k, false});
  }
  const size_t checks = runs.size();
  for (const exercise::SizeSet& size : exercise.sizes)
    if (size.purpose == Purpose::graded)
      for (const exercise::Variant& variant : exercise.variants)
        runs.push_back({&size, &variant, seed, kGradedSeedIndex, true});
  share_progress(runs, 0, checks, kCompiledFraction, kCheckedFraction);
  share_progress(runs, checks, runs.size(), kCheckedFraction, 1);
  return runs;
}

}  // namespace warplab::verdict
