// What buffers hold before the first launch, and what closed forms say they hold after the last.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "data/element.hpp"
#include "data/random.hpp"
#include "exercise/element_formula.hpp"
#include "exercise/fill_kinds.hpp"
#include "exercise/plane.hpp"

namespace warplab::exercise {
namespace {

struct Range {
  uint64_t begin = 0, end = 0;
};

// [begin, end) clipped to [0, limit).
Result<Range> clipped(const Expression& begin, const Expression& end, uint64_t limit,
                      const Values& values) {
  const Result<int64_t> first = begin.evaluate(values);
  if (!first) return Error{first.error()};
  const Result<int64_t> last = end.evaluate(values);
  if (!last) return Error{last.error()};
  const auto clip = [&](int64_t value) {
    return std::min(static_cast<uint64_t>(std::max<int64_t>(value, 0)), limit);
  };
  return Range{clip(*first), std::max(clip(*first), clip(*last))};
}

Result<bool> draw_patch(const Fill::Patch& patch, const data::Buffer& buffer, const Values& values,
                        const Piece& piece) {
  const Plane plane = plane_of(buffer);
  const Result<Range> rows = clipped(patch.row_begin, patch.row_end, plane.rows, values);
  if (!rows) return Error{rows.error()};
  const Result<Range> columns =
      clipped(patch.column_begin, patch.column_end, plane.columns, values);
  if (!columns) return Error{columns.error()};
  const size_t size = bytes_of(buffer.element);
  const uint64_t end = piece.first + piece.bytes.size() / size;
  const uint64_t first_row = std::max(rows->begin, piece.first / plane.columns);
  const uint64_t end_row = std::min(rows->end, (end + plane.columns - 1) / plane.columns);
  for (uint64_t row = first_row; row < end_row; ++row) {
    const uint64_t from = std::max(row * plane.columns + columns->begin, piece.first);
    const uint64_t to = std::min(row * plane.columns + columns->end, end);
    if (from >= to) continue;
    store_elements(buffer.element,
                   piece.bytes.subspan((from - piece.first) * size, (to - from) * size),
                   [&](size_t) { return patch.value; });
  }
  return true;
}

// What the few values are drawn by: each buffer has its own, or, in every second run, buffers whose
// content is made alike have the same two, so that elements of two inputs are often equal.
std::string few_values_of(const Case& c, const data::Buffer& buffer) {
  constexpr std::string_view kPurpose = "few values";
  const bool alike = data::RandomStream(c.seed, kPurpose).bits(0) % 2 == 0;
  return alike ? std::string(kPurpose) : fmt::format("{}, {}", buffer.name, kPurpose);
}

// Of two values, and in every second run in stretches, such as a row, four columns or a tile, of
// which every second one has a single value. So a kernel that leaves out what is all zero, or stops
// where it is all equal, meets it, and two elements are not less often equal than without.
void write_few_values(const Fill& few, const Case& c, const data::Buffer& buffer,
                      const data::RandomStream& random, const Piece& piece) {
  constexpr uint64_t kFewElements = 64;
  const Plane plane = plane_of(buffer);
  // The same for all inputs, so that zeros of one meet zeros of another.
  const data::RandomStream shared(c.seed, "stretches");
  if (shared.bits(0) % 2 == 0 || plane.rows * plane.columns < kFewElements) {
    few.kind->write(few, buffer, random, piece);
    return;
  }
  const auto length = [&](uint64_t side, uint64_t number) {
    const uint64_t lengths[] = {1, 4, 32, (side + 1) / 2, side};
    return lengths[shared.below(std::size(lengths), number)];
  };
  const uint64_t rows = length(plane.rows, 1), columns = length(plane.columns, 2);
  const data::RandomStream whole(c.seed, buffer.name + ", stretches");
  const auto values = static_cast<uint64_t>((few.high - few.low) / few.step) + 1;
  store_piece(buffer.element, piece, [&](uint64_t i) {
    const uint64_t first_row = i / plane.columns / rows * rows,
                   first_column = i % plane.columns / columns * columns,
                   first = first_row * plane.columns + first_column;
    const uint64_t which = random.below(values, whole.bits(first) % 2 == 0 ? first : i);
    return few.low + few.step * static_cast<double>(which);
  });
}

// With numbers near 0, where it has such.
Fill with_small_numbers(const Fill& chosen) {
  Fill small = chosen;
  small.low = std::ldexp(chosen.low, -chosen.small_by);
  small.high = std::ldexp(chosen.high, -chosen.small_by);
  small.step = std::ldexp(chosen.step, -chosen.small_by);
  return small;
}

}  // namespace

Result<bool> fill(const Exercise& exercise, const Case& c, size_t index, uint64_t seed_index,
                  std::span<std::byte> bytes) {
  return fill_piece(exercise, c, index, seed_index, 0, bytes);
}

Result<bool> fill_piece(const Exercise& exercise, const Case& c, size_t index, uint64_t seed_index,
                        uint64_t first, std::span<std::byte> bytes) {
  const Piece piece{first, bytes};
  const Buffer& spec = exercise.buffers[index];
  const data::Buffer& buffer = c.buffers[index];
  const Fill& chosen =
      seed_index < spec.first_fills.size() ? spec.first_fills[seed_index] : spec.fill;
  const data::RandomStream random(c.seed, buffer.name);
  if (chosen.kind->compute) {
    const Result<bool> made = chosen.kind->compute(chosen, buffer, c.values, random, piece);
    if (!made) return Error{fmt::format("buffer \"{}\": fill: {}", buffer.name, made.error())};
  } else if (seed_index == kFewValues && chosen.kind->of_few_values) {
    const Fill few =
        chosen.kind->of_few_values(chosen, data::RandomStream(c.seed, few_values_of(c, buffer)));
    write_few_values(few, c, buffer, random, piece);
  } else if (seed_index == kSmallNumbers && chosen.small_by > 0) {
    chosen.kind->write(with_small_numbers(chosen), buffer, random, piece);
  } else {
    chosen.kind->write(chosen, buffer, random, piece);
  }
  for (const Fill::Patch& patch : chosen.patches) {
    const Result<bool> drawn = draw_patch(patch, buffer, c.values, piece);
    if (!drawn) return Error{fmt::format("buffer \"{}\": patches: {}", buffer.name, drawn.error())};
  }
  return true;
}

Result<bool> expected_values(const Exercise& exercise, const Case& c, size_t index,
                             std::span<std::byte> bytes) {
  const Buffer& spec = exercise.buffers[index];
  const data::Buffer& buffer = c.buffers[index];
  assert(spec.expected && "only buffers with a closed form");
  const Result<bool> written = write_formula(*spec.expected, buffer, c.values, {}, {0, bytes});
  if (written) return true;
  return Error{fmt::format("buffer \"{}\": expected: {}", buffer.name, written.error())};
}

}  // namespace warplab::exercise
