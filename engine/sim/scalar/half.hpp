#pragma once

// The two 16-bit floating-point formats as bit patterns: f16 (IEEE binary16) and bf16 (the upper
// half of an f32). Conversions are exact, or rounded once, without F16C and without the host's
// rounding mode. NaN becomes the canonical NaN of the target format.

#include <cstdint>

#include "sim/scalar/float_bits.hpp"
#include "sim/scalar/round_to_odd.hpp"

namespace warplab::sim::scalar {

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
  return canonical(f32_from(static_cast<std::uint32_t>(brain) << 16));
}

// Round to nearest even.
WARPLAB_LANE std::uint16_t f32_to_bf16(float x) {
  const std::uint32_t bits = bits_of(x);
  const std::uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
  return static_cast<std::uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? kNanBf16 : rounded);
}

// Round to nearest even, once.
WARPLAB_LANE std::uint16_t f64_to_f16(double x) { return f32_to_f16(narrow_odd(x)); }
WARPLAB_LANE std::uint16_t f64_to_bf16(double x) { return f32_to_bf16(narrow_odd(x)); }

}  // namespace warplab::sim::scalar
