#include "verdict/run_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exercise/draw.hpp"
#include "verdict/counted_sizes.hpp"
#include "verdict/deciding_sizes.hpp"
#include "verdict/drawn_sizes.hpp"
#include "verdict/sizes_beyond.hpp"
#include "verdict/sizes_near.hpp"

namespace warplab::verdict {
namespace {

// How many small sizes are drawn beside the others, for their inputs: what is wrong for rare data
// only (where the first two elements are equal, say, one input in ten) must meet it. Half of the
// inputs have two values only, where that is every second one. With the eleven other drawn checks
// of an exercise of two sizes 1 - 0.9^17 * 0.5^6 of such kernels are found. What they cost is in
// docs/DECISIONS.md.
constexpr int kSamples = 12;

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

// Numbers that the kernel compares its data with go into the inputs that are drawn for its file.
// What counters are taken of stays as it is drawn.
void name_values(std::vector<PlannedRun>& runs, const std::vector<double>& values) {
  uint64_t turn = 0;
  for (size_t i = 0; i < runs.size(); ++i) {
    PlannedRun& run = runs[i];
    if (run.graded || run.counted_again || run.seed_index != exercise::kRandomFills) continue;
    const bool has_same_data = i > 0 && runs[i - 1].seed == run.seed;
    run.named = {values, has_same_data ? turn - 1 : turn++};
  }
}

using exercise::SizeSet;
using Purpose = SizeSet::Purpose;

// Every second one has few values, and one in six numbers near 0.
uint64_t inputs_of_sample(size_t number) {
  if (number % 2 == 1) return exercise::kFewValues;
  return number % 6 == 2 ? exercise::kSmallNumbers : exercise::kRandomFills;
}

}  // namespace

std::vector<PlannedRun> plan_runs(const exercise::Exercise& exercise, uint64_t seed,
                                  std::string_view source) {
  const exercise::Draw draw(seed), own_draw(seed, source);
  std::vector<PlannedRun> runs;
  const auto add = [&](const SizeSet& size, exercise::Seed of_run, uint64_t index, bool graded,
                       bool sample = false) {
    for (const exercise::Variant& variant : exercise.variants)
      runs.push_back({size, &variant, of_run, index, graded, sample});
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
    for (const DrawnSize& drawn : drawn_checks(exercise, ranges, own_draw))
      add(drawn.size, own_draw.seed(drawn.purpose), exercise::kRandomFills, false);
    size_t number_of_sample = 0;
    for (const DrawnSize& drawn : drawn_samples(exercise, ranges, own_draw, kSamples))
      add(drawn.size, own_draw.seed(drawn.purpose), inputs_of_sample(number_of_sample++), false,
          true);
  }
  const auto graded = std::ranges::find(exercise.sizes, Purpose::graded, &SizeSet::purpose);
  const bool is_graded = graded != exercise.sizes.end();
  const SizeSet graded_size = is_graded ? of_seed(*graded, "graded size") : SizeSet{};
  for (const SizeSet& ranges : exercise.sizes) {
    if (ranges.purpose != Purpose::counted || !counts_gates(exercise)) continue;
    for (const DrawnSize& drawn : counted_sizes(exercise, ranges, graded_size, own_draw)) {
      // As samples they are made in one order, and not on a GPU.
      add(drawn.size, own_draw.seed(drawn.purpose), exercise::kRandomFills, false, true);
      for (size_t i = 0; i < exercise.variants.size(); ++i)
        runs[runs.size() - 1 - i].counted_again = true;
    }
  }
  const auto counted = std::ranges::find(exercise.sizes, Purpose::counted, &SizeSet::purpose);
  for (const SizeSet& ranges : exercise.sizes) {
    if (ranges.purpose != Purpose::ragged || !counts_gates(exercise)) continue;
    const auto drawn = ragged_size(exercise, ranges,
                                   counted == exercise.sizes.end() ? nullptr : &*counted, own_draw);
    if (!drawn) continue;
    add(drawn->size, own_draw.seed(drawn->purpose), exercise::kRandomFills, false, true);
    for (size_t i = 0; i < exercise.variants.size(); ++i)
      runs[runs.size() - 1 - i].counted_again = runs[runs.size() - 1 - i].ragged = true;
  }
  const size_t checks = runs.size();
  if (is_graded) add(graded_size, own_draw.seed("graded"), exercise::kRandomFills, true);
  share_progress(runs, checks);
  return runs;
}

void add_runs_near(std::vector<PlannedRun>& runs, const SizeHints& hints,
                   const exercise::Exercise& exercise, uint64_t seed, std::string_view source) {
  const exercise::Draw draw(seed, source);
  const auto insert = [&](const std::vector<DrawnSize>& sizes, uint64_t most_work = 0) {
    std::vector<PlannedRun> more;
    for (const DrawnSize& size : sizes)
      for (const exercise::Variant& variant : exercise.variants)
        more.push_back({.size = size.size,
                        .variant = &variant,
                        .seed = draw.seed(size.purpose),
                        .seed_index = exercise::kRandomFills,
                        .sample = true,
                        .suggested = true,
                        .most_work = most_work});
    runs.insert(std::ranges::find_if(runs, &PlannedRun::graded), more.begin(), more.end());
  };
  for (const SizeSet& ranges : exercise.sizes) {
    if (ranges.purpose != Purpose::drawn) continue;
    insert(sizes_near(hints.constants, exercise, ranges, draw, runs));
    insert(sizes_beyond(hints.constants, exercise, ranges, draw, runs), kMostWorkBeyond);
    insert(deciding_sizes(hints.formulas, exercise, ranges, draw, runs));
  }
  if (!hints.values.empty()) name_values(runs, hints.values);
  const auto graded = std::ranges::find_if(runs, &PlannedRun::graded);
  share_progress(runs, static_cast<size_t>(graded - runs.begin()));
}

}  // namespace warplab::verdict
