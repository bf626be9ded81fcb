#include "verdict/run_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "exercise/draw.hpp"

namespace warplab::verdict {
namespace {

// How many sizes are drawn for each file. What is right only where the file could be tried is wrong
// at one of them; a second one makes luck rare.
constexpr int kDrawnSizes = 2;

// How many small sizes are drawn beside them, for their inputs: what is wrong for rare data only
// (where the first two elements are equal, say, one input in ten) must meet it. Half of the inputs
// have two values only, where that is every second one: 1 - 0.9^14 * 0.5^12 of such kernels are
// found, of those wrong for one of ten values 0.9 and more. What they cost is in docs/DECISIONS.md.
constexpr int kSamples = 24;
// A range of sizes is this many times shorter for them.
constexpr int64_t kSampleShare = 4;

// Sizes of an exercise that says nothing of drawn ones may not fit together (a side that must be
// even), or be too large together (1 x 20000 and 20000 x 1 are checks, and 20000 x 20000 is none).
// They are then drawn again, each time from half of the range, and at last one of the check sizes
// is taken.
constexpr int kAttempts = 16;
// A drawn check may take this many times the memory of the largest of the exercise's own.
constexpr uint64_t kTimesLargestCheck = 4;

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

// Bytes of all buffers; none where it cannot be run.
std::optional<uint64_t> memory_of(const exercise::Exercise& exercise, const SizeSet& size) {
  uint64_t most = 0;
  for (const exercise::Variant& variant : exercise.variants) {
    const Result<exercise::Case> c = exercise::instantiate(exercise, size, variant, 1);
    if (!c) return std::nullopt;
    uint64_t bytes = 0;
    for (const data::Buffer& buffer : c->buffers) bytes += bytes_of(buffer);
    most = std::max(most, bytes);
  }
  return most;
}

SizeSet drawn_size(const exercise::Exercise& exercise, const SizeSet& ranges,
                   const exercise::Draw& draw, const std::string& purpose) {
  uint64_t most = 0;
  for (const SizeSet& size : exercise.sizes)
    if (size.purpose == Purpose::check)
      most = std::max(most, kTimesLargestCheck * memory_of(exercise, size).value_or(0));
  SizeSet narrowed = ranges;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    SizeSet drawn = draw.size(narrowed, fmt::format("{}, attempt {}", purpose, attempt));
    const std::optional<uint64_t> memory = memory_of(exercise, drawn);
    if (memory && (!ranges.derived || *memory <= most)) {
      drawn.ranges = ranges.ranges;
      return drawn;
    }
    for (auto& [name, range] : narrowed.ranges) range.to -= (range.to - range.from) / 2;
  }
  for (const SizeSet& size : exercise.sizes)
    if (size.purpose == Purpose::check) return size;
  return ranges;
}

SizeSet small_part(SizeSet ranges) {
  for (auto& [name, range] : ranges.ranges)
    range.to = range.from + (range.to - range.from) / kSampleShare;
  return ranges;
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
    for (int k = 0; k < kDrawnSizes; ++k) {
      const std::string purpose = fmt::format("check {}", k);
      add(drawn_size(exercise, ranges, own_draw, purpose), own_draw.seed(purpose),
          exercise::kRandomFills, false);
    }
    for (int k = 0; k < kSamples; ++k) {
      const std::string purpose = fmt::format("sample {}", k);
      add(drawn_size(exercise, small_part(ranges), own_draw, purpose), own_draw.seed(purpose),
          k % 2 == 0 ? exercise::kRandomFills : exercise::kFewValues, false, true);
    }
  }
  const size_t checks = runs.size();
  for (const SizeSet& given : exercise.sizes)
    if (given.purpose == Purpose::graded)
      add(of_seed(given, "graded size"), own_draw.seed("graded"), exercise::kRandomFills, true);
  share_progress(runs, 0, checks, kCompiledFraction, kCheckedFraction);
  share_progress(runs, checks, runs.size(), kCheckedFraction, 1);
  return runs;
}

}  // namespace warplab::verdict
