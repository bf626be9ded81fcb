#include "verdict/run_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exercise/draw.hpp"
#include "verdict/counted_sizes.hpp"
#include "verdict/drawn_sizes.hpp"

namespace warplab::verdict {
namespace {

// How many small sizes are drawn beside the others, for their inputs: what is wrong for rare data
// only (where the first two elements are equal, say, one input in ten) must meet it. Half of the
// inputs have two values only, where that is every second one. With the eleven other drawn checks
// of an exercise of two sizes 1 - 0.9^17 * 0.5^6 of such kernels are found. What they cost is in
// docs/DECISIONS.md.
constexpr int kSamples = 12;
// And how many more where numbers may be near 0.
constexpr int kSmallSamples = 2;

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

// Every second one has few values.
uint64_t inputs_of_sample(int number) {
  if (number >= kSamples) return exercise::kSmallNumbers;
  return number % 2 == 1 ? exercise::kFewValues : exercise::kRandomFills;
}

bool has_small_numbers(const exercise::Exercise& exercise) {
  return std::ranges::any_of(exercise.buffers,
                             [](const exercise::Buffer& b) { return b.fill.small_by > 0; });
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
  int number_of_check = 0;
  for (const SizeSet& given : exercise.sizes) {
    if (given.purpose != Purpose::check) continue;
    const SizeSet size = of_seed(given, fmt::format("check size {}", number_of_check++));
    for (size_t k = 0; k < exercise.check_seeds.size(); ++k)
      add(size, exercise.check_seeds[k] + seed - 1, k, false);
  }
  for (const SizeSet& ranges : exercise.sizes) {
    if (ranges.purpose != Purpose::drawn) continue;
    for (const DrawnSize& drawn : drawn_checks(exercise, ranges, own_draw))
      add(drawn.size, own_draw.seed(drawn.purpose), exercise::kRandomFills, false);
    // Those with numbers near 0 come behind the others, so that they take no input from them.
    const int samples = kSamples + (has_small_numbers(exercise) ? kSmallSamples : 0);
    int number = 0;
    for (const DrawnSize& drawn : drawn_samples(exercise, ranges, own_draw, samples))
      add(drawn.size, own_draw.seed(drawn.purpose), inputs_of_sample(number++), false, true);
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

}  // namespace warplab::verdict
