// What buffers hold before the first launch, and what closed forms say they hold after the last.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>

#include "data/element.hpp"
#include "data/random.hpp"
#include "exercise/exercise.hpp"

namespace warplab::exercise {
namespace {

// All bits set: NaN for floating-point types, the largest or -1 for whole numbers. No exercise's
// right answer, so that what was not written does not pass for it.
constexpr int kPoison = 0xff;

// A buffer seen as rows and columns: all but the last extent, and the last.
struct Plane {
  uint64_t rows = 1, columns = 1;
};

Plane plane_of(const data::Buffer& buffer) {
  Plane plane;
  for (size_t i = 0; i + 1 < buffer.shape.size(); ++i) plane.rows *= buffer.shape[i];
  if (!buffer.shape.empty()) plane.columns = buffer.shape.back();
  return plane;
}

void fill_uniform(const Fill& fill, data::ElementType type, const data::RandomStream& random,
                  std::span<std::byte> bytes) {
  store_elements(type, bytes, [&](size_t i) {
    double value = fill.low + random.unit(i) * (fill.high - fill.low);
    if (type == data::ElementType::f32) value = static_cast<float>(value);
    // Rounding may reach `high`, which does not belong to the range.
    return value < fill.high ? value : fill.low;
  });
}

void fill_picture(const Fill& fill, const Plane& plane, data::ElementType type,
                  std::span<std::byte> bytes) {
  const GreyPicture& picture = *fill.picture;
  store_elements(type, bytes, [&](size_t i) {
    const uint64_t y = i / plane.columns * picture.height / plane.rows;
    const uint64_t x = i % plane.columns * picture.width / plane.columns;
    const double grey = picture.pixels[y * picture.width + x] / 255.0;
    const double value = fill.low + grey * (fill.high - fill.low);
    return is_whole_type(type) ? std::floor(value + 0.5) : value;
  });
}

void fill_base(const Fill& fill, const data::Buffer& buffer, uint64_t seed,
               std::span<std::byte> bytes) {
  const data::ElementType type = buffer.element;
  const data::RandomStream random(seed, buffer.name);
  switch (fill.kind) {
    case Fill::Kind::poison: std::memset(bytes.data(), kPoison, bytes.size()); return;
    case Fill::Kind::constant:
      return store_elements(type, bytes, [&](size_t) { return fill.value; });
    case Fill::Kind::ramp:
      return store_elements(
          type, bytes, [&](size_t i) { return fill.start + fill.step * static_cast<double>(i); });
    case Fill::Kind::random_integers:
    case Fill::Kind::random_multiples: {
      const auto bound = static_cast<uint64_t>((fill.high - fill.low) / fill.step) + 1;
      return store_elements(type, bytes, [&](size_t i) {
        return fill.low + fill.step * static_cast<double>(random.below(bound, i));
      });
    }
    case Fill::Kind::uniform: return fill_uniform(fill, type, random, bytes);
    case Fill::Kind::picture: return fill_picture(fill, plane_of(buffer), type, bytes);
  }
}

// The fill with two values of its range: its smallest two, its largest two, 0 and the one behind
// it, or any neighbours. Of `uniform` numbers, which have no neighbours, any two. A fill of another
// kind, or of fewer values, stays what it is.
Fill of_few_values(Fill fill, uint64_t seed, const std::string& buffer) {
  const data::RandomStream random(seed, buffer + ", few values");
  if (fill.kind == Fill::Kind::uniform) {
    const auto any = [&](uint64_t index) {
      const double value = fill.low + random.unit(index) * (fill.high - fill.low);
      return static_cast<double>(static_cast<float>(value));
    };
    const double one = any(0), other = any(1);
    fill.kind = Fill::Kind::random_multiples;
    fill.low = std::min(one, other);
    fill.high = std::max(one, other);
    if (one != other) fill.step = fill.high - fill.low;
    return fill;
  }
  const bool random_steps =
      fill.kind == Fill::Kind::random_integers || fill.kind == Fill::Kind::random_multiples;
  const double last = fill.high - fill.step;  // the larger neighbour of it is `high`
  if (!random_steps || last - fill.low < fill.step) return fill;
  const auto starts = static_cast<uint64_t>((fill.high - fill.low) / fill.step);
  const double any = fill.low + fill.step * static_cast<double>(random.below(starts, 0));
  const double low[] = {fill.low, last, std::clamp(0.0, fill.low, last), any};
  fill.low = low[random.below(std::size(low), 1)];
  fill.high = fill.low + fill.step;
  return fill;
}

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
                        std::span<std::byte> bytes) {
  const Plane plane = plane_of(buffer);
  const Result<Range> rows = clipped(patch.row_begin, patch.row_end, plane.rows, values);
  if (!rows) return Error{rows.error()};
  const Result<Range> columns =
      clipped(patch.column_begin, patch.column_end, plane.columns, values);
  if (!columns) return Error{columns.error()};
  const size_t size = bytes_of(buffer.element);
  for (uint64_t row = rows->begin; row < rows->end; ++row) {
    const size_t begin = (row * plane.columns + columns->begin) * size;
    store_elements(buffer.element, bytes.subspan(begin, (columns->end - columns->begin) * size),
                   [&](size_t) { return patch.value; });
  }
  return true;
}

}  // namespace

Result<bool> fill(const Exercise& exercise, const Case& c, size_t index, uint64_t seed_index,
                  std::span<std::byte> bytes) {
  const Buffer& spec = exercise.buffers[index];
  const data::Buffer& buffer = c.buffers[index];
  const Fill& chosen =
      seed_index < spec.first_fills.size() ? spec.first_fills[seed_index] : spec.fill;
  if (seed_index == kFewValues)
    fill_base(of_few_values(chosen, c.seed, buffer.name), buffer, c.seed, bytes);
  else fill_base(chosen, buffer, c.seed, bytes);
  for (const Fill::Patch& patch : chosen.patches) {
    const Result<bool> drawn = draw_patch(patch, buffer, c.values, bytes);
    if (!drawn) return Error{fmt::format("buffer \"{}\": patches: {}", buffer.name, drawn.error())};
  }
  return true;
}

Result<bool> expected_values(const Exercise& exercise, const Case& c, size_t index,
                             std::span<std::byte> bytes) {
  const Buffer& spec = exercise.buffers[index];
  const data::Buffer& buffer = c.buffers[index];
  assert(spec.expected && "only buffers with a closed form");
  const std::vector<std::string>& names = spec.expected->names();
  // The formula's names are sizes and flags, which stay, and indices, of which dimension `axis[k]`
  // is one.
  std::vector<double> values(names.size());
  std::vector<int> axis(names.size(), -1);
  for (size_t k = 0; k < names.size(); ++k) {
    const auto found = c.values.find(names[k]);
    if (found != c.values.end()) {
      values[k] = static_cast<double>(found->second);
    } else {
      axis[k] = names[k][1] - '0';  // "i2": load() lets no other names through
    }
  }
  std::optional<double> misfit;
  std::vector<uint64_t> position(buffer.shape.size(), 0);
  store_elements(buffer.element, bytes, [&](size_t) {
    for (size_t k = 0; k < axis.size(); ++k) {
      if (axis[k] >= 0) values[k] = static_cast<double>(position[static_cast<size_t>(axis[k])]);
    }
    for (size_t d = position.size();
         d-- > 0;) {  // the next element's place, the last index fastest
      if (++position[d] < buffer.shape[d]) break;
      position[d] = 0;
    }
    const double value = spec.expected->evaluate(values);
    if (!is_whole_type(buffer.element) || holds(buffer.element, value)) return value;
    if (!misfit) misfit = value;
    return 0.0;
  });
  if (!misfit) return true;
  return Error{fmt::format("buffer \"{}\": expected: \"{}\" is {:g} somewhere, but {}", buffer.name,
                           spec.expected->text(), *misfit, range_sentence(buffer.element))};
}

}  // namespace warplab::exercise
