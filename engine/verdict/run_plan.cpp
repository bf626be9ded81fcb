#include "verdict/run_plan.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "exercise/draw.hpp"

namespace warplab::verdict {
namespace {

// Fills of the drawn and the graded runs: never one of a buffer's special first inputs.
constexpr uint64_t kRandomFills = UINT64_MAX;

// How many sizes are drawn for each file. What is right only where the file could be tried is wrong
// at one of them; a second one makes luck rare.
constexpr int kDrawnSizes = 2;

// Sizes of an exercise that says nothing of drawn ones may not fit together (a side that must be
// even). They are then drawn again, and at last one of the check sizes is taken.
constexpr int kAttempts = 16;

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

using exercise::SizeSet;
using Purpose = SizeSet::Purpose;

bool can_be_run(const exercise::Exercise& exercise, const SizeSet& size) {
  for (const exercise::Variant& variant : exercise.variants)
    if (!exercise::instantiate(exercise, size, variant, 1)) return false;
  return true;
}

SizeSet drawn_size(const exercise::Exercise& exercise, const SizeSet& ranges,
                   const exercise::Draw& draw, int k) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    SizeSet drawn = draw.size(ranges, fmt::format("check {}, attempt {}", k, attempt));
    if (can_be_run(exercise, drawn)) return drawn;
  }
  for (const SizeSet& size : exercise.sizes)
    if (size.purpose == Purpose::check) return size;
  return ranges;
}

}  // namespace

std::vector<PlannedRun> plan_runs(const exercise::Exercise& exercise, uint64_t seed,
                                  std::string_view source) {
  const exercise::Draw draw(seed), own_draw(seed, source);
  std::vector<PlannedRun> runs;
  const auto add = [&](const SizeSet& size, exercise::Seed of_run, uint64_t index, bool graded) {
    for (const exercise::Variant& variant : exercise.variants)
      runs.push_back({size, &variant, of_run, index, graded});
  };
  // The statement speaks of the sizes that seed 1 gives.
  const auto of_seed = [&](const SizeSet& size, const std::string& purpose) {
    return seed == 1 ? size : draw.size(size, purpose);
  };
  int number = 0;
  for (const SizeSet& given : exercise.sizes) {
    if (given.purpose != Purpose::check) continue;
    const SizeSet size = of_seed(given, fmt::format("check size {}", number++));
    for (size_t k = 0; k < exercise.check_seeds.size(); ++k)
      add(size, exercise.check_seeds[k] + seed - 1, k, false);
  }
  for (const SizeSet& ranges : exercise.sizes) {
    if (ranges.purpose != Purpose::drawn) continue;
    for (int k = 0; k < kDrawnSizes; ++k)
      add(drawn_size(exercise, ranges, own_draw, k), own_draw.seed(fmt::format("check {}", k)),
          kRandomFills, false);
  }
  const size_t checks = runs.size();
  for (const SizeSet& given : exercise.sizes)
    if (given.purpose == Purpose::graded)
      add(of_seed(given, "graded size"), own_draw.seed("graded"), kRandomFills, true);
  share_progress(runs, 0, checks, kCompiledFraction, kCheckedFraction);
  share_progress(runs, checks, runs.size(), kCheckedFraction, 1);
  return runs;
}

}  // namespace warplab::verdict
