#pragma once

// f32 and f64 arithmetic. PTX ISA, "Floating Point Instructions".
//
// Rounding to nearest even is the host's own arithmetic; the other modes never touch the host's
// rounding mode. NaN results are canonical() in f32 and propagate() the operands in f64. .sat is
// saturate() of the result.
//
// .ftz (f32 alone) makes zeros of subnormal operands and results: flush(). For add, sub and sqrt
// the caller may do just that. Of a product or quotient just below 2^-126 the hardware judges
// before it gives up bits for being subnormal: mul_ftz, fma_ftz, div_ftz and rcp_ftz do the same,
// operands and all.

#include <concepts>
#include <cstdint>

#include "sim/scalar/exact.hpp"
#include "sim/scalar/float_bits.hpp"
#include "sim/scalar/isa.hpp"
#include "sim/scalar/round_to_odd.hpp"
#include "sim/scalar/rounding.hpp"

namespace warplab::sim::scalar {
inline namespace WARPLAB_ISA {

namespace detail {

// The sign of an exact zero that is the sum of a and b: rounding down makes it negative unless both
// are positive.
WARPLAB_LANE double zero_rounded_down(double sum, double a, double b) {
  const std::uint64_t sign = (bits_of(a) | bits_of(b)) & 0x8000000000000000ull;
  return f64_from(sum == 0.0 ? sign : bits_of(sum));
}

}  // namespace detail

template <Rounding R = Rounding::NearestEven>
WARPLAB_LANE float add(float a, float b) {
  if constexpr (R == Rounding::NearestEven) {
    return canonical(a + b);
  } else {
    double sum = sum_odd(a, b);
    if constexpr (R == Rounding::Down) sum = detail::zero_rounded_down(sum, a, b);
    return canonical(narrow<R>(sum));
  }
}

template <Rounding R = Rounding::NearestEven>
WARPLAB_LANE float sub(float a, float b) {
  return add<R>(a, -b);
}

template <Rounding R = Rounding::NearestEven>
WARPLAB_LANE float mul(float a, float b) {
  if constexpr (R == Rounding::NearestEven) {
    return canonical(a * b);
  } else {
    return canonical(narrow<R>(static_cast<double>(a) * static_cast<double>(b)));
  }
}

// a * b + c, rounded once. To nearest it is the host's instruction where the loop is compiled for a
// target that has one, else the C library's fmaf, which computes the same.
template <Rounding R = Rounding::NearestEven>
[[gnu::always_inline]] inline float fma(float a, float b, float c) {
  if constexpr (R == Rounding::NearestEven) {
    return canonical(__builtin_fmaf(a, b, c));
  } else {
    const double product = static_cast<double>(a) * static_cast<double>(b);
    double sum = sum_odd(product, c);
    if constexpr (R == Rounding::Down) sum = detail::zero_rounded_down(sum, product, c);
    return canonical(narrow<R>(sum));
  }
}

// div.rn, div.rz, div.rm, div.rp
template <Rounding R = Rounding::NearestEven>
WARPLAB_LANE float div(float a, float b) {
  if constexpr (R == Rounding::NearestEven) {
    return canonical(a / b);
  } else {
    return canonical(narrow<R>(quotient_odd(a, b)));
  }
}

template <Rounding R = Rounding::NearestEven>
WARPLAB_LANE float rcp(float x) {
  return div<R>(1.0f, x);
}

template <Rounding R = Rounding::NearestEven>
[[gnu::always_inline]] inline float sqrt(float x) {
  if constexpr (R == Rounding::NearestEven) {
    return canonical(__builtin_sqrtf(x));
  } else {
    return canonical(narrow<R>(sqrt_odd(x)));
  }
}

// --- .ftz ---

namespace detail {

// `rounded`, or a zero of its sign where .ftz flushes: if the exact result, rounded to 24 bits
// without a limit of the exponent, is smaller than any normal f32. `odd` is the exact result as an
// f64, rounded to odd, so that it can be rounded again.
template <Rounding R>
WARPLAB_LANE float unless_tiny(float rounded, double odd) {
  const float scaled = narrow<R>(odd * 0x1p64);
  const std::uint32_t sign = bits_of(rounded) & 0x80000000u;
  return ((scaled < 0x1p-62f) & (scaled > -0x1p-62f)) ? f32_from(sign) : rounded;
}

}  // namespace detail

template <Rounding R = Rounding::NearestEven>
WARPLAB_LANE float mul_ftz(float a, float b) {
  a = flush(a);
  b = flush(b);
  return detail::unless_tiny<R>(mul<R>(a, b), static_cast<double>(a) * static_cast<double>(b));
}
template <Rounding R = Rounding::NearestEven>
[[gnu::always_inline]] inline float fma_ftz(float a, float b, float c) {
  a = flush(a);
  b = flush(b);
  c = flush(c);
  const double product = static_cast<double>(a) * static_cast<double>(b);
  return detail::unless_tiny<R>(fma<R>(a, b, c), sum_odd(product, c));
}
template <Rounding R = Rounding::NearestEven>
WARPLAB_LANE float div_ftz(float a, float b) {
  a = flush(a);
  b = flush(b);
  return detail::unless_tiny<R>(div<R>(a, b), quotient_odd(a, b));
}
template <Rounding R = Rounding::NearestEven>
WARPLAB_LANE float rcp_ftz(float x) {
  return div_ftz<R>(1.0f, x);
}

// --- f64 ---

template <Rounding R = Rounding::NearestEven>
WARPLAB_LANE double add(double a, double b) {
  if constexpr (R == Rounding::NearestEven) {
    return propagate(a + b, a, b);
  } else {
    if (!is_finite(a) || !is_finite(b)) return propagate(a + b, a, b);
    return f64_from(round_to<F64, R>(
        sum_of<R>(exact_from_bits<F64>(bits_of(a)), exact_from_bits<F64>(bits_of(b)))));
  }
}

template <Rounding R = Rounding::NearestEven>
WARPLAB_LANE double sub(double a, double b) {
  if constexpr (R == Rounding::NearestEven) return propagate(a - b, a, b);
  return is_nan(b) ? propagate(b, a, b) : add<R>(a, -b);
}

template <Rounding R = Rounding::NearestEven>
WARPLAB_LANE double mul(double a, double b) {
  if constexpr (R == Rounding::NearestEven) {
    return propagate(a * b, a, b);
  } else {
    if (!is_finite(a) || !is_finite(b)) return propagate(a * b, a, b);
    return f64_from(round_to<F64, R>(
        product_of(exact_from_bits<F64>(bits_of(a)), exact_from_bits<F64>(bits_of(b)))));
  }
}

template <Rounding R = Rounding::NearestEven>
[[gnu::always_inline]] inline double fma(double a, double b, double c) {
  if constexpr (R == Rounding::NearestEven) {
    return propagate(__builtin_fma(a, b, c), a, b, c);
  } else {
    if (!is_finite(a) || !is_finite(b) || !is_finite(c))
      return propagate(__builtin_fma(a, b, c), a, b, c);
    const Exact product =
        product_of(exact_from_bits<F64>(bits_of(a)), exact_from_bits<F64>(bits_of(b)));
    return f64_from(round_to<F64, R>(sum_of<R>(product, exact_from_bits<F64>(bits_of(c)))));
  }
}

template <Rounding R = Rounding::NearestEven>
WARPLAB_LANE double div(double a, double b) {
  if constexpr (R == Rounding::NearestEven) {
    return propagate(a / b, a, b);
  } else {
    if (!is_finite(a) || !is_finite(b) || b == 0.0) return propagate(a / b, a, b);
    return f64_from(round_to<F64, R>(
        quotient_of(exact_from_bits<F64>(bits_of(a)), exact_from_bits<F64>(bits_of(b)))));
  }
}

template <Rounding R = Rounding::NearestEven>
WARPLAB_LANE double rcp(double x) {
  return div<R>(1.0, x);
}

template <Rounding R = Rounding::NearestEven>
[[gnu::always_inline]] inline double sqrt(double x) {
  if constexpr (R == Rounding::NearestEven) {
    return propagate(__builtin_sqrt(x), x);
  } else {
    if (!is_finite(x) || !(x > 0.0)) return propagate(__builtin_sqrt(x), x);
    return f64_from(round_to<F64, R>(square_root_of(exact_from_bits<F64>(bits_of(x)))));
  }
}

// .sat: into [0, 1]; NaN becomes +0.
WARPLAB_LANE float saturate(float x) {
  const float positive = x > 0.0f ? x : 0.0f;
  return positive < 1.0f ? positive : 1.0f;
}
WARPLAB_LANE double saturate(double x) {
  const double positive = x > 0.0 ? x : 0.0;
  return positive < 1.0 ? positive : 1.0;
}

// abs and neg are arithmetic: they keep no NaN's sign (f32) or leave it alone (f64).
WARPLAB_LANE float abs(float x) { return canonical(f32_from(bits_of(x) & 0x7fffffffu)); }
WARPLAB_LANE float neg(float x) { return canonical(f32_from(bits_of(x) ^ 0x80000000u)); }
WARPLAB_LANE double abs(double x) {
  return propagate(f64_from(bits_of(x) & 0x7fffffffffffffffull), x);
}
WARPLAB_LANE double neg(double x) {
  return propagate(f64_from(bits_of(x) ^ 0x8000000000000000ull), x);
}

// copysign.f32 d, sign, magnitude: the manual's order of operands.
WARPLAB_LANE float copysign(float sign, float magnitude) {
  return f32_from((bits_of(sign) & 0x80000000u) | (bits_of(magnitude) & 0x7fffffffu));
}
WARPLAB_LANE double copysign(double sign, double magnitude) {
  return f64_from((bits_of(sign) & 0x8000000000000000ull) |
                  (bits_of(magnitude) & 0x7fffffffffffffffull));
}

namespace detail {

// Signed integers in the order of the numbers, -0 below +0.
WARPLAB_LANE std::int32_t order_of(float x) {
  const auto bits = static_cast<std::int32_t>(bits_of(x));
  return bits ^ ((bits >> 31) & 0x7fffffff);
}
WARPLAB_LANE std::int64_t order_of(double x) {
  const auto bits = static_cast<std::int64_t>(bits_of(x));
  return bits ^ ((bits >> 63) & 0x7fffffffffffffff);
}

// A NaN as min and max give it, in place of a number.
WARPLAB_LANE float either_nan(float, float) { return f32_from(kNanF32); }
WARPLAB_LANE double either_nan(double a, double b) { return quiet(is_nan(b) ? b : a); }

}  // namespace detail

// min and max: -0 is less than +0. One NaN gives the other operand; with .NaN (PropagateNan), or
// when both are, NaN.
template <bool PropagateNan = false, std::floating_point T>
WARPLAB_LANE T min(T a, T b) {
  const T less = detail::order_of(a) < detail::order_of(b) ? a : b;
  const T number = is_nan(a) ? b : (is_nan(b) ? a : less);
  const bool nan = PropagateNan ? is_nan(a) + is_nan(b) != 0 : is_nan(number);
  return nan ? detail::either_nan(a, b) : number;
}
template <bool PropagateNan = false, std::floating_point T>
WARPLAB_LANE T max(T a, T b) {
  const T more = detail::order_of(a) > detail::order_of(b) ? a : b;
  const T number = is_nan(a) ? b : (is_nan(b) ? a : more);
  const bool nan = PropagateNan ? is_nan(a) + is_nan(b) != 0 : is_nan(number);
  return nan ? detail::either_nan(a, b) : number;
}

// Three operands: min.f32 d, a, b, c.
template <bool PropagateNan = false, std::floating_point T>
WARPLAB_LANE T min(T a, T b, T c) {
  return min<PropagateNan>(min<PropagateNan>(a, b), c);
}
template <bool PropagateNan = false, std::floating_point T>
WARPLAB_LANE T max(T a, T b, T c) {
  return max<PropagateNan>(max<PropagateNan>(a, b), c);
}

// .xorsign.abs: the smaller or larger magnitude, with the signs' exclusive or.
template <bool PropagateNan = false>
WARPLAB_LANE float min_xorsign_abs(float a, float b) {
  const float magnitude = min<PropagateNan>(abs(a), abs(b));
  const std::uint32_t sign = (bits_of(a) ^ bits_of(b)) & 0x80000000u;
  return is_nan(magnitude) ? magnitude : f32_from(bits_of(magnitude) | sign);
}
template <bool PropagateNan = false>
WARPLAB_LANE float max_xorsign_abs(float a, float b) {
  const float magnitude = max<PropagateNan>(abs(a), abs(b));
  const std::uint32_t sign = (bits_of(a) ^ bits_of(b)) & 0x80000000u;
  return is_nan(magnitude) ? magnitude : f32_from(bits_of(magnitude) | sign);
}

// testp
enum class FloatClass : std::uint8_t { finite, infinite, number, notanumber, normal, subnormal };

template <FloatClass C, std::floating_point T>
WARPLAB_LANE bool is_class(T x) {
  const T magnitude = abs(x);
  const T smallest_normal = sizeof(T) == 4 ? T(0x1p-126) : T(0x1p-1022);
  if constexpr (C == FloatClass::finite) return is_finite(x);
  if constexpr (C == FloatClass::infinite) return !(is_finite(x) || is_nan(x));
  if constexpr (C == FloatClass::number) return !is_nan(x);
  if constexpr (C == FloatClass::notanumber) return is_nan(x);
  // The manual's testp counts zero as normal.
  if constexpr (C == FloatClass::normal)
    return is_finite(x) & ((magnitude >= smallest_normal) | (magnitude == T(0)));
  if constexpr (C == FloatClass::subnormal)
    return (magnitude > T(0)) & (magnitude < smallest_normal);
}

}  // namespace WARPLAB_ISA
}  // namespace warplab::sim::scalar
