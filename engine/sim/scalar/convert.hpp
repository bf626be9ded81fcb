#pragma once

// cvt. PTX ISA, "Data Movement and Conversion Instructions: cvt".
// f16 and bf16 are bit patterns (half.hpp). .ftz is the caller's: flush() operand and result.

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "sim/scalar/exact.hpp"
#include "sim/scalar/floating.hpp"
#include "sim/scalar/half.hpp"
#include "sim/scalar/isa.hpp"

namespace warplab::sim::scalar {
inline namespace WARPLAB_ISA {

// --- integer to integer ---

// cvt between integers: cut off, or extended as the source's signedness says.
template <std::integral To, std::integral From>
WARPLAB_LANE To int_to_int(From x) {
  return static_cast<To>(x);
}

// cvt.sat: clamped to the range of To.
template <std::integral To, std::integral From>
WARPLAB_LANE To int_to_int_sat(From x) {
  using Limits = std::numeric_limits<To>;
  constexpr bool kFitsBelow =
      std::is_unsigned_v<From> || (std::is_signed_v<To> && sizeof(From) <= sizeof(To));
  constexpr bool kFitsAbove =
      sizeof(From) < sizeof(To) ||
      (sizeof(From) == sizeof(To) && (std::is_signed_v<From> || std::is_unsigned_v<To>));
  From clamped = x;
  if constexpr (!kFitsBelow) {
    constexpr From kLow = std::is_unsigned_v<To> ? From{0} : static_cast<From>(Limits::min());
    clamped = clamped < kLow ? kLow : clamped;
  }
  if constexpr (!kFitsAbove) {
    constexpr From kHigh = static_cast<From>(Limits::max());
    clamped = clamped > kHigh ? kHigh : clamped;
  }
  return static_cast<To>(clamped);
}

// cvt.pack.sat.To.s32 d, a, b: a above b, both clamped, in 16 bits each.
template <std::integral To>
WARPLAB_LANE std::uint32_t pack_sat_16(std::int32_t a, std::int32_t b) {
  static_assert(sizeof(To) == 2);
  const auto upper = static_cast<std::uint16_t>(int_to_int_sat<To>(a));
  const auto lower = static_cast<std::uint16_t>(int_to_int_sat<To>(b));
  return (static_cast<std::uint32_t>(upper) << 16) | lower;
}
// cvt.pack.sat.To.s32.b32 d, a, b, c: a and b clamped to Bits (8, 4 or 2) bits, c's lower bits
// moved up to make room. To is int8_t or uint8_t and gives the signedness.
template <std::integral To, int Bits>
WARPLAB_LANE std::uint32_t pack_sat(std::int32_t a, std::int32_t b, std::uint32_t c) {
  static_assert(Bits == 8 || Bits == 4 || Bits == 2);
  constexpr std::int32_t kHigh = (1 << (std::is_signed_v<To> ? Bits - 1 : Bits)) - 1;
  constexpr std::int32_t kLow = std::is_signed_v<To> ? -kHigh - 1 : 0;
  constexpr std::uint32_t kMask = (1u << Bits) - 1;
  const std::int32_t upper = a < kLow ? kLow : (a > kHigh ? kHigh : a);
  const std::int32_t lower = b < kLow ? kLow : (b > kHigh ? kHigh : b);
  return (c << (2 * Bits)) | ((static_cast<std::uint32_t>(upper) & kMask) << Bits) |
         (static_cast<std::uint32_t>(lower) & kMask);
}

// --- floating point to a whole number in the same format: .rni, .rzi, .rmi, .rpi ---

namespace detail {

[[gnu::always_inline]] inline float truncated(float x) { return __builtin_truncf(x); }
[[gnu::always_inline]] inline double truncated(double x) { return __builtin_trunc(x); }
[[gnu::always_inline]] inline float floored(float x) { return __builtin_floorf(x); }
[[gnu::always_inline]] inline double floored(double x) { return __builtin_floor(x); }
[[gnu::always_inline]] inline float ceiled(float x) { return __builtin_ceilf(x); }
[[gnu::always_inline]] inline double ceiled(double x) { return __builtin_ceil(x); }

template <Rounding R, std::floating_point T>
[[gnu::always_inline]] inline T whole_number(T x) {
  if constexpr (R == Rounding::NearestEven) {
    // Beyond 2^23 (f64: 2^52) every number is whole; below, the sum with it has no places for less.
    constexpr T kWhole = sizeof(T) == 4 ? T(0x1p23) : T(0x1p52);
    const T magnitude = abs(x);
    const T rounded = (magnitude + kWhole) - kWhole;
    return copysign(x, magnitude < kWhole ? rounded : magnitude);
  }
  if constexpr (R == Rounding::Zero) return truncated(x);
  if constexpr (R == Rounding::Down) return floored(x);
  if constexpr (R == Rounding::Up) return ceiled(x);
}

// The number just below a positive one.
constexpr float below(float x) { return f32_from(bits_of(x) - 1); }
constexpr double below(double x) { return f64_from(bits_of(x) - 1); }

}  // namespace detail

template <Rounding R, std::floating_point T>
[[gnu::always_inline]] inline T round_to_integral(T x) {
  const T whole = detail::whole_number<R>(x);
  if constexpr (sizeof(T) == 8) return propagate(whole, x);
  else return canonical(whole);
}

// --- floating point to integer ---

// cvt.R.To.From: rounded to a whole number, then clamped to the range of To. NaN becomes 0 where
// f32 or a 16-bit format becomes 32 bits or less, as the manual says; else, as an H200 does, To's
// top bit.
template <std::integral To, std::floating_point From>
inline constexpr To kNanAsInteger = sizeof(To) == 8 || sizeof(From) == 8
                                        ? static_cast<To>(std::uint64_t{1} << (8 * sizeof(To) - 1))
                                        : To{0};

template <std::integral To, Rounding R, std::floating_point From>
[[gnu::always_inline]] inline To float_to_int(From x) {
  using Limits = std::numeric_limits<To>;
  const From whole = R == Rounding::Zero ? x : detail::whole_number<R>(x);
  // The first number beyond the range is a power of two and so exact in From, as is the lowest.
  constexpr From kBeyond = From(2) * static_cast<From>(Limits::max() / 2 + 1);
  constexpr From kLowest = static_cast<From>(Limits::min());
  constexpr From kHighest = detail::below(kBeyond);
  // NaN fails the first comparison, so that the cast is always defined.
  From inside = whole > kLowest ? whole : kLowest;
  inside = inside < kHighest ? inside : kHighest;
  To value;
  if constexpr (std::is_same_v<To, std::uint32_t>) {
    // In two halves, since x86 converts vectors to signed integers alone.
    const bool high = inside >= From(0x1p31);
    const auto low_part = static_cast<std::int32_t>(high ? inside - From(0x1p31) : inside);
    value = static_cast<std::uint32_t>(low_part) ^ (high ? 0x80000000u : 0u);
  } else if constexpr (sizeof(To) < 4) {
    value = static_cast<To>(static_cast<std::int32_t>(inside));
  } else {
    value = static_cast<To>(inside);
  }
  value = whole >= kBeyond ? Limits::max() : value;
  return is_nan(x) ? kNanAsInteger<To, From> : value;
}

// --- integer to floating point ---

template <std::floating_point To, Rounding R, std::integral From>
WARPLAB_LANE To int_to_float(From x) {
  if constexpr (R == Rounding::NearestEven) {
    return static_cast<To>(x);
  } else if constexpr (sizeof(From) <= 4) {
    const double exact = static_cast<double>(x);
    if constexpr (sizeof(To) == 8) return exact;
    else return narrow<R>(exact);
  } else {
    using Widest = std::conditional_t<std::is_signed_v<From>, std::int64_t, std::uint64_t>;
    const Exact exact = exact_from_int(static_cast<Widest>(x));
    if constexpr (sizeof(To) == 8) return f64_from(round_to<F64, R>(exact));
    else return f32_from(static_cast<std::uint32_t>(round_to<F32, R>(exact)));
  }
}

// To f16 or bf16: F is the format F16 or Bf16 of exact.hpp.
template <typename F, Rounding R, std::integral From>
static constexpr std::uint16_t int_to_half(From x) {
  using Widest = std::conditional_t<std::is_signed_v<From>, std::int64_t, std::uint64_t>;
  return static_cast<std::uint16_t>(round_to<F, R>(exact_from_int(static_cast<Widest>(x))));
}

// --- floating point to another format ---

// cvt.R.f32.f64: NaN keeps its sign and what fits of its payload, and becomes quiet.
template <Rounding R>
WARPLAB_LANE float f64_to_f32(double x) {
  return narrow<R>(x);
}
// cvt.f64.f32: likewise.
WARPLAB_LANE double f32_to_f64(float x) { return static_cast<double>(x); }

// Any format to any other in any rounding mode, on bit patterns; the slow way for what the
// functions above and in half.hpp leave out: f32 or f64 to F16 or Bf16 with .rz, .rm or .rp.
template <typename To, typename From, Rounding R>
static constexpr std::uint64_t convert_format(std::uint64_t bits) {
  const std::uint64_t magnitude = bits & (From::kSign - 1);
  const std::uint64_t sign = (bits & From::kSign) != 0 ? To::kSign : 0;
  if (magnitude > From::kInfinity && From::kPrecision < 53) return To::kNan;
  if (magnitude > From::kInfinity) {  // an f64's payload comes through, made quiet
    const std::uint64_t payload = (bits | kQuietF64) & (From::kInfinity ^ (From::kSign - 1));
    return sign | To::kInfinity | (payload >> (From::kPrecision - To::kPrecision));
  }
  if (magnitude == From::kInfinity) return sign | To::kInfinity;
  return round_to<To, R>(exact_from_bits<From>(bits));
}

// cvt.R.f16.f32 and its like: To is F16 or Bf16.
template <typename To, Rounding R>
WARPLAB_LANE std::uint16_t float_to_half(float x) {
  if constexpr (R == Rounding::NearestEven)
    return To::kPrecision == 11 ? f32_to_f16(x) : f32_to_bf16(x);
  else return static_cast<std::uint16_t>(convert_format<To, F32, R>(bits_of(x)));
}
template <typename To, Rounding R>
WARPLAB_LANE std::uint16_t float_to_half(double x) {
  if constexpr (R == Rounding::NearestEven)
    return To::kPrecision == 11 ? f64_to_f16(x) : f64_to_bf16(x);
  else return static_cast<std::uint16_t>(convert_format<To, F64, R>(bits_of(x)));
}

// cvt.R.f16x2.f32 d, a, b and cvt.R.bf16x2.f32: a above b.
template <typename To, Rounding R>
WARPLAB_LANE std::uint32_t floats_to_half_pair(float a, float b) {
  return (static_cast<std::uint32_t>(float_to_half<To, R>(a)) << 16) | float_to_half<To, R>(b);
}

// cvt.{rna,rn,rz}.tf32.f32: an f32 bit pattern whose mantissa has 10 bits, the rest being 0.
template <Rounding R>
WARPLAB_LANE std::uint32_t f32_to_tf32(float x) {
  static_assert(R == Rounding::NearestAway || R == Rounding::NearestEven || R == Rounding::Zero);
  // .rna knows no NaN on an H200: it cuts the payload off, down to infinity if nothing is left.
  const std::uint32_t bits = bits_of(x);
  std::uint32_t addend = 0;
  if constexpr (R == Rounding::NearestAway) addend = 0x1000u;
  if constexpr (R == Rounding::NearestEven) addend = 0x0fffu + ((bits >> 13) & 1u);
  const bool special = (bits & 0x7f800000u) == 0x7f800000u;
  const std::uint32_t value = special ? bits : bits + addend;
  return (is_nan(x) && R != Rounding::NearestAway ? kNanF32 : value) & 0xffffe000u;
}

// .relu and .satfinite of what f32_to_tf32() gives; a NaN stays.
template <bool kRelu, bool kFinite>
WARPLAB_LANE std::uint32_t limited_tf32(std::uint32_t x) {
  const std::uint32_t magnitude = x & 0x7fffffffu;
  if (kFinite) x -= magnitude == 0x7f800000u ? 0x2000u : 0u;
  return kRelu && (x >> 31) != 0 && magnitude <= 0x7f800000u ? 0 : x;
}

}  // namespace WARPLAB_ISA
}  // namespace warplab::sim::scalar
