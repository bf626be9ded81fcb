#pragma once

// Bit patterns of the floating-point formats that PTX computes in.

#include <bit>
#include <cstdint>

// Lane loops vectorise only when their body is inlined whole, whatever the compiler thinks it
// costs.
#define WARPLAB_LANE [[gnu::always_inline]] constexpr

namespace warplab::sim::scalar {

// PTX ISA, "Floating Point Instructions": a NaN result is this pattern, whatever the operands'
// payloads were. (The host would keep a payload and pick one of two by operand order.)
inline constexpr std::uint32_t kNanF32 = 0x7fffffffu;
inline constexpr std::uint64_t kNanF64 = 0x7fffffffffffffffull;
inline constexpr std::uint16_t kNanF16 = 0x7fff;
inline constexpr std::uint16_t kNanBf16 = 0x7fff;

WARPLAB_LANE std::uint32_t bits_of(float x) { return std::bit_cast<std::uint32_t>(x); }
WARPLAB_LANE std::uint64_t bits_of(double x) { return std::bit_cast<std::uint64_t>(x); }
WARPLAB_LANE float f32_from(std::uint32_t bits) { return std::bit_cast<float>(bits); }
WARPLAB_LANE double f64_from(std::uint64_t bits) { return std::bit_cast<double>(bits); }

WARPLAB_LANE bool is_nan(float x) { return x != x; }
WARPLAB_LANE bool is_nan(double x) { return x != x; }
WARPLAB_LANE bool is_finite(float x) { return (bits_of(x) & 0x7f800000u) != 0x7f800000u; }
WARPLAB_LANE bool is_finite(double x) {
  return (bits_of(x) & 0x7ff0000000000000ull) != 0x7ff0000000000000ull;
}

WARPLAB_LANE float canonical(float x) { return is_nan(x) ? f32_from(kNanF32) : x; }
WARPLAB_LANE double canonical(double x) { return is_nan(x) ? f64_from(kNanF64) : x; }

// .ftz: a subnormal becomes a zero of the same sign.
WARPLAB_LANE float flush(float x) {
  const std::uint32_t bits = bits_of(x);
  return f32_from((bits & 0x7f800000u) == 0 ? bits & 0x80000000u : bits);
}

}  // namespace warplab::sim::scalar
