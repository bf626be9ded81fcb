#include "verdict/plan/run_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exercise/draw.hpp"
#include "verdict/plan/counted_sizes.hpp"
#include "verdict/plan/drawn_sizes.hpp"

namespace warplab::verdict {
namespace {

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

// `checks`: how many of them come before the graded runs.
void share_progress(std::vector<PlannedRun>& runs, size_t checks) {
  share_progress(runs, 0, checks, kCompiledFraction, kCheckedFraction);
  share_progress(runs, checks, runs.size(), kCheckedFraction, 1);
}

using exercise::SizeSet;
using Purpose = SizeSet::Purpose;

const SizeSet* set_of(const exercise::Exercise& exercise, Purpose purpose) {
  const auto found = std::ranges::find(exercise.sizes, purpose, &SizeSet::purpose);
  return found == exercise.sizes.end() ? nullptr : &*found;
}

}  // namespace

std::vector<PlannedRun> plan_runs(const exercise::Exercise& exercise, uint64_t seed,
                                  std::string_view source) {
  const exercise::Draw draw(seed), own_draw(seed, source);
  std::vector<PlannedRun> runs;
  const auto add = [&](PlannedRun run) {
    for (const exercise::Variant& variant : exercise.variants) {
      run.variant = &variant;
      runs.push_back(run);
    }
  };
  const auto drawn_run = [&](const DrawnSize& drawn) -> PlannedRun {
    return {.size = drawn.size, .seed = own_draw.seed(drawn.purpose), .seed_index = drawn.inputs};
  };
  // The statement speaks of the sizes that seed 1 gives.
  const auto of_seed = [&](const SizeSet& size, const std::string& purpose) {
    return seed == 1 ? size : draw.size(size, purpose);
  };
  int number_of_check = 0;
  for (const SizeSet& given : exercise.sizes) {
    if (given.purpose != Purpose::check) continue;
    const SizeSet size = of_seed(given, fmt::format("check size {}", number_of_check++));
    for (size_t k = 0; k < exercise.check_seeds.size(); ++k)
      add({.size = size, .seed = exercise.check_seeds[k] + seed - 1, .seed_index = k});
  }
  const SizeSet* const graded = set_of(exercise, Purpose::graded);
  const SizeSet graded_size = graded ? of_seed(*graded, "graded size") : SizeSet{};
  std::vector<DrawnSize> counted;
  std::optional<DrawnSize> ragged;
  if (counts_gates(exercise)) {
    const SizeSet* const ranges = set_of(exercise, Purpose::counted);
    if (ranges) counted = counted_sizes(exercise, *ranges, graded_size, own_draw);
    if (const SizeSet* const all = set_of(exercise, Purpose::ragged))
      ragged = ragged_size(exercise, *all, ranges, own_draw);
  }
  if (const SizeSet* const ranges = set_of(exercise, Purpose::drawn))
    for (const DrawnSize& drawn : drawn_checks(exercise, *ranges, own_draw,
                                               kMostDrawn - counted.size() - ragged.has_value()))
      add(drawn_run(drawn));
  for (const DrawnSize& drawn : counted) {
    PlannedRun run = drawn_run(drawn);
    run.counted_again = true;
    add(run);
  }
  if (ragged) {
    PlannedRun run = drawn_run(*ragged);
    run.counted_again = run.ragged = true;
    add(run);
  }
  const size_t checks = runs.size();
  if (graded)
    add({.size = graded_size,
         .seed = own_draw.seed("graded"),
         .seed_index = exercise::kRandomFills,
         .graded = true});
  share_progress(runs, checks);
  return runs;
}

}  // namespace warplab::verdict
