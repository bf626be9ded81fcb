#include "sim/scalar/half.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "samples.hpp"

namespace warplab::sim::scalar {
namespace {

// What the bits of a 16-bit float mean, by the definition of the format.
double value_of(std::uint16_t bits, int mantissa_bits, int bias) {
  const int exponent = (bits & 0x7fff) >> mantissa_bits;
  const int mantissa = bits & ((1 << mantissa_bits) - 1);
  const int all_ones = (1 << (15 - mantissa_bits)) - 1;
  const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
  if (exponent == all_ones) return mantissa == 0 ? sign * INFINITY : NAN;
  const int implicit = exponent == 0 ? 0 : 1 << mantissa_bits;
  return sign *
         std::ldexp(implicit + mantissa, (exponent == 0 ? 1 : exponent) - bias - mantissa_bits);
}
double f16_value(std::uint16_t bits) { return value_of(bits, 10, 15); }
double bf16_value(std::uint16_t bits) { return value_of(bits, 7, 127); }

TEST_CASE("every f16 and bf16 widens to the number that its bits mean") {
  for (std::uint32_t i = 0; i < 0x10000; ++i) {
    const auto bits = static_cast<std::uint16_t>(i);
    const double half = f16_value(bits);
    const double brain = bf16_value(bits);
    CAPTURE(bits);
    if (std::isnan(half)) {
      REQUIRE(bits_of(f16_to_f32(bits)) == kNanF32);
    } else {
      REQUIRE(double{f16_to_f32(bits)} == half);
      REQUIRE(std::signbit(f16_to_f32(bits)) == std::signbit(half));
      REQUIRE(f16_to_f64(bits) == half);
    }
    if (std::isnan(brain)) {
      REQUIRE(bits_of(bf16_to_f32(bits)) == static_cast<std::uint32_t>(bits) << 16);
    } else {
      REQUIRE(double{bf16_to_f32(bits)} == brain);
      REQUIRE(bf16_to_f64(bits) == brain);
    }
  }
}

// Narrows every representable number, every midpoint between two neighbours and the Number (float
// or double) on each side of it, with both signs: all that round-to-nearest-even can get wrong.
template <typename Number, typename Value, typename Narrow>
void check_every_boundary(std::uint16_t infinity, Value value, Narrow narrow) {
  for (std::uint16_t bits = 0; bits < infinity; ++bits) {
    const auto above = static_cast<std::uint16_t>(bits + 1);
    const double exact_low = value(bits);
    // Beyond the largest number the next would lie as far again as the one before it.
    const double exact_high = above == infinity
                                  ? 2 * exact_low - value(static_cast<std::uint16_t>(bits - 1))
                                  : value(above);
    const auto low = static_cast<Number>(exact_low);
    const auto high = static_cast<Number>(exact_high);
    const auto middle = static_cast<Number>(exact_low + (exact_high - exact_low) / 2);
    const std::uint16_t even = (bits & 1) == 0 ? bits : above;
    CAPTURE(bits);
    for (const std::uint16_t sign : {std::uint16_t{0}, std::uint16_t{0x8000}}) {
      const Number s = sign == 0 ? Number{1} : Number{-1};
      REQUIRE(narrow(s * low) == (bits | sign));
      REQUIRE(narrow(s * middle) == (even | sign));
      REQUIRE(narrow(s * std::nextafter(middle, low)) == (bits | sign));
      REQUIRE(narrow(s * std::nextafter(middle, high)) == (above | sign));
    }
  }
}

TEST_CASE("f64 narrows to the nearest f16 and bf16 at every boundary, rounding once") {
  check_every_boundary<double>(0x7c00, f16_value, [](double x) { return f64_to_f16(x); });
  check_every_boundary<double>(0x7f80, bf16_value, [](double x) { return f64_to_bf16(x); });
}

TEST_CASE("f32 narrows to the nearest f16 and bf16 at every boundary") {
  check_every_boundary<float>(0x7c00, f16_value, [](float x) { return f32_to_f16(x); });
  check_every_boundary<float>(0x7f80, bf16_value, [](float x) { return f32_to_bf16(x); });
}

TEST_CASE("numbers beyond the largest f16 become infinity, NaN stays NaN") {
  CHECK(f32_to_f16(65520.0f) == 0x7c00);
  CHECK(f32_to_f16(65519.996f) == 0x7bff);
  CHECK(f32_to_f16(-INFINITY) == 0xfc00);
  CHECK(f32_to_f16(1e30f) == 0x7c00);
  CHECK(f64_to_f16(1e300) == 0x7c00);
  CHECK(f64_to_f16(-1e-300) == 0x8000);
  CHECK(f32_to_f16(f32_from(0xff800001u)) == kNanF16);
  CHECK(f32_to_bf16(f32_from(0x7f800001u)) == kNanBf16);
  CHECK(f32_to_bf16(0x1.ffp127f) == 0x7f80);
}

TEST_CASE("NaN keeps its payload where f64 is one of the formats") {
  CHECK(f64_to_f16(f64_from(0xfff0040000000000ull)) == 0xfe01);
  CHECK(f64_to_bf16(f64_from(0x7ff0000000000001ull)) == 0x7fc0);
  CHECK(bits_of(f16_to_f64(0xfc01)) == 0xfff8040000000000ull);
}

TEST_CASE("an f64 between two f32 rounds to f16 as if it had never been an f32") {
  // 1 + 2^-11 is the midpoint above 1; with 2^-40 more it is above it, which f32 cannot tell.
  CHECK(f64_to_f16(1.0 + 0x1p-11) == 0x3c00);
  CHECK(f64_to_f16(1.0 + 0x1p-11 + 0x1p-40) == 0x3c01);
  CHECK(f64_to_bf16(1.0 + 0x1p-8 + 0x1p-50) == 0x3f81);
  CHECK(f64_to_bf16(0x1p-134) == 0);
  CHECK(f64_to_bf16(0x1p-134 + 0x1p-180) == 1);
}

}  // namespace
}  // namespace warplab::sim::scalar
