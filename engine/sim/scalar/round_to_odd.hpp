#pragma once

// f32 results in every rounding mode without touching the host's rounding mode: the result is first
// computed in f64 "rounded to odd" (where bits are lost the last one is set), which keeps what any
// later rounding to f32, f16 or bf16 needs to know. Boldo and Melquiond, "When double rounding is
// odd", 2005. Everything here is straight-line code on f64, so it vectorises.

#include <cstdint>

#include "sim/scalar/float_bits.hpp"
#include "sim/scalar/isa.hpp"
#include "sim/scalar/rounding.hpp"

namespace warplab::sim::scalar {
inline namespace WARPLAB_ISA {

// a + b, rounded to odd. No overflow: operands and products of f32 are far from the f64 range's
// end.
WARPLAB_LANE double sum_odd(double a, double b) {
  const double sum = a + b;
  // Knuth's two-sum: a + b == sum + error.
  const double b_part = sum - a;
  const double error = (a - (sum - b_part)) + (b - b_part);
  const std::uint64_t bits = bits_of(sum);
  // Where the sum was rounded away from zero, its lower neighbour is the one to make odd.
  const bool too_large = (bits >> 63) != (bits_of(error) >> 63);
  const std::uint64_t odd = (bits - static_cast<std::uint64_t>(too_large)) | 1u;
  // Not "!= 0.0": the error of an infinite sum is NaN.
  return f64_from(((error < 0.0) | (error > 0.0)) ? odd : bits);
}

// a / b for f32 operands, good for onward rounding to f32.
WARPLAB_LANE double quotient_odd(float a, float b) {
  const double numerator = a;
  const double denominator = b;
  const double quotient = numerator / denominator;
  // 29 bits of it times the 24 of b are exact, and so is what then remains of a.
  const std::uint64_t cut = bits_of(quotient) & 0xffffffffff000000ull;
  const double rest = numerator - f64_from(cut) * denominator;
  const double toward = numerator < 0.0 ? -rest : rest;
  const std::uint64_t sticky =
      static_cast<std::uint64_t>(toward > 0.0) - static_cast<std::uint64_t>(toward < 0.0);
  // 0, infinity and NaN are what they are.
  const bool ordinary = quotient != 0.0 && is_finite(quotient);
  return ordinary ? f64_from(cut + sticky) : quotient;
}

// The square root of an f32, good for onward rounding to f32.
[[gnu::always_inline]] inline double sqrt_odd(float x) {
  const double operand = x;
  const std::uint64_t cut = bits_of(__builtin_sqrt(operand)) & 0xfffffffff8000000ull;
  const double rest = operand - f64_from(cut) * f64_from(cut);  // 26 bits squared: exact
  return f64_from(cut + static_cast<std::uint64_t>(rest > 0.0) -
                  static_cast<std::uint64_t>(rest < 0.0));
}

// An f64 as an f32, rounded as R says (.rna is for cvt to tf32 only). NaN stays some NaN.
template <Rounding R>
WARPLAB_LANE float narrow(double x) {
  static_assert(R != Rounding::NearestAway);
  const float nearest = static_cast<float>(x);
  const double back = nearest;
  const std::uint32_t bits = bits_of(nearest);
  const bool negative = (bits >> 31) != 0;
  if constexpr (R == Rounding::Zero) {
    const double toward_zero = back < 0.0 ? -back : back;
    return f32_from(toward_zero > (x < 0.0 ? -x : x) ? bits - 1 : bits);
  } else if constexpr (R == Rounding::Up) {
    const std::uint32_t step = negative ? ~0u : 1u;
    return f32_from(back < x ? bits + step : bits);
  } else if constexpr (R == Rounding::Down) {
    const std::uint32_t step = negative ? 1u : ~0u;
    return f32_from(back > x ? bits + step : bits);
  } else {
    return nearest;
  }
}

// An f64 as an f32 rounded to odd; a finite value stays finite, one that is not 0 does not become
// 0.
WARPLAB_LANE float narrow_odd(double x) {
  const float cut = narrow<Rounding::Zero>(x);
  const double back = cut;
  return f32_from(((back < x) | (back > x)) ? bits_of(cut) | 1u : bits_of(cut));
}

}  // namespace WARPLAB_ISA
}  // namespace warplab::sim::scalar
