#pragma once

// The two 16-bit floating-point formats as bit patterns: f16 (IEEE binary16) and bf16 (the upper
// half of an f32). Conversions are exact, or rounded once, without F16C and without the host's
// rounding mode. NaN becomes the canonical NaN of the target format, but for those conversions that
// keep a payload on an H200: bf16 to f32, and all to and from f64.

#include <cstdint>

#include "sim/scalar/float_bits.hpp"
#include "sim/scalar/isa.hpp"
#include "sim/scalar/round_to_odd.hpp"

namespace warplab::sim::scalar {
inline namespace WARPLAB_ISA {

WARPLAB_LANE float f16_to_f32(std::uint16_t half) {
  const std::uint32_t magnitude = half & 0x7fffu;
  // Moved into an f32's place the exponent is short by 127 - 15; the product restores it, and makes
  // subnormals normal on the way.
  const std::uint32_t finite = bits_of(f32_from(magnitude << 13) * 0x1p112f);
  const std::uint32_t special = magnitude > 0x7c00u ? kNanF32 : 0x7f800000u;
  const std::uint32_t value = magnitude >= 0x7c00u ? special : finite;
  const std::uint32_t sign = magnitude > 0x7c00u ? 0u : (half & 0x8000u) << 16;
  return f32_from(value | sign);
}

// Round to nearest even.
WARPLAB_LANE std::uint16_t f32_to_f16(float x) {
  const std::uint32_t bits = bits_of(x);
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  // At 0.5 an f32's last place is 2^-24, that of f16 subnormals: the host's addition rounds there.
  const std::uint32_t subnormal = bits_of(f32_from(magnitude) + 0.5f) - 0x3f000000u;
  // Half of the last place less one, plus one if the kept part is odd; a carry moves the exponent.
  const std::uint32_t normal = (magnitude - 0x38000000u + 0x0fffu + ((magnitude >> 13) & 1u)) >> 13;
  std::uint32_t result = magnitude < 0x38800000u ? subnormal : normal;
  result = magnitude >= 0x47800000u ? 0x7c00u : result;
  result |= (bits >> 16) & 0x8000u;
  return static_cast<std::uint16_t>(magnitude > 0x7f800000u ? kNanF16 : result);
}

WARPLAB_LANE float bf16_to_f32(std::uint16_t brain) {
  return f32_from(static_cast<std::uint32_t>(brain) << 16);
}

// Round to nearest even.
WARPLAB_LANE std::uint16_t f32_to_bf16(float x) {
  const std::uint32_t bits = bits_of(x);
  const std::uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
  return static_cast<std::uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? kNanBf16 : rounded);
}

namespace detail {

// The upper half of a NaN with `mantissa` bits of payload, made quiet.
WARPLAB_LANE std::uint16_t half_nan(double x, int mantissa) {
  const std::uint64_t bits = bits_of(x) | kQuietF64;
  const auto payload = static_cast<std::uint32_t>((bits & 0xfffffffffffffull) >> (52 - mantissa));
  const std::uint32_t exponent = 0x7fffu ^ ((1u << mantissa) - 1);
  return static_cast<std::uint16_t>(((bits >> 48) & 0x8000u) | exponent | payload);
}

}  // namespace detail

// Round to nearest even, once.
WARPLAB_LANE std::uint16_t f64_to_f16(double x) {
  return is_nan(x) ? detail::half_nan(x, 10) : f32_to_f16(narrow_odd(x));
}
WARPLAB_LANE std::uint16_t f64_to_bf16(double x) {
  return is_nan(x) ? detail::half_nan(x, 7) : f32_to_bf16(narrow_odd(x));
}

WARPLAB_LANE double f16_to_f64(std::uint16_t half) {
  const std::uint64_t payload = static_cast<std::uint64_t>(half & 0x3ffu) << 42;
  const std::uint64_t sign = static_cast<std::uint64_t>(half & 0x8000u) << 48;
  const double nan = f64_from(0x7ff8000000000000ull | sign | payload);
  return (half & 0x7fffu) > 0x7c00u ? nan : static_cast<double>(f16_to_f32(half));
}
WARPLAB_LANE double bf16_to_f64(std::uint16_t brain) {
  return static_cast<double>(bf16_to_f32(brain));
}

}  // namespace WARPLAB_ISA
}  // namespace warplab::sim::scalar
