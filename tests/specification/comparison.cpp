// PTX ISA 9.0, sections 9.7.6 (set, setp, selp, slct) and 9.7.7 (the same for half precision).
#include <array>
#include <cmath>

#include "specification/exact.hpp"
#include "specification/operation.hpp"

namespace warplab::sim::plain {
namespace {

using ptx::Type;

constexpr std::array<std::string_view, 18> kComparisons = {
    "eq", "ne",  "lt",  "le",  "gt",  "ge",  "lo",  "ls",  "hi",
    "hs", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};

std::string_view comparison_of(const Operation& o) {
  for (const std::string& modifier : o.instruction.modifiers)
    for (const std::string_view comparison : kComparisons)
      if (modifier == comparison) return comparison;
  return {};
}

// lo, ls, hi, hs are lt, le, gt, ge of unsigned numbers.
template <class T>
bool ordered(std::string_view comparison, T a, T b) {
  if (comparison == "eq") return a == b;
  if (comparison == "ne") return a != b;
  if (comparison == "lt" || comparison == "lo") return a < b;
  if (comparison == "le" || comparison == "ls") return a <= b;
  if (comparison == "gt" || comparison == "hi") return a > b;
  return a >= b;
}

bool compare_floats(std::string_view comparison, double a, double b) {
  const bool unordered = std::isnan(a) || std::isnan(b);
  if (comparison == "num") return !unordered;
  if (comparison == "nan") return unordered;
  if (comparison.size() == 3) return unordered || ordered(comparison.substr(0, 2), a, b);
  return !unordered && ordered(comparison, a, b);
}

// Compares the sources as numbers of `type`, of packed types the half at `first_bit`.
bool compare(const Operation& o, Type type, unsigned first_bit) {
  const std::string_view comparison = comparison_of(o);
  if (is_float(type)) {
    const Format& format = format_of(type);
    const auto number = [&](unsigned i) {
      const Bits bits = lowest(o.sources[i] >> first_bit, format.width);
      const bool flush = o.has("ftz") && is_subnormal(bits, format);
      return to_double(flush ? bits & (Bits{1} << (format.width - 1)) : bits, format);
    };
    return compare_floats(comparison, number(0), number(1));
  }
  const unsigned width = width_of(type);
  // lo, ls, hi and hs compare as unsigned whatever the type says.
  const bool as_unsigned = comparison[0] == 'h' || comparison == "lo" || comparison == "ls";
  if (ptx::is_signed(type) && !as_unsigned)
    return ordered(comparison, as_signed(o.sources[0], width), as_signed(o.sources[1], width));
  return ordered(comparison, lowest(o.sources[0], width), lowest(o.sources[1], width));
}

// The optional .and, .or, .xor with a third, predicate source.
bool combined(const Operation& o, bool compared) {
  if (o.sources.size() < 3) return compared;
  const bool c = (o.sources[2] & 1) != 0;
  if (o.has("and")) return compared && c;
  if (o.has("or")) return compared || c;
  return compared != c;
}

// "True" of set: all ones, or 1.0 where the destination is a float.
Bits truth(Type type) {
  if (is_float(type)) return from_double(1.0, format_of(type), Rounding::nearest_even);
  return lowest(~Bits{0}, width_of(type));
}

}  // namespace

Bits set(Operation& o) {
  const Type destination = o.instruction.type(1), source = o.type();
  if (!is_packed(source)) return combined(o, compare(o, source, 0)) ? truth(destination) : 0;
  Bits both = 0;
  // set.u32.f16x2 gives 0xffff a half, set.f16x2.f16x2 gives 1.0 a half.
  const Bits one = is_packed(destination) ? truth(destination) : Bits{0xffff};
  for (const unsigned first_bit : {0u, 16u})
    if (combined(o, compare(o, source, first_bit))) both |= one << first_bit;
  return both;
}

// With two destinations p|q: q gets the negated comparison; of packed types q is the upper half's.
Bits setp(Operation& o) {
  const bool compared = compare(o, o.type(), 0);
  o.second = is_packed(o.type()) ? combined(o, compare(o, o.type(), 16)) : combined(o, !compared);
  return combined(o, compared);
}

Bits selp(Operation& o) { return (o.sources[2] & 1) != 0 ? o.bits(0) : o.bits(1); }

// slct.dtype.ctype d, a, b, c: c >= 0 ? a : b.
Bits slct(Operation& o) {
  const Type type = o.instruction.type(1);
  bool first = false;
  if (o.type() == Type::f32) {
    Bits c = lowest(o.sources[2], 32);
    if (o.has("ftz") && is_subnormal(c, kF32)) c &= 0x80000000;
    first = to_double(c, kF32) >= 0;  // false for NaN
  } else {
    first = as_signed(o.sources[2], 32) >= 0;
  }
  return lowest(first ? o.sources[0] : o.sources[1], width_of(type));
}

}  // namespace warplab::sim::plain
