#pragma once

// Results of floating-point operations as exact numbers, rounded once into any format. The slow and
// general way, in integers alone: for f64 in directed rounding modes, for conversions of 64-bit
// integers and for conversions between formats. It does not vectorise and need not.
// The functions are static, each file's own: see WARPLAB_LANE.

#include <cstdint>

#include "sim/scalar/isa.hpp"
#include "sim/scalar/rounding.hpp"

namespace warplab::sim::scalar {
inline namespace WARPLAB_ISA {

__extension__ using Wide = unsigned __int128;

// An IEEE 754 binary interchange format, or one made like it.
template <int Precision, int ExponentBits>
struct BinaryFormat {
  static constexpr int kPrecision = Precision;  // bits of the significand, the leading one included
  static constexpr int kBits = Precision + ExponentBits;
  static constexpr int kBias = (1 << (ExponentBits - 1)) - 1;
  static constexpr int kLastPlace = 1 - kBias - (Precision - 1);  // of the smallest numbers: 2^this
  static constexpr std::uint64_t kInfinity = ((std::uint64_t{1} << ExponentBits) - 1)
                                             << (Precision - 1);
  static constexpr std::uint64_t kSign = std::uint64_t{1} << (kBits - 1);
  static constexpr std::uint64_t kNan = kSign - 1;
};
using F16 = BinaryFormat<11, 5>;
using Bf16 = BinaryFormat<8, 8>;
using F32 = BinaryFormat<24, 8>;
using F64 = BinaryFormat<53, 11>;

// significand * 2^exponent, negated or not. Where an operation had to drop bits the significand's
// last bit is set, far below any place where rounding looks.
struct Exact {
  bool negative = false;
  int exponent = 0;
  Wide significand = 0;
};

static constexpr int bit_width(std::uint64_t value) {
  return value == 0 ? 0 : 64 - __builtin_clzll(value);
}
static constexpr int width_of(Wide value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return high != 0 ? 64 + bit_width(high) : bit_width(static_cast<std::uint64_t>(value));
}

// A finite number of format F.
template <typename F>
static constexpr Exact exact_from_bits(std::uint64_t bits) {
  const std::uint64_t magnitude = bits & (F::kSign - 1);
  const auto field = static_cast<int>(magnitude >> (F::kPrecision - 1));
  const std::uint64_t leading = std::uint64_t{1} << (F::kPrecision - 1);
  const std::uint64_t fraction = magnitude & (leading - 1);
  return {(bits & F::kSign) != 0, F::kLastPlace + (field == 0 ? 0 : field - 1),
          field == 0 ? fraction : fraction | leading};
}

static constexpr Exact exact_from_int(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return {value < 0, 0, value < 0 ? ~bits + 1 : bits};
}
static constexpr Exact exact_from_int(std::uint64_t value) { return {false, 0, value}; }

// value / 2^distance as a whole number; distance may be anything from 0 up.
template <Rounding R>
static constexpr Wide divide_by_power(Wide value, int distance, bool negative) {
  if (distance == 0) return value;
  const Wide kept = distance > 127 ? 0 : value >> distance;
  // Where 2^distance exceeds twice the value, any distance that does is as good.
  const int shift = distance > 127 ? 127 : distance;
  const Wide rest = distance > 127 ? (value != 0 ? 1 : 0) : value - (kept << shift);
  const Wide half = Wide{1} << (shift - 1);
  bool up = false;
  if constexpr (R == Rounding::NearestEven) up = rest > half || (rest == half && (kept & 1) != 0);
  if constexpr (R == Rounding::NearestAway) up = rest >= half;
  if constexpr (R == Rounding::Down) up = negative && rest != 0;
  if constexpr (R == Rounding::Up) up = !negative && rest != 0;
  return up ? kept + 1 : kept;
}

// Whether a finite result beyond the largest number becomes infinity rather than that number.
template <Rounding R>
static constexpr bool overflows_to_infinity(bool negative) {
  if constexpr (R == Rounding::Zero) return false;
  if constexpr (R == Rounding::Down) return negative;
  if constexpr (R == Rounding::Up) return !negative;
  return true;
}

// The bits in format F of a number rounded once.
template <typename F, Rounding R>
constexpr std::uint64_t round_to(const Exact& value) {
  const std::uint64_t sign = value.negative ? F::kSign : 0;
  if (value.significand == 0) return sign;
  const std::uint64_t limit =
      overflows_to_infinity<R>(value.negative) ? F::kInfinity : F::kInfinity - 1;
  const int leading = value.exponent + width_of(value.significand) - 1;
  if (leading > F::kBias) return sign | limit;
  const int normal_place = leading - (F::kPrecision - 1);
  const int place = normal_place < F::kLastPlace ? F::kLastPlace : normal_place;
  const int distance = place - value.exponent;
  const Wide kept = distance < 0 ? value.significand << -distance
                                 : divide_by_power<R>(value.significand, distance, value.negative);
  // The leading bit of `kept`, where there is one, adds the 1 that a normal number's exponent field
  // has above a subnormal's; a carry adds another.
  const std::uint64_t bits =
      (static_cast<std::uint64_t>(place - F::kLastPlace) << (F::kPrecision - 1)) +
      static_cast<std::uint64_t>(kept);
  return sign | (bits >= F::kInfinity ? limit : bits);
}

namespace detail {

// The same number with its leading bit at 2^125 (two free bits above take a sum's carry).
static constexpr Exact aligned(const Exact& value) {
  const int shift = 126 - width_of(value.significand);
  return {value.negative, value.exponent - shift, value.significand << shift};
}

}  // namespace detail

// Operands have at most 106 bits, so that an inexact alignment can cancel no more than one of them.
// An exact zero is negative if both operands are, or in rounding mode R = Down if either is.
template <Rounding R>
static constexpr Exact sum_of(const Exact& a, const Exact& b) {
  const bool zero_sign = R == Rounding::Down ? a.negative || b.negative : a.negative && b.negative;
  if (a.significand == 0 && b.significand == 0) return {zero_sign, 0, 0};
  if (a.significand == 0) return b;
  if (b.significand == 0) return a;
  Exact large = detail::aligned(a);
  Exact small = detail::aligned(b);
  if (large.exponent < small.exponent ||
      (large.exponent == small.exponent && large.significand < small.significand)) {
    const Exact swapped = large;
    large = small;
    small = swapped;
  }
  const int distance = large.exponent - small.exponent;
  const Wide shifted = distance > 127 ? 0 : small.significand >> distance;
  const bool lost = distance > 127 || (shifted << distance) != small.significand;
  const Wide sticky = lost ? 1 : 0;
  if (large.negative == small.negative) {
    large.significand = (large.significand + shifted) | sticky;
    return large;
  }
  // What is lost makes the difference smaller: one less, and odd.
  large.significand = (large.significand - shifted - sticky) | sticky;
  if (large.significand == 0) large.negative = zero_sign;
  return large;
}

// Of two factors of at most 64 bits: nothing is lost.
static constexpr Exact product_of(const Exact& a, const Exact& b) {
  return {a.negative != b.negative, a.exponent + b.exponent, a.significand * b.significand};
}

// Of operands of at most 53 bits; b is not 0.
static constexpr Exact quotient_of(const Exact& a, const Exact& b) {
  const bool negative = a.negative != b.negative;
  if (a.significand == 0) return {negative, 0, 0};
  const Exact numerator = detail::aligned(a);
  const Wide quotient = numerator.significand / b.significand;
  const Wide sticky = quotient * b.significand != numerator.significand ? 1 : 0;
  return {negative, numerator.exponent - b.exponent, quotient | sticky};
}

// The square root of a number that is not negative: 63 bits of it.
static constexpr Exact square_root_of(const Exact& a) {
  if (a.significand == 0) return a;
  Exact operand = detail::aligned(a);
  if (operand.exponent % 2 != 0) {
    operand.significand <<= 1;
    operand.exponent -= 1;
  }
  Wide root = 0;
  for (Wide bit = Wide{1} << 63; bit != 0; bit >>= 1) {
    const Wide candidate = root | bit;
    if (candidate * candidate <= operand.significand) root = candidate;
  }
  const Wide sticky = root * root != operand.significand ? 1 : 0;
  // One more place, so that the sticky bit cannot be taken for a bit of the root.
  return {false, operand.exponent / 2 - 1, (root << 1) | sticky};
}

}  // namespace WARPLAB_ISA
}  // namespace warplab::sim::scalar
