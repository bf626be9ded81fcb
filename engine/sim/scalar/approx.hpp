#pragma once

// The approximate functions of PTX (ISA, "Floating Point Instructions": rcp, rsqrt, sqrt, ex2, lg2,
// sin, cos, tanh, div with .approx or .full).
//
// Each is computed in f64 by a polynomial of our own and rounded to f32 once, so a result is the
// correctly rounded one but for about one in a million, never more than 1 ulp away, and the same on
// every host: no math library, no use of a host's fused multiply-add. sin and cos are less exact,
// on purpose. An H200's own results differ by 1 or 2 ulp, tanh's by up to 2^-16 of itself.
//
// With .ftz the caller flushes operand and result.
//
// Coefficients are Chebyshev approximations made for these intervals; the error is beside each.

#include <cstdint>

#include "sim/scalar/float_bits.hpp"
#include "sim/scalar/half.hpp"
#include "sim/scalar/isa.hpp"

namespace warplab::sim::scalar {
inline namespace WARPLAB_ISA {

namespace detail {

// (2^f - 1) / f for |f| <= 0.5, relative error 2^-50.
WARPLAB_LANE double exp2_minus_1_over(double f) {
  double p = 0x1.e5e9f548e5725p-28;
  p = p * f + 0x1.b6571de2f2351p-24;
  p = p * f + 0x1.62bfe46117445p-20;
  p = p * f + 0x1.ffcb76789860fp-17;
  p = p * f + 0x1.4309130378460p-13;
  p = p * f + 0x1.5d87fe908f88ap-10;
  p = p * f + 0x1.3b2ab6fba385fp-7;
  p = p * f + 0x1.c6b08d7044119p-5;
  p = p * f + 0x1.ebfbdff82c590p-3;
  return p * f + 0x1.62e42fefa39f7p-1;
}

// Added and taken away again this rounds to a whole number (|x| < 2^51), which the sum's low bits
// hold.
inline constexpr double kRoundingMagic = 0x1.8p52;

// 2^n for whole n in the normal range of f64, from the bits of n + kRoundingMagic.
WARPLAB_LANE double power_of_two(double magic_sum) {
  return f64_from((bits_of(magic_sum) + 1023) << 52);
}

}  // namespace detail

// rcp.approx.f32
WARPLAB_LANE float rcp_approx(float x) { return canonical(1.0f / x); }

// rsqrt.approx.f32
[[gnu::always_inline]] inline float rsqrt_approx(float x) {
  return canonical(static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(x))));
}

// sqrt.approx.f32
[[gnu::always_inline]] inline float sqrt_approx(float x) { return canonical(__builtin_sqrtf(x)); }

// ex2.approx.f32: 2^x
WARPLAB_LANE float ex2_approx(float x) {
  // Beyond these the result is 0 or infinity anyway; NaN goes through the first comparison to -160.
  double clamped = x > -160.0f ? x : -160.0f;
  clamped = clamped < 130.0 ? clamped : 130.0;
  const double sum = clamped + detail::kRoundingMagic;
  const double f = clamped - (sum - detail::kRoundingMagic);
  const double value = 1.0 + f * detail::exp2_minus_1_over(f);
  const float result = static_cast<float>(value * detail::power_of_two(sum));
  return is_nan(x) ? f32_from(kNanF32) : result;
}

// lg2.approx.f32: the logarithm to base 2
WARPLAB_LANE float lg2_approx(float x) {
  const std::uint64_t bits = bits_of(static_cast<double>(x));
  // Counted from sqrt(1/2), so that m lies in [sqrt(1/2), sqrt(2)) and x near 1 has exponent 0.
  const std::uint64_t offset = bits - 0x3fe6a09e667f3bcdull;
  const std::uint64_t biased_exponent = (offset + 0x3ff0000000000000ull) >> 52;
  const double m = f64_from(bits - (biased_exponent << 52) + 0x3ff0000000000000ull);
  // A whole number below 2^52 as an f64: put it into the last places of 2^52.
  const double exponent = f64_from(biased_exponent | 0x4330000000000000ull) - (0x1p52 + 1023.0);
  const double s = (m - 1.0) / (m + 1.0);
  const double z = s * s;
  // log2(m) / s = 2 atanh(s) / (s ln 2), relative error 2^-58.
  double p = 0x1.b59eb81d6acc2p-3;
  p = p * z + 0x1.c46cf0ffd1e56p-3;
  p = p * z + 0x1.0ca165d33d80cp-2;
  p = p * z + 0x1.484afb60c8f83p-2;
  p = p * z + 0x1.a61762d6d0fb9p-2;
  p = p * z + 0x1.2776c50ee37b1p-1;
  p = p * z + 0x1.ec709dc3a047ep-1;
  p = p * z + 0x1.71547652b82fep+1;
  float result = static_cast<float>(exponent + s * p);
  result = bits_of(x) == 0x7f800000u ? x : result;
  result = x == 0.0f ? f32_from(0xff800000u) : result;
  return x >= 0.0f ? result : f32_from(kNanF32);
}

namespace detail {

// What the hardware takes the sine of, in units of 2^-25 turns: the angle's magnitude times an f32
// 1/(2 pi), cut to an f32 and then to whole units. From 2^24 turns on there is no fraction.
WARPLAB_LANE std::uint64_t turns(float x) {
  const double magnitude = f32_from(bits_of(x) & 0x7fffffffu);
  const double product = magnitude * static_cast<double>(0.15915494f);
  const double cut = f64_from(bits_of(product) & 0xffffffffe0000000ull);
  const double units = cut < 0x1p24 ? cut * 0x1p25 : 0.0;
  const double nearest = units + 0x1p52;
  return bits_of(nearest) - static_cast<std::uint64_t>(nearest - 0x1p52 > units);
}

// sin(2 pi n / 2^25). The hardware measures the falling quarters of the wave from their end by the
// complement of the fraction, one unit short.
WARPLAB_LANE float sin_of_turns(std::uint64_t n) {
  const std::uint64_t backwards = 0 - ((n >> 23) & 1u);
  const std::uint64_t fraction = (n ^ backwards) & 0x7fffffu;
  // As an f64: put it into the last places of 2^52.
  const double t = (f64_from(fraction | 0x4330000000000000ull) - 0x1p52) * 0x1p-25;
  const bool upper = t > 0.125;
  const double r = upper ? 0.25 - t : t;
  const double z = r * r;
  // sin(2 pi r) / r for 0 <= r <= 1/8, error 2^-55; cos(2 pi r), error 2^-54.
  double s = 0x1.e3f38399551bfp+1;
  s = s * z + -0x1.e30071afc3e59p+3;
  s = s * z + 0x1.50782fda12d96p+5;
  s = s * z + -0x1.32d2cce2e5b19p+6;
  s = s * z + 0x1.466bc677587f8p+6;
  s = s * z + -0x1.4abbce625be41p+5;
  s = s * z + 0x1.921fb54442d18p+2;
  s = s * r;
  double c = 0x1.f3dbcea61b1a4p+2;
  c = c * z + -0x1.a6c9c1be9eb49p+4;
  c = c * z + 0x1.e1f4fb60281f6p+5;
  c = c * z + -0x1.55d3c7dbfd139p+6;
  c = c * z + 0x1.03c1f081b0780p+6;
  c = c * z + -0x1.3bd3cc9be458bp+4;
  c = c * z + 1.0;
  const double value = upper ? c : s;
  return static_cast<float>(f64_from(bits_of(value) ^ ((n & 0x1000000u) << 39)));
}

}  // namespace detail

// sin.approx.f32 and cos.approx.f32, x in radians. These follow the hardware in how they reduce the
// angle, which is where nearly all of the manual's error (2^-20.5 up to 2 pi, 2^-14.7 up to 100 pi)
// comes from: a kernel that trusts __sinf of a large angle, or of one below 2^-22, goes wrong here
// as it does there. What is left between the two is 2^-22.
WARPLAB_LANE float sin_approx(float x) {
  const float result = detail::sin_of_turns(detail::turns(x));
  return is_finite(x) ? f32_from(bits_of(result) ^ (bits_of(x) & 0x80000000u)) : f32_from(kNanF32);
}
WARPLAB_LANE float cos_approx(float x) {
  const float result = detail::sin_of_turns(detail::turns(x) + 0x800000u);
  return is_finite(x) ? result : f32_from(kNanF32);
}

// tanh.approx.f32
WARPLAB_LANE float tanh_approx(float x) {
  const std::uint32_t magnitude = bits_of(x) & 0x7fffffffu;
  // tanh rounds to 1 from 9.02 on; NaN is put right at the end.
  const double y = f32_from(magnitude < 0x41200000u ? magnitude : 0x41200000u);
  const double power = y * 0x1.71547652b82fep+1;  // e^2y = 2^(2y / ln 2)
  const double sum = power + detail::kRoundingMagic;
  const double f = power - (sum - detail::kRoundingMagic);
  const double scale = detail::power_of_two(sum);
  // e^2y - 1, exact to the last bits for small y too.
  const double e = scale * (f * detail::exp2_minus_1_over(f)) + (scale - 1.0);
  const float result = static_cast<float>(e / (e + 2.0));
  return is_nan(x) ? f32_from(kNanF32) : f32_from(bits_of(result) | (bits_of(x) & 0x80000000u));
}

// div.approx.f32: as a times 1/b, whose last factor is 0 for |b| above 2^126.
WARPLAB_LANE float div_approx(float a, float b) {
  const std::uint32_t magnitude = bits_of(b) & 0x7fffffffu;
  const bool reciprocal_vanishes = magnitude > 0x7e800000u && magnitude <= 0x7f800000u;
  const float zero = f32_from(bits_of(b) & 0x80000000u);
  return canonical(reciprocal_vanishes ? a * zero : a / b);
}

// div.full.f32
WARPLAB_LANE float div_full(float a, float b) { return canonical(a / b); }

namespace detail {

// These two work on the upper 32 bits alone: 1 sign, 11 exponent and 20 mantissa bits.
inline constexpr std::uint64_t kUpperWord = 0xffffffff00000000ull;

WARPLAB_LANE double upper_operand(double x) {
  const std::uint64_t bits = bits_of(x);
  const bool subnormal = (bits & 0x7ff0000000000000ull) == 0;
  return f64_from(subnormal ? bits & 0x8000000000000000ull : bits & kUpperWord);
}

WARPLAB_LANE double upper_result(double x) {
  const std::uint64_t bits = bits_of(x);
  const bool subnormal = (bits & 0x7ff0000000000000ull) == 0;
  const std::uint64_t rounded = (bits + 0x80000000ull) & kUpperWord;
  return f64_from(is_nan(x) ? 0x7fffffff00000000ull
                            : (subnormal ? bits & 0x8000000000000000ull : rounded));
}

}  // namespace detail

// rcp.approx.ftz.f64
WARPLAB_LANE double rcp_approx(double x) {
  return detail::upper_result(1.0 / detail::upper_operand(x));
}

// rsqrt.approx.ftz.f64
[[gnu::always_inline]] inline double rsqrt_approx_ftz(double x) {
  return detail::upper_result(1.0 / __builtin_sqrt(detail::upper_operand(x)));
}

// rsqrt.approx.f64
[[gnu::always_inline]] inline double rsqrt_approx(double x) {
  return propagate(1.0 / __builtin_sqrt(x), x);
}

// ex2.approx.f16 and tanh.approx.f16; for f16x2 once a half.
WARPLAB_LANE std::uint16_t ex2_approx_f16(std::uint16_t x) {
  return f32_to_f16(ex2_approx(f16_to_f32(x)));
}
WARPLAB_LANE std::uint16_t tanh_approx_f16(std::uint16_t x) {
  return f32_to_f16(tanh_approx(f16_to_f32(x)));
}

// ex2.approx.ftz.bf16 (operand and result flushed, as its .ftz says) and tanh.approx.bf16.
WARPLAB_LANE std::uint16_t ex2_approx_bf16(std::uint16_t x) {
  return f32_to_bf16(flush(ex2_approx(flush(bf16_to_f32(x)))));
}
WARPLAB_LANE std::uint16_t tanh_approx_bf16(std::uint16_t x) {
  return f32_to_bf16(tanh_approx(bf16_to_f32(x)));
}

}  // namespace WARPLAB_ISA
}  // namespace warplab::sim::scalar
