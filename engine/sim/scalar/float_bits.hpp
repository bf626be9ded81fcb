#pragma once

// Bit patterns of the floating-point formats that PTX computes in.

#include <cstdint>

#include "sim/scalar/isa.hpp"

// Lane loops vectorise only when their body is inlined whole, whatever the compiler thinks it
// costs.
#define WARPLAB_LANE [[gnu::always_inline]] constexpr

namespace warplab::sim::scalar {
inline namespace WARPLAB_ISA {

// f32, f16 and bf16: a NaN result is this one pattern, whatever the operands' payloads were (PTX
// ISA, "Floating Point Instructions"). f64 is different: see propagate().
inline constexpr std::uint32_t kNanF32 = 0x7fffffffu;
inline constexpr std::uint16_t kNanF16 = 0x7fff;
inline constexpr std::uint16_t kNanBf16 = 0x7fff;
// What f64 makes of inf - inf, 0 * inf or the square root of -1, on an H200 as on x86.
inline constexpr std::uint64_t kNanF64 = 0xfff8000000000000ull;
inline constexpr std::uint64_t kQuietF64 = 0x0008000000000000ull;

WARPLAB_LANE std::uint32_t bits_of(float x) { return __builtin_bit_cast(std::uint32_t, x); }
WARPLAB_LANE std::uint64_t bits_of(double x) { return __builtin_bit_cast(std::uint64_t, x); }
WARPLAB_LANE float f32_from(std::uint32_t bits) { return __builtin_bit_cast(float, bits); }
WARPLAB_LANE double f64_from(std::uint64_t bits) { return __builtin_bit_cast(double, bits); }

WARPLAB_LANE bool is_nan(float x) { return x != x; }
WARPLAB_LANE bool is_nan(double x) { return x != x; }
WARPLAB_LANE bool is_finite(float x) { return (bits_of(x) & 0x7f800000u) != 0x7f800000u; }
WARPLAB_LANE bool is_finite(double x) {
  return (bits_of(x) & 0x7ff0000000000000ull) != 0x7ff0000000000000ull;
}

WARPLAB_LANE float canonical(float x) { return is_nan(x) ? f32_from(kNanF32) : x; }

// The f64 result of an operation on these operands: a NaN operand comes through with its sign and
// payload, made quiet; an operation without one that has no result gives kNanF64. The first NaN
// counts. (On a GPU it depends on how ptxas orders operands; on the host, on how the compiler
// does.)
WARPLAB_LANE double quiet(double x) { return f64_from(bits_of(x) | kQuietF64); }
WARPLAB_LANE double propagate(double result, double a) {
  const double nan = is_nan(a) ? quiet(a) : f64_from(kNanF64);
  return is_nan(result) ? nan : result;
}
WARPLAB_LANE double propagate(double result, double a, double b) {
  return propagate(result, is_nan(a) ? a : b);
}
WARPLAB_LANE double propagate(double result, double a, double b, double c) {
  const double first = is_nan(a) ? a : b;
  return propagate(result, is_nan(first) ? first : c);
}

// .ftz: a subnormal becomes a zero of the same sign.
WARPLAB_LANE float flush(float x) {
  const std::uint32_t bits = bits_of(x);
  return f32_from((bits & 0x7f800000u) == 0 ? bits & 0x80000000u : bits);
}

}  // namespace WARPLAB_ISA
}  // namespace warplab::sim::scalar
