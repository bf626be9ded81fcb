#pragma once

// Arithmetic in f16 and bf16, on bit patterns. PTX ISA, "Half Precision Floating Point
// Instructions". Each result is rounded once, to nearest even. The packed forms (.f16x2, .bf16x2)
// apply the same function to both halves: each_half().
//
// H is the format, F16 or Bf16 of exact.hpp.
// .sat is half_saturate() of the result, .relu half_relu(), .satfinite half_finite().

#include <cstdint>
#include <type_traits>

#include "sim/scalar/comparison.hpp"
#include "sim/scalar/floating.hpp"
#include "sim/scalar/half.hpp"
#include "sim/scalar/isa.hpp"

namespace warplab::sim::scalar {
inline namespace WARPLAB_ISA {

template <typename H>
WARPLAB_LANE float widen(std::uint16_t x) {
  return std::is_same_v<H, F16> ? f16_to_f32(x) : bf16_to_f32(x);
}
template <typename H>
WARPLAB_LANE std::uint16_t to_half(float x) {
  return std::is_same_v<H, F16> ? f32_to_f16(x) : f32_to_bf16(x);
}

// Sums and products of two halves, rounded to f32 and then to a half, are those rounded once: f32
// has more than twice the precision plus 2 bits (Figueroa, "When is double rounding innocuous?",
// 1995).
template <typename H>
WARPLAB_LANE std::uint16_t half_add(std::uint16_t a, std::uint16_t b) {
  return to_half<H>(widen<H>(a) + widen<H>(b));
}
template <typename H>
WARPLAB_LANE std::uint16_t half_sub(std::uint16_t a, std::uint16_t b) {
  return to_half<H>(widen<H>(a) - widen<H>(b));
}
template <typename H>
WARPLAB_LANE std::uint16_t half_mul(std::uint16_t a, std::uint16_t b) {
  return to_half<H>(widen<H>(a) * widen<H>(b));
}
// The product is exact in f64; the sum is rounded to odd on its way down.
template <typename H>
WARPLAB_LANE std::uint16_t half_fma(std::uint16_t a, std::uint16_t b, std::uint16_t c) {
  const double product = static_cast<double>(widen<H>(a)) * static_cast<double>(widen<H>(b));
  return to_half<H>(narrow_odd(sum_odd(product, widen<H>(c))));
}

template <typename H>
WARPLAB_LANE bool half_is_nan(std::uint16_t x) {
  return (x & 0x7fffu) > H::kInfinity;
}

// The sign bit alone, of NaN too: the manual leaves open what NaN becomes.
WARPLAB_LANE std::uint16_t half_abs(std::uint16_t x) { return x & 0x7fffu; }
WARPLAB_LANE std::uint16_t half_neg(std::uint16_t x) { return x ^ 0x8000u; }

template <typename H, bool PropagateNan = false>
WARPLAB_LANE std::uint16_t half_min(std::uint16_t a, std::uint16_t b) {
  return to_half<H>(min<PropagateNan>(widen<H>(a), widen<H>(b)));
}
template <typename H, bool PropagateNan = false>
WARPLAB_LANE std::uint16_t half_max(std::uint16_t a, std::uint16_t b) {
  return to_half<H>(max<PropagateNan>(widen<H>(a), widen<H>(b)));
}
// .xorsign.abs: a NaN operand's sign takes part too.
template <typename H, bool PropagateNan = false>
WARPLAB_LANE std::uint16_t half_min_xorsign_abs(std::uint16_t a, std::uint16_t b) {
  const std::uint16_t magnitude = half_min<H, PropagateNan>(a & 0x7fffu, b & 0x7fffu);
  return half_is_nan<H>(magnitude) ? magnitude : magnitude | ((a ^ b) & 0x8000u);
}
template <typename H, bool PropagateNan = false>
WARPLAB_LANE std::uint16_t half_max_xorsign_abs(std::uint16_t a, std::uint16_t b) {
  const std::uint16_t magnitude = half_max<H, PropagateNan>(a & 0x7fffu, b & 0x7fffu);
  return half_is_nan<H>(magnitude) ? magnitude : magnitude | ((a ^ b) & 0x8000u);
}

// .ftz: for sums flushing operands and result is enough; products are judged as with f32
// (floating.hpp), by what they round to when they are 2^8 times as large.
WARPLAB_LANE std::uint16_t half_flush(std::uint16_t x) {
  return static_cast<std::uint16_t>((x & 0x7c00u) == 0 ? x & 0x8000u : x);
}
WARPLAB_LANE std::uint16_t half_mul_ftz(std::uint16_t a, std::uint16_t b) {
  const float exact = f16_to_f32(half_flush(a)) * f16_to_f32(half_flush(b));
  const std::uint16_t rounded = f32_to_f16(exact);
  const bool tiny = (f32_to_f16(exact * 0x1p8f) & 0x7fffu) < 0x2400u;  // 2^-6
  return static_cast<std::uint16_t>(tiny ? rounded & 0x8000u : rounded);
}
WARPLAB_LANE std::uint16_t half_fma_ftz(std::uint16_t a, std::uint16_t b, std::uint16_t c) {
  const double product = static_cast<double>(f16_to_f32(half_flush(a))) *
                         static_cast<double>(f16_to_f32(half_flush(b)));
  const double sum = sum_odd(product, f16_to_f32(half_flush(c)));
  const std::uint16_t rounded = f32_to_f16(narrow_odd(sum));
  const bool tiny = (f32_to_f16(narrow_odd(sum * 0x1p8)) & 0x7fffu) < 0x2400u;  // 2^-6
  return static_cast<std::uint16_t>(tiny ? rounded & 0x8000u : rounded);
}
// .sat: into [0, 1]; NaN becomes +0.
template <typename H>
WARPLAB_LANE std::uint16_t half_saturate(std::uint16_t x) {
  return to_half<H>(saturate(widen<H>(x)));
}
// .relu: nothing below +0; NaN stays.
template <typename H>
WARPLAB_LANE std::uint16_t half_relu(std::uint16_t x) {
  const bool negative = (x & 0x8000u) != 0;
  return static_cast<std::uint16_t>(half_is_nan<H>(x) ? H::kNan : (negative ? 0 : x));
}

// .satfinite: no infinity but the largest number; NaN stays.
template <typename H>
WARPLAB_LANE std::uint16_t half_finite(std::uint16_t x) {
  return static_cast<std::uint16_t>(x - ((x & 0x7fffu) == H::kInfinity ? 1 : 0));
}

template <typename H, Comparison C>
WARPLAB_LANE bool half_compare(std::uint16_t a, std::uint16_t b) {
  return compare<C>(widen<H>(a), widen<H>(b));
}

// The packed forms: each_half(half_add<F16>, x, y).
template <typename Function, typename... Words>
WARPLAB_LANE std::uint32_t each_half(Function function, Words... words) {
  const std::uint32_t lower = function(static_cast<std::uint16_t>(words)...);
  const std::uint32_t upper = function(static_cast<std::uint16_t>(words >> 16)...);
  return lower | (upper << 16);
}

}  // namespace WARPLAB_ISA
}  // namespace warplab::sim::scalar
