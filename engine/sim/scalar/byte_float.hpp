#pragma once

// The two 8-bit floating-point formats as bit patterns, one in the lower byte of what is given.
// PTX ISA, "Alternate Floating-Point Data Formats". Every conversion to them is .satfinite: what is
// too large becomes the largest number, NaN the pattern 0x7f. e4m3 has no infinity.

#include <cstdint>

#include "sim/scalar/float_bits.hpp"
#include "sim/scalar/half.hpp"
#include "sim/scalar/isa.hpp"

namespace warplab::sim::scalar {
inline namespace WARPLAB_ISA {

constexpr std::uint32_t kNanByte = 0x7f;

struct E4m3 {
  static constexpr int kMantissa = 3, kBias = 7;
  static constexpr float kMost = 448, kLeastNormal = 0x1p-6f;
};
struct E5m2 {
  static constexpr int kMantissa = 2, kBias = 15;
  static constexpr float kMost = 57344, kLeastNormal = 0x1p-14f;
};

// Round to nearest even.
template <typename F>
WARPLAB_LANE std::uint32_t f32_to_byte(float x) {
  const std::uint32_t bits = bits_of(x);
  const float size = f32_from(bits & 0x7fffffffu), finite = size < F::kMost ? size : F::kMost;
  const std::uint32_t magnitude = bits_of(finite);
  // Half of the last place less one, plus one if the kept part is odd; a carry moves the exponent.
  constexpr int kCut = 23 - F::kMantissa;
  constexpr std::uint32_t kRebias = (127u - F::kBias) << F::kMantissa;
  const std::uint32_t normal =
      ((magnitude + (1u << (kCut - 1)) - 1 + ((magnitude >> kCut) & 1u)) >> kCut) - kRebias;
  // At this number an f32's last place is that of the subnormals: the host's addition rounds there.
  constexpr float kThere = F::kLeastNormal * static_cast<float>(1 << kCut);
  const std::uint32_t subnormal = bits_of(finite + kThere) - bits_of(kThere);
  const std::uint32_t code = finite < F::kLeastNormal ? subnormal : normal;
  return (bits & 0x7fffffffu) > 0x7f800000u ? kNanByte : code | ((bits >> 24) & 0x80u);
}

// .relu: nothing below +0; NaN stays.
WARPLAB_LANE std::uint32_t byte_relu(std::uint32_t code) { return (code & 0x80u) != 0 ? 0 : code; }

// cvt.rn.satfinite.F x2.f32 d, a, b: a above b.
template <typename F, bool kRelu>
WARPLAB_LANE std::uint16_t floats_to_byte_pair(float a, float b) {
  const std::uint32_t upper = f32_to_byte<F>(a), lower = f32_to_byte<F>(b);
  return static_cast<std::uint16_t>(kRelu ? byte_relu(upper) << 8 | byte_relu(lower)
                                          : upper << 8 | lower);
}

// Exact; NaN becomes the one NaN of f16.
template <typename F>
WARPLAB_LANE std::uint16_t byte_to_f16(std::uint32_t code) {
  const std::uint32_t magnitude = code & 0x7fu, sign = (code & 0x80u) << 8;
  const bool is_e5m2 = F::kMantissa == 2;
  const bool is_nan = is_e5m2 ? magnitude > 0x7cu : magnitude == kNanByte;
  // An f16's exponent has one bit more than that of e4m3, and a bias greater by 8.
  const std::uint32_t value =
      is_e5m2 ? magnitude << 8
              : f32_to_f16(f16_to_f32(static_cast<std::uint16_t>(magnitude << 7)) * 0x1p8f);
  return static_cast<std::uint16_t>(is_nan ? kNanF16 : value | sign);
}

}  // namespace WARPLAB_ISA
}  // namespace warplab::sim::scalar
