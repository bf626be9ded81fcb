// PTX ISA 9.0, sections 9.7.6 and 9.7.7 (setp, selp) and 9.7.9 (cvt, cvt.pack, mov).
#include <algorithm>
#include <cmath>
#include <utility>

#include "ptx/opcode.hpp"
#include "specification/operation.hpp"

namespace warplab::specification {
namespace {

using ptx::Type;

// "lt" for lt, lo, ltu; empty where `word` is no comparison.
std::string_view relation_of(std::string_view word) {
  constexpr std::string_view kNames[] = {"eq", "ne", "lt", "le", "gt", "ge", "num", "nan"};
  constexpr std::pair<std::string_view, std::string_view> kUnsigned[] = {
      {"lo", "lt"}, {"ls", "le"}, {"hi", "gt"}, {"hs", "ge"}};
  for (const auto& [name, relation] : kUnsigned)
    if (word == name) return relation;
  for (const std::string_view name : kNames)
    if (word == name || (word.size() == 3 && word.back() == 'u' && word.starts_with(name)))
      return name;
  return {};
}

template <class T>
bool holds(std::string_view relation, T a, T b) {
  if (relation == "eq") return a == b;
  if (relation == "ne") return a != b;
  if (relation == "lt") return a < b;
  if (relation == "le") return a <= b;
  return relation == "gt" ? a > b : a >= b;
}

// Compares the sources as numbers of the instruction's type, of packed types the half at
// `first_bit`.
bool compare(const Operation& o, unsigned first_bit) {
  std::string_view word;
  for (const std::string& modifier : o.instruction.modifiers)
    if (word.empty() && !relation_of(modifier).empty()) word = modifier;
  const std::string_view relation = relation_of(word);
  if (!ptx::is_float(o.type())) {
    // lo, ls, hi and hs compare as unsigned whatever the type says.
    const bool is_signed = o.is_signed() && word == relation;
    return holds(relation, as_number(o.sources[0], o.width(), is_signed),
                 as_number(o.sources[1], o.width(), is_signed));
  }
  const Format& format = format_of(o.type());
  const auto number = [&](unsigned i) {
    const Bits bits = lowest(o.sources[i] >> first_bit, format.width);
    return to_double(o.has("ftz") ? flushed(bits, format) : bits, format);
  };
  const double a = number(0), b = number(1);
  const bool unordered = std::isnan(a) || std::isnan(b);
  if (relation == "num") return !unordered;
  if (relation == "nan") return unordered;
  return unordered ? word.size() == 3 : holds(relation, a, b);
}

// The optional .and, .or, .xor with a third, predicate source.
bool combined(const Operation& o, bool compared) {
  if (o.sources.size() < 3) return compared;
  const bool c = (o.sources[2] & 1) != 0;
  return o.has("and") ? compared && c : o.has("or") ? compared || c : compared != c;
}

// With two destinations p|q: q gets the negated comparison; of packed types q is the upper half's.
Bits setp(Operation& o) {
  const bool compared = compare(o, 0);
  o.second = combined(o, is_packed(o.type()) ? compare(o, 16) : !compared);
  return combined(o, compared);
}

// .rni and .rn round alike; the former makes a whole number.
Rounding rounding_of(const Operation& o) {
  return o.has("rz") || o.has("rzi")   ? Rounding::toward_zero
         : o.has("rm") || o.has("rmi") ? Rounding::down
         : o.has("rp") || o.has("rpi") ? Rounding::up
         : o.has("rna")                ? Rounding::nearest_away
                                       : Rounding::nearest_even;
}

// .sat, .relu, .satfinite on a float result.
Bits limited(const Operation& o, Bits bits, const Format& format) {
  const bool nan = is_nan(bits, format), negative = is_negative(bits, format);
  if (o.has("sat"))
    return nan || negative ? 0 : std::min(bits, from_double(1.0, format, Rounding::nearest_even));
  if (nan) return format.canonical_nan;
  if (o.has("relu") && negative) return 0;
  const bool infinite = unpack(bits, format).kind == FloatKind::infinite;
  return o.has("satfinite") && infinite ? bits - 1 : bits;
}

// To and from f64, and from bf16 to f32, a NaN keeps its sign and what fits of its payload, made
// quiet; otherwise it becomes the one NaN of the format.
Bits converted_nan(Bits bits, const Format& from, const Format& to) {
  const bool widens_bf16 = from.precision == kBf16.precision && to.width == 32;
  if (from.width != 64 && to.width != 64 && !widens_bf16) return to.canonical_nan;
  const Bits payload = lowest(bits, static_cast<unsigned>(from.precision - 1));
  const int wider = to.precision - from.precision;
  return infinity(to, is_negative(bits, from)) |
         (wider >= 0 ? payload << wider : payload >> -wider) | Bits{1} << (to.precision - 2);
}

Bits float_to_float(const Operation& o, Bits bits, const Format& from, const Format& to) {
  const bool flush = o.has("ftz");  // which is about f32 on either side
  if (flush && from.width == 32) bits = flushed(bits, from);
  const Unpacked u = unpack(bits, from);
  if (u.kind == FloatKind::nan && !o.has("sat")) return converted_nan(bits, from, to);
  Bits result = to.canonical_nan;
  if (u.kind == FloatKind::infinite) result = infinity(to, u.value.negative);
  if (u.kind == FloatKind::finite) {
    Exact value = u.value;
    const bool whole = o.has("rni") || o.has("rzi") || o.has("rmi") || o.has("rpi");
    if (whole && value.exponent < 0) {
      value.magnitude = rounded_magnitude(value, rounding_of(o));
      value.exponent = 0;
    }
    result = pack(value, to, rounding_of(o));
  }
  if (flush && to.width == 32) result = flushed(result, to);
  return limited(o, result, to);
}

// Out of range becomes the nearest number that there is. NaN becomes 0, but the lowest number's
// pattern where f64 or a 64-bit integer is concerned.
Bits float_to_integer(const Operation& o, Bits bits, const Format& from, Type to) {
  if (o.has("ftz") && from.width == 32) bits = flushed(bits, from);
  const unsigned width = width_of(to);
  const Bits lowest_pattern = Bits{1} << (width - 1);
  const Unpacked u = unpack(bits, from);
  if (u.kind == FloatKind::nan) return from.width == 64 || width == 64 ? lowest_pattern : 0;
  const bool negative = u.value.negative;
  const Bits magnitude =
      u.kind == FloatKind::infinite ? ~Bits{0} : rounded_magnitude(u.value, rounding_of(o));
  if (!ptx::is_signed(to)) return negative ? 0 : std::min(magnitude, lowest(~Bits{0}, width));
  const Bits nearest = std::min(magnitude, negative ? lowest_pattern : lowest_pattern - 1);
  return lowest(negative ? ~nearest + 1 : nearest, width);
}

Bits integer_to_float(const Operation& o, const Format& to) {
  const SignedBits number = o.integer(0);
  const Exact value{number < 0, static_cast<Bits>(number < 0 ? -number : number)};
  return limited(o, pack(value, to, rounding_of(o)), to);
}

// e4m3 and e5m2: the number behind a pattern of 7 bits; beyond `largest` there are none.
double byte_number(bool is_e4m3, unsigned magnitude) {
  const int bits = is_e4m3 ? 3 : 2, bias = is_e4m3 ? 7 : 15;
  const int field = static_cast<int>(magnitude >> bits);
  const auto fraction = static_cast<double>(magnitude & ((1u << bits) - 1)) / (1 << bits);
  return std::ldexp(field == 0 ? fraction : 1 + fraction, std::max(field, 1) - bias);
}
unsigned largest_byte(bool is_e4m3) { return is_e4m3 ? 0x7e : 0x7b; }

// The nearest of all patterns, of two that are equally near the even one.
Bits to_byte(const Operation& o, double x) {
  if (std::isnan(x)) return 0x7f;
  if (std::signbit(x) && o.has("relu")) return 0;
  unsigned best = 0;
  for (unsigned k = 1; k <= largest_byte(o.has("e4m3x2")); ++k) {
    const auto distance = [&](unsigned of) {
      return std::fabs(std::fabs(x) - byte_number(o.has("e4m3x2"), of));
    };
    if (distance(k) < distance(best) || (distance(k) == distance(best) && k % 2 == 0)) best = k;
  }
  if (std::isinf(x)) best = largest_byte(o.has("e4m3x2"));
  return best | (std::signbit(x) ? 0x80 : 0);
}

Bits from_byte(const Operation& o, unsigned code) {
  const bool is_e4m3 = o.has("e4m3x2"), negative = code >= 0x80;
  const unsigned magnitude = code & 0x7f;
  const bool is_infinite = !is_e4m3 && magnitude == 0x7c;
  if (magnitude > largest_byte(is_e4m3) && !is_infinite) return kF16.canonical_nan;
  if (negative && o.has("relu")) return 0;
  if (is_infinite) return infinity(kF16, negative);
  const double number = byte_number(is_e4m3, magnitude);
  return from_double(negative ? -number : number, kF16, Rounding::nearest_even);
}

// cvt.rn.satfinite.e4m3x2.f32 d, a, b: a becomes the upper byte.
Bits cvt_bytes(Operation& o) {
  const auto code = [&](unsigned from) {
    return static_cast<unsigned>(o.sources[0] >> from) & 255;
  };
  if (o.instruction.modifiers.back().ends_with("m3x2") ||
      o.instruction.modifiers.back().ends_with("m2x2"))
    return from_byte(o, code(8)) << 16 | from_byte(o, code(0));
  if (o.type() == Type::f32)
    return to_byte(o, to_double(o.bits(0), kF32)) << 8 | to_byte(o, to_double(o.bits(1), kF32));
  return to_byte(o, to_double(lowest(o.sources[0] >> 16, 16), kF16)) << 8 |
         to_byte(o, to_double(lowest(o.sources[0], 16), kF16));
}

Bits cvt(Operation& o) {
  if (o.has("e4m3x2") || o.has("e5m2x2")) return cvt_bytes(o);
  const Type from = o.type();
  const Type to = o.instruction.type(1);
  if (is_packed(to))  // cvt.rn.f16x2.f32 d, a, b: a becomes the upper half
    return float_to_float(o, o.bits(0), kF32, format_of(to)) << 16 |
           float_to_float(o, o.bits(1), kF32, format_of(to));
  if (ptx::is_float(from) && ptx::is_float(to))
    return float_to_float(o, o.bits(0), format_of(from), format_of(to));
  if (ptx::is_float(from)) return float_to_integer(o, o.bits(0), format_of(from), to);
  if (ptx::is_float(to)) return integer_to_float(o, format_of(to));
  if (o.has("sat")) return clamped(o.integer(0), width_of(to), ptx::is_signed(to));
  return lowest(static_cast<Bits>(o.integer(0)), width_of(to));
}

constexpr ComputeRow kRows[] = {
    {"setp", setp},
    {"selp", [](auto& o) { return o.bits((o.sources[2] & 1) != 0 ? 0 : 1); }},
    {"cvt", cvt},
    {"mov", [](auto& o) { return o.bits(0); }}};

}  // namespace

std::span<const ComputeRow> conversion_rows() { return kRows; }

Compute compute_of(const ptx::Instruction& instruction) {
  for (const char* left_out : {"approx", "full", "pack", "tf32", "cc"})
    if (instruction.has(left_out)) return nullptr;
  const bool has_modes = instruction.opcode == "lop3" || instruction.opcode == "prmt";
  if (has_modes && instruction.modifiers.size() > 1) return nullptr;
  const bool is_float = ptx::is_float(instruction.type());
  for (const auto rows : {is_float ? float_rows() : integer_rows(), conversion_rows()})
    for (const ComputeRow& row : rows)
      if (row.opcode == instruction.opcode) return row.compute;
  return nullptr;
}

Type result_type(const ptx::Instruction& i) {
  const ptx::InstructionForm* const form = ptx::find_form(i);
  return form ? ptx::operand_type(*form, i, 0) : i.type();
}

}  // namespace warplab::specification
