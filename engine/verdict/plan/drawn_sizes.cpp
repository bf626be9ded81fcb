#include "verdict/plan/drawn_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>

#include "verdict/plan/run_cost.hpp"

namespace warplab::verdict {
namespace {

using exercise::SizeRange;
using exercise::SizeSet;
using Purpose = SizeSet::Purpose;

// How much shorter the ranges of a small size are, and the other directions of a long one.
constexpr int64_t kSmallShare = 4, kNarrowShare = 16;
// Warps have 32 threads, and most tiles are as wide.
constexpr int64_t kWarp = 32;
// What is left over shows beside few blocks. More of them in all directions cost more.
constexpr int64_t kMoreBlocks = 2;
// What an unsigned short can count to.
constexpr uint64_t kIn16Bits = 65536;
// The size that is large in all directions costs about this part of the graded run.
constexpr int64_t kPartOfGraded = 64;
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

// Those of the range that lie `off` (1 or -1) steps beside whole multiples of `whole`, if any.
std::optional<SizeRange> beside(const SizeRange& range, int64_t whole, int64_t off) {
  const int64_t period = std::lcm(range.step, whole);
  for (int64_t value = range.from; value <= range.to && value < range.from + period + whole;
       value += range.step) {
    const int64_t multiple = value - off * range.step;
    if (multiple > 0 && multiple % whole == 0) return SizeRange{value, range.to, period};
  }
  return std::nullopt;
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

class Shapes {
 public:
  Shapes(const exercise::Exercise& exercise, const SizeSet& given, const exercise::Draw& draw)
      : exercise_(exercise),
        given_(given),
        draw_(draw),
        limits_(cost_limits(exercise)),
        block_(longest_block_side(exercise)) {}

  // Sizes to draw from, and what one of them may cost where no author has named them.
  struct Shape {
    SizeSet ranges;
    uint64_t most_cost;
  };

  Shape any() const { return {given_, limits_.between_checks}; }

  Shape small() const {
    Shape shape = any();
    for (auto& [name, range] : shape.ranges.ranges) range = part(range, kSmallShare);
    return shape;
  }

  // One less (-1) or more (1) than one to three whole blocks in every direction, or than whole
  // warps where no block fits. All elements together then leave 1 lane or 31 of a warp.
  Shape beside_blocks(int64_t off) const {
    Shape shape = any();
    for (auto& [name, range] : shape.ranges.ranges)
      for (const int64_t whole : {kWarp, block_})
        if (auto own = beside(given_.ranges.at(name), whole, off)) {
          own->to = std::min(own->to, own->from + kMoreBlocks * own->step);
          range = *own;
        }
    return shape;
  }

  // `name` alone, the others at their smallest, as one row or one column: one more than 16 bits
  // count where the exercise names sizes as large, else one less than a power of two, the largest
  // that costs little. Where indices are kept in too few bits, or sizes are halved, kernels are
  // right up to there, or but there.
  Shape alone(const std::string& name) const {
    const SizeRange& given = given_.ranges.at(name);
    const auto most = static_cast<uint64_t>(largest(name, true));
    for (uint64_t power = std::bit_floor(most + 1); power > 1; power /= 2) {
      const int64_t value = static_cast<int64_t>(power) + (power == kIn16Bits ? 1 : -1);
      if (power > kIn16Bits || static_cast<uint64_t>(value) > most) continue;
      if (value < given.from || (value - given.from) % given.step != 0) continue;
      SizeSet ranges = mostly(name, {value, value, given.step}, INT64_MAX);
      const std::optional<uint64_t> cost = cost_of(exercise_, draw_.size(ranges, name));
      if (cost && *cost <= limits_.alone) return {std::move(ranges), limits_.alone};
    }
    return {mostly(name, given, INT64_MAX), limits_.between_checks};
  }

  // The upper half of what `name` may be, less or more than whole warps, and narrow in the others.
  Shape long_in(const std::string& name) const {
    const SizeRange& given = given_.ranges.at(name);
    SizeRange own{given.from, largest(name), given.step};
    own.from = std::min(at_least(own, own.to / 2), at_least(own, own.to - own.step + 1));
    const int64_t off = draw_.seed("side of " + name).value % 2 == 0 ? -1 : 1;
    return {mostly(name, beside(own, kWarp, off).value_or(own), kNarrowShare),
            given_.derived ? limits_.beyond : limits_.between_checks};
  }

  // All of them so far beyond the checks as is cheap, at the graded size's proportions. None where
  // an author has named the ranges, or where that is no larger than the checks are.
  std::optional<Shape> large() const {
    if (!given_.derived || given_.ranges.size() < 2) return std::nullopt;
    Shape shape{given_, limits_.beyond};
    const double shrunk = std::pow(static_cast<double>(kPartOfGraded),
                                   -1 / static_cast<double>(given_.ranges.size()));
    bool is_beyond = false;
    for (auto& [name, range] : shape.ranges.ranges) {
      SizeRange own{range.from, largest(name), range.step};
      const auto to = static_cast<int64_t>(static_cast<double>(own.to) * shrunk);
      own.from = std::min(at_least(own, to - to / 8), own.to);
      own.to = std::max(to, own.from);
      is_beyond = is_beyond || own.from > range.to;
      range = own;
    }
    return is_beyond ? std::optional(shape) : std::nullopt;
  }

  // The shape drawn anew, narrower each time, until it can be run; then any size, then a check
  // size.
  SizeSet drawn(const Shape& shape, const std::string& purpose) const {
    for (const Shape& tried : {shape, any()}) {
      SizeSet narrowed = tried.ranges;
      for (int attempt = 0; attempt < kDrawnAttempts; ++attempt) {
        SizeSet size = draw_.size(narrowed, fmt::format("{}, attempt {}", purpose, attempt));
        const std::optional<uint64_t> cost = cost_of(exercise_, size);
        if (cost && (!given_.derived || *cost <= tried.most_cost)) {
          size.ranges = given_.ranges;
          return size;
        }
        for (auto& [name, range] : narrowed.ranges) narrow(range, given_.ranges.at(name).from);
      }
    }
    const auto check = std::ranges::find(exercise_.sizes, Purpose::check, &SizeSet::purpose);
    return check != exercise_.sizes.end() ? *check : given_;
  }

 private:
  // `name` from `own`, the others from the first part of their ranges.
  SizeSet mostly(const std::string& name, const SizeRange& own, int64_t share_of_others) const {
    SizeSet ranges = given_;
    for (auto& [other, range] : ranges.ranges)
      range = other == name ? own : part(range, share_of_others);
    return ranges;
  }

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
  int64_t block_;
};

bool has_small_numbers(const exercise::Exercise& exercise) {
  return std::ranges::any_of(exercise.buffers,
                             [](const exercise::Buffer& b) { return b.fill.small_by > 0; });
}

}  // namespace

std::vector<DrawnSize> drawn_checks(const exercise::Exercise& exercise, const SizeSet& ranges,
                                    const exercise::Draw& draw, size_t most) {
  const Shapes shapes(exercise, ranges, draw);
  std::vector<std::string> sides;  // that differ from size to size
  for (const auto& [name, range] : ranges.ranges)
    if (range.from != range.to) sides.push_back(name);

  struct Row {
    std::string purpose;
    Shapes::Shape shape;
    uint64_t inputs;
  };
  using exercise::kFewValues, exercise::kRandomFills, exercise::kSmallNumbers;
  // What goes wrong most often comes first. Random inputs belong to the shapes, since a sum that
  // leaves zeros out is right; few values show what is rare among many (two equal elements, a row
  // of zeros), and numbers near 0 what is rounded away.
  std::vector<Row> table = {
      {"less than whole blocks", shapes.beside_blocks(-1), kRandomFills},
      {"more than whole blocks", shapes.beside_blocks(1), kRandomFills},
      {"any", shapes.any(), has_small_numbers(exercise) ? kSmallNumbers : kFewValues},
  };
  for (const std::string& name : sides)
    if (sides.size() > 1) table.push_back({name + " alone", shapes.alone(name), kRandomFills});
  if (const auto large = shapes.large()) table.push_back({"large", *large, kRandomFills});
  for (const std::string& name : sides)
    table.push_back({"long in " + name, shapes.long_in(name), kFewValues});
  table.push_back({"small", shapes.small(), kFewValues});

  std::vector<DrawnSize> sizes;
  for (const Row& row : table)
    if (sizes.size() < most)
      sizes.push_back({shapes.drawn(row.shape, row.purpose), row.purpose, row.inputs});
  return sizes;
}

}  // namespace warplab::verdict
