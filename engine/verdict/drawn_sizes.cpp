#include "verdict/drawn_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>

#include "verdict/run_cost.hpp"

namespace warplab::verdict {
namespace {

using exercise::SizeRange;
using exercise::SizeSet;
using Purpose = SizeSet::Purpose;

// Any sizes of the ranges. What is right only where the file could be tried is wrong at one of
// them; a second one makes luck rare.
constexpr int kAnySizes = 2;
// For samples a range is this many times shorter, and for the other directions of a long size.
constexpr int64_t kSampleShare = 4, kNarrowShare = 16;
// Warps have 32 threads, and most tiles are as wide.
constexpr int64_t kWarp = 32;

// What an unsigned short can count to.
constexpr uint64_t kIn16Bits = 65536;

// Sizes of an exercise that says nothing of drawn ones may not fit together (a side that must be
// even), or be too large together (1 x 20000 and 20000 x 1 are checks, and 20000 x 20000 is none).
// They are then drawn again, each time from half of the range; a shape that never fits gives way to
// any other, and at last one of the check sizes is taken.
constexpr int kDrawnAttempts = 16;
// The first of from, from + step, ... that is at least `value`.
int64_t at_least(const SizeRange& range, int64_t value) {
  if (value <= range.from) return range.from;
  return range.from + (value - range.from + range.step - 1) / range.step * range.step;
}

SizeRange part(const SizeRange& range, int64_t share) {
  return {range.from, range.from + (range.to - range.from) / share, range.step};
}

// Those of the range that lie `off` (1 or -1) steps beside whole multiples of `whole`; all of it if
// there are none.
SizeRange beside(const SizeRange& range, int64_t whole, int64_t off) {
  const int64_t period = std::lcm(range.step, whole);
  for (int64_t value = range.from; value <= range.to && value < range.from + period + whole;
       value += range.step) {
    const int64_t multiple = value - off * range.step;
    if (multiple > 0 && multiple % whole == 0) return {value, range.to, period};
  }
  return range;
}

// The longest side of a block, and at least a warp.
int64_t longest_block_side(const exercise::Exercise& exercise) {
  int64_t longest = kWarp;
  for (const SizeSet& size : exercise.sizes) {
    if (size.purpose != Purpose::check) continue;
    const Result<exercise::Case> c =
        exercise::instantiate(exercise, size, exercise.variants.front(), 1);
    if (!c) continue;
    for (const data::Launch& launch : c->launches)
      longest = std::max<int64_t>({longest, launch.block.x, launch.block.y, launch.block.z});
  }
  return longest;
}

// Ranges are halved towards `lowest`, a range's first value.
void narrow(SizeRange& range, int64_t lowest) {
  range.to -= (range.to - lowest) / 2;
  if (range.from <= lowest) return;
  const int64_t half = (range.from - lowest) / 2;
  range.from -= half / range.step * range.step;
  range.to = std::max(range.to, range.from);
}

// `large_in_all` goes so far that a run costs about this part of the graded one.
constexpr int64_t kPartOfGraded = 64;

class Drawing {
 public:
  Drawing(const exercise::Exercise& exercise, const SizeSet& given, const exercise::Draw& draw)
      : exercise_(exercise), given_(given), draw_(draw), limits_(cost_limits(exercise)) {}

  // From `ranges`, which are parts of the given ones or reach beyond them.
  DrawnSize from(const SizeSet& ranges, std::string purpose, bool beyond = false) const {
    return within(beyond ? limits_.beyond : limits_.between_checks, ranges, std::move(purpose));
  }
  // One that costs `most` at most.
  DrawnSize within(uint64_t most, const SizeSet& ranges, std::string purpose) const {
    SizeSet narrowed = ranges;
    for (int attempt = 0; attempt < kDrawnAttempts; ++attempt) {
      SizeSet drawn = draw_.size(narrowed, fmt::format("{}, attempt {}", purpose, attempt));
      const std::optional<uint64_t> cost = cost_of(exercise_, drawn);
      if (cost && (!ranges.derived || *cost <= most)) {
        drawn.ranges = given_.ranges;
        return {std::move(drawn), std::move(purpose)};
      }
      for (auto& [name, range] : narrowed.ranges) narrow(range, given_.ranges.at(name).from);
    }
    if (&ranges != &given_) return from(given_, purpose + ", or any");
    for (const SizeSet& size : exercise_.sizes)
      if (size.purpose == Purpose::check) return {size, std::move(purpose)};
    return {ranges, std::move(purpose)};
  }

  // `name` alone, the others at their smallest: one more than 16 bits count where the exercise
  // names sizes as large, else one less than a power of two, the largest that costs little. Where
  // indices are kept in too few bits, or sizes are halved, kernels are right up to there, or but
  // there.
  DrawnSize alone(const std::string& name) const {
    const SizeRange& given = given_.ranges.at(name);
    const std::string purpose = fmt::format("{} alone", name);
    const auto most = static_cast<uint64_t>(largest(name, true));
    for (uint64_t power = std::bit_floor(most + 1); power > 1; power /= 2) {
      const int64_t value = static_cast<int64_t>(power) + (power == kIn16Bits ? 1 : -1);
      if (power > kIn16Bits || static_cast<uint64_t>(value) > most) continue;
      if (value < given.from || (value - given.from) % given.step != 0) continue;
      const SizeSet ranges = mostly(name, {value, value, given.step}, INT64_MAX);
      const std::optional<uint64_t> cost = cost_of(exercise_, draw_.size(ranges, purpose));
      if (cost && *cost <= limits_.alone) return within(limits_.alone, ranges, purpose);
    }
    return from(mostly(name, given, INT64_MAX), purpose);
  }

  // `name` from `own`, the others from the first part of their ranges.
  SizeSet mostly(const std::string& name, const SizeRange& own, int64_t share_of_others) const {
    SizeSet ranges = given_;
    for (auto& [other, range] : ranges.ranges)
      range = other == name ? own : part(range, share_of_others);
    return ranges;
  }

  // One less (-1) or more (1) than whole blocks in `name`, and one less than whole warps in the
  // others: what a warp leaves of all elements together is then 1 lane or 31.
  SizeSet ragged(const std::string& name, int64_t block, int64_t off) const {
    SizeSet ranges = mostly(name, beside(given_.ranges.at(name), block, off), kSampleShare);
    for (auto& [other, range] : ranges.ranges)
      if (other != name) range = beside(range, kWarp, -1);
    return ranges;
  }

  // The upper half of what `name` may be, less or more than whole warps.
  SizeSet long_in(const std::string& name) const {
    const SizeRange& given = given_.ranges.at(name);
    SizeRange own{given.from, largest(name), given.step};
    own.from = std::min(at_least(own, own.to / 2), at_least(own, own.to - own.step + 1));
    const int64_t off = draw_.seed("side of " + name).value % 2 == 0 ? -1 : 1;
    return mostly(name, beside(own, kWarp, off), kNarrowShare);
  }

  // All of them so far beyond the checks as is cheap, at the graded size's proportions.
  SizeSet large_in_all() const {
    SizeSet ranges = given_;
    const double shrunk = std::pow(static_cast<double>(kPartOfGraded),
                                   -1 / static_cast<double>(ranges.ranges.size()));
    for (auto& [name, range] : ranges.ranges) {
      SizeRange own{range.from, largest(name), range.step};
      const auto to = static_cast<int64_t>(static_cast<double>(own.to) * shrunk);
      own.from = std::min(at_least(own, to - to / 8), own.to);
      own.to = std::max(to, own.from);
      range = own;
    }
    return ranges;
  }

  // Does some size of `large` lie beyond the checks?
  bool is_beyond(const SizeSet& large) const {
    return std::any_of(large.ranges.begin(), large.ranges.end(), [&](const auto& named) {
      return named.second.from > given_.ranges.at(named.first).to;
    });
  }

 private:
  // That is checked or graded, or `on_gpus`.
  int64_t largest(const std::string& name, bool on_gpus = false) const {
    int64_t most = given_.ranges.at(name).to;
    if (!given_.derived) return most;
    for (const SizeSet& size : exercise_.sizes) {
      const bool counts =
          size.purpose == Purpose::graded || (on_gpus && size.purpose == Purpose::gpu);
      if (!counts) continue;
      const auto range = size.ranges.find(name);
      if (range != size.ranges.end()) most = std::max(most, range->second.to);
      else if (size.values.contains(name)) most = std::max(most, size.values.at(name));
    }
    return most;
  }

  const exercise::Exercise& exercise_;
  const SizeSet& given_;
  const exercise::Draw& draw_;
  CostLimits limits_;
};

}  // namespace

std::vector<DrawnSize> drawn_checks(const exercise::Exercise& exercise, const SizeSet& ranges,
                                    const exercise::Draw& draw) {
  const Drawing drawing(exercise, ranges, draw);
  std::vector<DrawnSize> sizes;
  for (int k = 0; k < kAnySizes; ++k)
    sizes.push_back(drawing.from(ranges, fmt::format("check {}", k)));
  const int64_t block = longest_block_side(exercise);
  for (const auto& [name, range] : ranges.ranges) {
    sizes.push_back(drawing.from(drawing.long_in(name), "long in " + name, ranges.derived));
    if (range.from == range.to) continue;
    for (const int64_t off : {-1, 1})
      sizes.push_back(drawing.from(drawing.ragged(name, block, off),
                                   fmt::format("{} {} whole blocks", name, off)));
    if (ranges.ranges.size() > 1) sizes.push_back(drawing.alone(name));
  }
  const SizeSet large = drawing.large_in_all();
  if (ranges.derived && ranges.ranges.size() > 1 && drawing.is_beyond(large))
    sizes.push_back(drawing.from(large, "large", true));
  return sizes;
}

std::vector<DrawnSize> drawn_samples(const exercise::Exercise& exercise, const SizeSet& ranges,
                                     const exercise::Draw& draw, int count) {
  const Drawing drawing(exercise, ranges, draw);
  SizeSet small = ranges;
  for (auto& [name, range] : small.ranges) range = part(range, kSampleShare);
  std::vector<DrawnSize> sizes;
  for (int k = 0; k < count; ++k) sizes.push_back(drawing.from(small, fmt::format("sample {}", k)));
  return sizes;
}

}  // namespace warplab::verdict
