#pragma once

// A sum of products as a tensor core makes it: all products are exact, all are cut to the places of
// the largest, and what is left is added exactly and rounded once. Measured on GPUs: Fasi, Higham,
// Mikaitis, Pranesh, "Numerical behavior of NVIDIA tensor cores", 2021; of Hopper, Xie et al.,
// "MMA-Sim", 2025: 25 bits behind the point are kept, and an f32 result is cut. The 96 cases of
// tests/gpu/tensor_sums.cu have the same bits on an H100 and an H200 (580.159.04, 2026-11-28).

#include <algorithm>
#include <cstdint>

#include "sim/scalar/exact.hpp"
#include "sim/scalar/float_bits.hpp"
#include "sim/scalar/isa.hpp"

namespace warplab::sim::scalar {
inline namespace WARPLAB_ISA {

// significand * 2^(exponent - the fraction bits of its format). A zero has an exponent below all
// others, so that it decides nothing.
struct FusedNumber {
  std::int32_t significand = 0;
  std::int32_t exponent = 0;
};
constexpr std::int32_t kExponentOfZero = -10'000;

// A finite number of format F, an IEEE format of at most 32 bits or one made like it.
template <typename F>
static constexpr FusedNumber fused_number(std::uint32_t bits) {
  const Exact exact = exact_from_bits<F>(bits);
  if (exact.significand == 0) return {0, kExponentOfZero};
  const auto magnitude = static_cast<std::int32_t>(exact.significand);
  return {exact.negative ? -magnitude : magnitude, exact.exponent + F::kPrecision - 1};
}

// Bits behind the point of the largest exponent that Hopper keeps.
constexpr int kFusedPlaces = 25;
// As many products are added at once.
constexpr std::uint32_t kMostFused = 16;

// Of at most kMostFused products and one more number. The products' factors have `fraction` bits
// behind the point each, at most 11; those of `addend` are `of_addend`.
struct FusedTerms {
  const FusedNumber* a = nullptr;
  const FusedNumber* b = nullptr;
  std::uint32_t count = 0;
  int fraction = 0;
  FusedNumber addend;
  int of_addend = 0;
};
static constexpr Exact fused_sum(const FusedTerms& t) {
  std::int32_t exponents[kMostFused] = {};
  std::int32_t largest = t.addend.exponent;
  for (std::uint32_t k = 0; k < t.count; ++k) {
    exponents[k] = t.a[k].exponent + t.b[k].exponent;
    largest = std::max(largest, exponents[k]);
  }
  if (largest <= kExponentOfZero / 2) return {};
  const auto cut = [&](std::int64_t significand, int fraction, std::int32_t exponent) {
    const std::int64_t size = (significand < 0 ? -significand : significand)
                              << (kFusedPlaces - fraction);
    const std::int64_t kept = size >> std::min(largest - exponent, 62);
    return significand < 0 ? -kept : kept;
  };
  std::int64_t sum = cut(t.addend.significand, t.of_addend, t.addend.exponent);
  for (std::uint32_t k = 0; k < t.count; ++k)
    sum += cut(std::int64_t{t.a[k].significand} * t.b[k].significand, 2 * t.fraction, exponents[k]);
  const auto size = static_cast<std::uint64_t>(sum < 0 ? -sum : sum);
  return {sum < 0, largest - kFusedPlaces, size};
}

// Cut to an f32; beyond its range it is infinite.
static constexpr std::uint32_t fused_to_f32(const Exact& sum) {
  const auto bits = static_cast<std::uint32_t>(round_to<F32, Rounding::Zero>(sum));
  return (bits & 0x7fffffffu) == 0x7f7fffffu &&
                 sum.exponent + width_of(sum.significand) - 1 > F32::kBias
             ? bits + 1
             : bits;
}
// Rounded to the nearest f16.
static constexpr std::uint32_t fused_to_f16(const Exact& sum) {
  return static_cast<std::uint32_t>(round_to<F16, Rounding::NearestEven>(sum));
}

}  // namespace WARPLAB_ISA
}  // namespace warplab::sim::scalar
