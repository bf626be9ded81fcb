#include "exercise/fill_kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "data/element.hpp"
#include "data/shape.hpp"
#include "exercise/element_formula.hpp"
#include "exercise/load_parts.hpp"
#include "exercise/plane.hpp"

namespace warplab::exercise {
namespace {

using data::RandomStream;
using OnGpu = FillKind::OnGpu;

// All bits set: NaN for floating-point types, the largest or -1 for whole numbers. No exercise's
// right answer, so that what was not written does not pass for it.
constexpr int kPoison = 0xff;

// --- numbers that several kinds have

enum class Equal : uint8_t { allowed, refused };
void read_low_and_high(const TomlTable& table, data::ElementType type, std::optional<double> low,
                       std::optional<double> high, Fill& fill, Equal equality = Equal::allowed) {
  fill.low = held_number(table, "low", type, low);
  fill.high = held_number(table, "high", type, high);
  if (!std::isfinite(fill.high - fill.low)) {
    table.problem("high", fmt::format("is {:g}, and low is {:g}: the range between them is too "
                                      "large to be computed with",
                                      fill.high, fill.low));
  }
  if (fill.low > fill.high || (fill.low == fill.high && equality == Equal::refused)) {
    table.problem("high", fmt::format("is {:g}; expected a number above low, which is {:g}",
                                      fill.high, fill.low));
  }
}

// --- the kinds

void read_constant(const TomlTable& table, const FillContext& context, Fill& fill) {
  fill.value = held_number(table, "value", context.type, std::nullopt);
}

void write_constant(const Fill& fill, const data::Buffer& buffer, const RandomStream&,
                    const Piece& piece) {
  store_piece(buffer.element, piece, [&](size_t) { return fill.value; });
}

void read_ramp(const TomlTable& table, const FillContext& context, Fill& fill) {
  fill.start = held_number(table, "start", context.type, 0.0);
  fill.step = table.number("step").value_or(1);
  if (is_whole_type(context.type) && !holds(data::ElementType::i64, fill.step)) {
    table.problem("step", fmt::format("is {:g}, but {}", fill.step, range_sentence(context.type)));
  }
}

void write_ramp(const Fill& fill, const data::Buffer& buffer, const RandomStream&,
                const Piece& piece) {
  store_piece(buffer.element, piece,
              [&](size_t i) { return fill.start + fill.step * static_cast<double>(i); });
}

// The extremes that a ramp reaches must be numbers its type holds.
std::optional<std::string> misfit_of_ramp(const Fill& fill, data::ElementType type,
                                          uint64_t elements) {
  const double end = fill.start + fill.step * static_cast<double>(elements - 1);
  if (holds(type, end)) return std::nullopt;
  return fmt::format("the ramp reaches {:g}, but {}", end, range_sentence(type));
}

void read_random_range(const TomlTable& table, const FillContext& context, Fill& fill) {
  read_low_and_high(table, context.type, std::nullopt, std::nullopt, fill);
  for (const char* key : {"low", "high"}) {
    const double value = table.number(key).value_or(0);
    if (!holds(data::ElementType::i64, value)) {
      table.problem(key, fmt::format("is {:g}; expected a whole number", value));
    }
  }
}

// How much smaller the numbers of some checks are. They stay in the range where 0 is in it.
void read_small_by(const TomlTable& table, data::ElementType type, Fill& fill) {
  if (!table.has("small_by")) return;
  constexpr double kMost = 60;
  const double by = table.number("small_by").value_or(1);
  if (is_whole_type(type))
    table.problem("small_by",
                  fmt::format("is about decimal numbers, but {}", range_sentence(type)));
  else if (!(by >= 1 && by <= kMost) || by != std::floor(by))
    table.problem("small_by",
                  fmt::format("is {:g}; expected a whole number from 1 to {:g}", by, kMost));
  else if (fill.low > 0 || fill.high < 0)
    table.problem("small_by", "makes numbers near 0, which must lie between low and high");
  else fill.small_by = static_cast<int>(by);
}

// The step, and the range, whose ends must be multiples of it.
void read_multiples(const TomlTable& table, const FillContext& context, Fill& fill) {
  const data::ElementType type = context.type;
  read_low_and_high(table, type, std::nullopt, std::nullopt, fill);
  if (!table.has("step")) {
    table.problem("step", "is missing; expected a number above 0, such as 0.25");
    return;
  }
  fill.step = table.number("step").value_or(1);
  if (!(fill.step > 0) || !std::isfinite(fill.step)) {
    table.problem("step", fmt::format("is {:g}; expected a number above 0", fill.step));
    fill.step = 1;
  } else if (is_whole_type(type) && !holds(data::ElementType::i64, fill.step)) {
    table.problem("step", fmt::format("is {:g}, but {}", fill.step, range_sentence(type)));
  }
  for (const char* key : {"low", "high"}) {
    const double value = table.number(key).value_or(0);
    if (!holds(data::ElementType::i64, value / fill.step))
      table.problem(key, fmt::format("is {:g}; expected a multiple of step, which is {:g}", value,
                                     fill.step));
  }
  read_small_by(table, type, fill);
}

// low, low + step, ... high; of random_integers the step is 1.
void write_multiples(const Fill& fill, const data::Buffer& buffer, const RandomStream& random,
                     const Piece& piece) {
  const auto bound = static_cast<uint64_t>((fill.high - fill.low) / fill.step) + 1;
  store_piece(buffer.element, piece, [&](size_t i) {
    return fill.low + fill.step * static_cast<double>(random.below(bound, i));
  });
}

// The smallest two, the largest two, 0 and the one behind it, or any neighbours; a range of fewer
// values stays what it is.
Fill two_neighbours(const Fill& fill, const RandomStream& random) {
  const double last = fill.high - fill.step;  // the larger neighbour of it is `high`
  if (last - fill.low < fill.step) return fill;
  const auto starts = static_cast<uint64_t>((fill.high - fill.low) / fill.step);
  const double any = fill.low + fill.step * static_cast<double>(random.below(starts, 0));
  const double low[] = {fill.low, last, std::clamp(0.0, fill.low, last), any};
  Fill few = fill;
  few.low = low[random.below(std::size(low), 1)];
  few.high = few.low + fill.step;
  return few;
}

void read_uniform(const TomlTable& table, const FillContext& context, Fill& fill) {
  if (is_whole_type(context.type)) {
    table.problem("kind", fmt::format("\"uniform\" makes decimal numbers, but {}; expected "
                                      "\"random_integers\"",
                                      range_sentence(context.type)));
  }
  read_low_and_high(table, context.type, 0.0, 1.0, fill, Equal::refused);
  read_small_by(table, context.type, fill);
}

void write_uniform(const Fill& fill, const data::Buffer& buffer, const RandomStream& random,
                   const Piece& piece) {
  const data::ElementType type = buffer.element;
  // What drops the last digits of a double must not be right by chance.
  const bool is_long = type == data::ElementType::f64;
  store_piece(type, piece, [&](size_t i) {
    const double unit = is_long ? random.long_unit(i) : random.unit(i);
    double value = fill.low + unit * (fill.high - fill.low);
    if (type == data::ElementType::f32) value = static_cast<float>(value);
    // Rounding may reach `high`, which does not belong to the range.
    return value < fill.high ? value : fill.low;
  });
}

// Any two, as such numbers have no neighbours, or 0 and another one.
Fill any_two(const Fill& fill, const RandomStream& random) {
  const auto any = [&](uint64_t index) {
    const double value = fill.low + random.unit(index) * (fill.high - fill.low);
    return static_cast<double>(static_cast<float>(value));
  };
  const bool has_zero = fill.low <= 0 && fill.high > 0 && random.bits(2) % 2 == 0;
  const double one = has_zero ? 0 : any(0), other = any(1);
  Fill few = fill;
  few.kind = fill_kind("random_multiples");
  few.low = std::min(one, other);
  few.high = std::max(one, other);
  if (one != other) few.step = few.high - few.low;
  return few;
}

void read_picture_file(const TomlTable& table, const FillContext& context, Fill& fill) {
  const std::string name = table.required_text("file", "portrait.png");
  if (name.empty()) return;
  auto picture = load_picture(context.folder, name, context.dimensions == 3);
  if (picture) {
    fill.picture = *picture;
  } else {
    table.problem("file", picture.error());
  }
}

void read_picture(const TomlTable& table, const FillContext& context, Fill& fill) {
  read_low_and_high(table, context.type, 0.0, is_whole_type(context.type) ? 255.0 : 1.0, fill);
  read_picture_file(table, context, fill);
}

void write_picture(const Fill& fill, const data::Buffer& buffer, const RandomStream&,
                   const Piece& piece) {
  const data::ElementType type = buffer.element;
  store_piece(type, piece, [&](size_t i) {
    const double value = fill.low + grey_at(*fill.picture, buffer, i) * (fill.high - fill.low);
    return is_whole_type(type) ? std::floor(value + 0.5) : value;
  });
}

void write_poison(const Fill&, const data::Buffer&, const RandomStream&, const Piece& piece) {
  std::memset(piece.bytes.data(), kPoison, piece.bytes.size());
}

void read_formula(const TomlTable& table, const FillContext& context, Fill& fill) {
  Scope scope = context.formula_scope;
  for (size_t i = 0; i < context.dimensions; ++i) scope.push_back(fmt::format("i{}", i));
  for (const std::string_view name : {kIndexName, kRandomName}) scope.emplace_back(name);
  if (table.has("file")) {
    scope.emplace_back(kPictureName);
    read_picture_file(table, context, fill);
  }
  fill.formula = table.formula("formula", scope);
  if (!table.has("formula"))
    table.problem("formula", "is missing; expected a formula such as \"exp(-i1 / 10)\"");
}

Result<bool> compute_formula(const Fill& fill, const data::Buffer& buffer, const Values& values,
                             const RandomStream& random, const Piece& piece) {
  return write_formula(*fill.formula, buffer, values,
                       {&random, fill.picture.get(), &fill.parameters}, piece);
}

bool always(data::ElementType) { return true; }

}  // namespace

const std::vector<FillKind>& fill_kinds() {
  static const std::vector<FillKind> rows = {
      {.name = "constant",
       .keys = {"value"},
       .read = read_constant,
       .write = write_constant,
       .on_gpu = OnGpu::as_it_is},
      {.name = "ramp",
       .keys = {"start", "step"},
       .read = read_ramp,
       .is_complete = always,
       .write = write_ramp,
       .misfit = misfit_of_ramp},
      {.name = "random_integers",
       .keys = {"low", "high"},
       .read = read_random_range,
       .write = write_multiples,
       .of_few_values = two_neighbours,
       .on_gpu = OnGpu::multiples},
      {.name = "random_multiples",
       .keys = {"low", "high", "step", "small_by"},
       .read = read_multiples,
       .write = write_multiples,
       .of_few_values = two_neighbours,
       .on_gpu = OnGpu::multiples},
      {.name = "uniform",
       .keys = {"low", "high", "small_by"},
       .read = read_uniform,
       .is_complete = [](data::ElementType type) { return !is_whole_type(type); },
       .write = write_uniform,
       .of_few_values = any_two,
       .on_gpu = OnGpu::uniform},
      {.name = "picture",
       .keys = {"file", "low", "high"},
       .read = read_picture,
       .write = write_picture},
      {.name = "formula",
       .keys = {"formula", "file"},
       .read = read_formula,
       .compute = compute_formula},
      {.name = kPoisonFill,
       .is_complete = always,
       .takes_patches = false,
       .write = write_poison,
       .on_gpu = OnGpu::poison},
  };
  return rows;
}

const FillKind* fill_kind(std::string_view name) {
  for (const FillKind& row : fill_kinds())
    if (row.name == name) return &row;
  return nullptr;
}

bool Fill::is(std::string_view name) const { return kind->name == name; }

}  // namespace warplab::exercise
