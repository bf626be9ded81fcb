// 16-bit arithmetic against 113-bit floating point, in which sums and products of halves of
// moderate exponents are exact, rounded by hand.

#include "sim/scalar/half_arithmetic.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "samples.hpp"

namespace warplab::sim::scalar {
namespace {

__extension__ using Quad = __float128;

template <typename H>
int exponent_of(std::uint16_t x) {
  return (x & 0x7fff) >> (H::kPrecision - 1);
}

// The nearest H to an exact number: found by bisection over the patterns of its sign, which are in
// the order of their values.
template <typename H>
std::uint16_t nearest(Quad exact) {
  const bool negative = exact < 0;
  const Quad magnitude = negative ? -exact : exact;
  std::uint32_t low = 0;
  std::uint32_t high = static_cast<std::uint32_t>(H::kInfinity) - 1;
  const auto value = [](std::uint32_t bits) {
    return Quad{widen<H>(static_cast<std::uint16_t>(bits))};
  };
  if (magnitude >= value(high)) {
    const Quad half_place = (value(high) - value(high - 1)) / 2;
    low = magnitude >= value(high) + half_place ? high + 1 : high;
  } else {
    while (high - low > 1) {
      const std::uint32_t middle = (low + high) / 2;
      (value(middle) <= magnitude ? low : high) = middle;
    }
    const Quad below = magnitude - value(low);
    const Quad above = value(high) - magnitude;
    if (above < below || (above == below && (low & 1) != 0)) low = high;
  }
  return static_cast<std::uint16_t>(low | (negative ? 0x8000u : 0u));
}

std::uint16_t sample(samples::Random& random) {
  constexpr std::array<std::uint16_t, 16> kSpecial = {
      0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x0400, 0x3c00, 0xbc00,
      0x7bff, 0x0080, 0x3f80, 0xbf80, 0x7f7f, 0x007f, 0x3801, 0x3bff};
  const std::uint64_t r = random();
  if ((r >> 61) == 0) return kSpecial[(r >> 8) % kSpecial.size()];
  if ((r >> 61) == 1) return static_cast<std::uint16_t>((r & 0x83ff) | 0x3800);
  return static_cast<std::uint16_t>(r);
}

template <typename H>
bool is_number(std::uint16_t x) {
  return (x & 0x7fffu) < H::kInfinity;
}

template <typename H>
void check_rounding(std::uint64_t seed) {
  samples::Random random(seed);
  for (int i = 0; i < 150'000; ++i) {
    const std::uint16_t a = sample(random);
    const std::uint16_t b = sample(random);
    const std::uint16_t c = sample(random);
    if (!is_number<H>(a) || !is_number<H>(b) || !is_number<H>(c)) continue;
    const Quad x = widen<H>(a);
    const Quad y = widen<H>(b);
    const Quad z = widen<H>(c);
    CAPTURE(a);
    CAPTURE(b);
    CAPTURE(c);
    // bf16 exponents may lie too far apart for 113 bits.
    const int product_exponent = exponent_of<H>(a) + exponent_of<H>(b) - H::kBias;
    const bool exact_sum = std::abs(exponent_of<H>(a) - exponent_of<H>(b)) < 90;
    const bool exact_fma = std::abs(product_exponent - exponent_of<H>(c)) < 80;
    if (exact_sum && x + y != 0) REQUIRE(half_add<H>(a, b) == nearest<H>(x + y));
    if (exact_sum && x - y != 0) REQUIRE(half_sub<H>(a, b) == nearest<H>(x - y));
    if (x * y != 0) REQUIRE(half_mul<H>(a, b) == nearest<H>(x * y));
    if (exact_fma && x * y + z != 0) REQUIRE(half_fma<H>(a, b, c) == nearest<H>(x * y + z));
  }
}

TEST_CASE("f16 and bf16 arithmetic is rounded once, to nearest even") {
  check_rounding<F16>(1);
  check_rounding<Bf16>(2);
}

TEST_CASE("bf16 fma rounds a tie by an addend far below it") {
  // 257 * 1 is the tie between 256 and 258; a tiny addend decides.
  CHECK(half_fma<Bf16>(0x3f81, 0x3f81, 0x0000) == 0x3f82);
  const std::uint16_t tiny = 0x0080;
  const std::uint16_t one = 0x3f80;
  const std::uint16_t half_place = 0x3b80;  // 2^-8: half of the last place of 1
  CHECK(half_fma<Bf16>(half_place, one, one) == one);
  CHECK(half_add<Bf16>(half_place, tiny) == half_place);
  // (1 + 2^-7)(1 + 2^-7) = 1 + 2^-6 + 2^-14: above the number, by less than a tie.
  CHECK(half_fma<Bf16>(0x3f81, 0x3f81, tiny) == 0x3f82);
  // 1.0078125 * 1.5 = 1.51171875 lies halfway between 1.5078125 and 1.515625 (odd and even).
  CHECK(half_fma<Bf16>(0x3f81, 0x3fc0, 0x0000) == 0x3fc2);
  CHECK(half_fma<Bf16>(0x3f81, 0x3fc0, 0x8000 | tiny) == 0x3fc1);
}

TEST_CASE("zeros, infinities and NaN combine as in f32") {
  CHECK(half_add<F16>(0x8000, 0x8000) == 0x8000);
  CHECK(half_add<F16>(0x3c00, 0xbc00) == 0x0000);
  CHECK(half_sub<F16>(0x7c00, 0x7c00) == 0x7fff);
  CHECK(half_mul<F16>(0x7c00, 0x0000) == 0x7fff);
  CHECK(half_fma<F16>(0x7c00, 0x3c00, 0xfc00) == 0x7fff);
  CHECK(half_mul<F16>(0x7bff, 0x4000) == 0x7c00);
  CHECK(half_add<Bf16>(0xffc1, 0x3f80) == 0x7fff);
  CHECK(half_fma<Bf16>(0x7f7f, 0x7f7f, 0xff80) == 0xff80);
}

TEST_CASE("min, max, abs, neg, sat and relu of halves") {
  CHECK(half_min<F16>(0x0000, 0x8000) == 0x8000);
  CHECK(half_max<F16>(0x7e00, 0x3c00) == 0x3c00);
  CHECK(half_max<F16, true>(0x7e00, 0x3c00) == 0x7fff);
  CHECK(half_min<Bf16>(0x3f80, 0x4000) == 0x3f80);
  CHECK(half_min_xorsign_abs<F16>(0xc200, 0x4000) == 0xc000);
  CHECK(half_max_xorsign_abs<F16>(0xfe00, 0xc000) == 0x4000);
  CHECK(half_max_xorsign_abs<F16, true>(0xfe00, 0xc000) == 0x7fff);
  CHECK(half_abs(0xc200) == 0x4200);
  CHECK(half_neg(0x4200) == 0xc200);
  CHECK(half_saturate<F16>(0x4000) == 0x3c00);
  CHECK(half_saturate<F16>(0x3800) == 0x3800);
  CHECK(half_saturate<F16>(0x7e00) == 0);
  CHECK(half_relu<F16>(0xbc00) == 0);
  CHECK(half_relu<F16>(0x3c00) == 0x3c00);
  CHECK(half_relu<Bf16>(0xffc0) == 0x7fff);
  CHECK(half_relu<F16>(0x7c01) == 0x7fff);
}

TEST_CASE(".ftz flushes f16 products that would be subnormal with all their bits") {
  CHECK(half_flush(0x83ff) == 0x8000);
  CHECK(half_flush(0x0400) == 0x0400);
  CHECK(half_mul<F16>(0x0400, 0x3bff) == 0x0400);
  CHECK(half_mul_ftz(0x0400, 0x3bff) == 0x0000);
  CHECK(half_mul_ftz(0x8400, 0x3bff) == 0x8000);
  CHECK(half_mul_ftz(0x38f6, 0x0673) == 0x0400);  // as an H200 answers
  CHECK(half_mul_ftz(0x03ff, 0x4400) == 0x0000);
  CHECK(half_fma_ftz(0x8b44, 0x0400, 0x0400) == 0x0400);  // as an H200 answers
  CHECK(half_fma_ftz(0x0400, 0x3800, 0x0000) == 0x0000);
  CHECK(half_fma_ftz(0x3c00, 0x4000, 0x3c00) == 0x4200);
}

TEST_CASE("setp on halves compares their values") {
  CHECK(half_compare<F16, Comparison::lt>(0xbc00, 0x0001));
  CHECK_FALSE(half_compare<F16, Comparison::lt>(0x7e00, 0x0001));
  CHECK(half_compare<F16, Comparison::ltu>(0x7e00, 0x0001));
  CHECK(half_compare<Bf16, Comparison::eq>(0x0000, 0x8000));
  CHECK_FALSE(half_compare<Bf16, Comparison::gt>(0x3f80, 0x3f80));
}

TEST_CASE("packed forms work on each half alone") {
  CHECK(each_half(half_add<F16>, 0x3c004000u, 0x40003c00u) == 0x42004200u);
  CHECK(each_half(half_fma<F16>, 0x3c004000u, 0x40003c00u, 0x00003c00u) == 0x40004200u);
  CHECK(each_half(half_neg, 0x3c00bc00u) == 0xbc003c00u);
}

}  // namespace
}  // namespace warplab::sim::scalar
