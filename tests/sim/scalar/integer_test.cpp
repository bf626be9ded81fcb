// Integer arithmetic against 128-bit integers, in which nothing overflows.

#include "sim/scalar/integer.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "samples.hpp"

namespace warplab::sim::scalar {
namespace {

__extension__ using Big = __int128;
__extension__ using BigUnsigned = unsigned __int128;

constexpr int kRandomCases = 40'000;

template <typename T>
T sample(samples::Random& random) {
  if constexpr (sizeof(T) == 8) return static_cast<T>(samples::long_word(random));
  return static_cast<T>(samples::word(random));
}

// The low bits of a number that may not fit.
template <typename T>
T wrapped(Big x) {
  return static_cast<T>(static_cast<BigUnsigned>(x));
}

template <typename T>
void check_type(std::uint64_t seed) {
  samples::Random random(seed);
  using Limits = std::numeric_limits<T>;
  for (int i = 0; i < kRandomCases; ++i) {
    const T a = sample<T>(random);
    const T b = sample<T>(random);
    const T c = sample<T>(random);
    const Big x = a;
    const Big y = b;
    const Big z = c;
    CAPTURE(a);
    CAPTURE(b);
    CAPTURE(c);
    REQUIRE(add(a, b) == wrapped<T>(x + y));
    REQUIRE(sub(a, b) == wrapped<T>(x - y));
    REQUIRE(neg(a) == wrapped<T>(-x));
    REQUIRE(min(a, b) == wrapped<T>(x < y ? x : y));
    REQUIRE(max(a, b) == wrapped<T>(x > y ? x : y));
    // Two u64 multiply to more than a signed 128-bit integer holds.
    const auto product = static_cast<BigUnsigned>(x) * static_cast<BigUnsigned>(y);
    const T low = static_cast<T>(product);
    const T high = static_cast<T>(product >> (8 * sizeof(T)));
    REQUIRE(mul_lo(a, b) == low);
    REQUIRE(mul_hi(a, b) == high);
    REQUIRE(mad_lo(a, b, c) == wrapped<T>(Big{low} + z));
    REQUIRE(mad_hi(a, b, c) == wrapped<T>(Big{high} + z));
    REQUIRE(sad(a, b, c) == wrapped<T>(z + (x > y ? x - y : y - x)));
    if constexpr (sizeof(T) < 8) {
      REQUIRE(mul_wide(a, b) == wrapped<decltype(mul_wide(a, b))>(x * y));
      const auto wide = mul_wide(c, b);
      REQUIRE(mad_wide(a, b, wide) == wrapped<decltype(wide)>(x * y + Big{wide}));
    }
    if constexpr (std::is_signed_v<T>) {
      REQUIRE(abs(a) == wrapped<T>(x < 0 ? -x : x));
      REQUIRE(relu(a) == (a < 0 ? 0 : a));
    }
    if (b != 0) {
      REQUIRE(div(a, b) == wrapped<T>(x / y));
      REQUIRE(rem(a, b) == wrapped<T>(x % y));
    }
    REQUIRE(div(a, T{0}) == static_cast<T>(-1));
    REQUIRE(rem(a, T{0}) == static_cast<T>(-1));
  }
  CHECK(div(Limits::min(), static_cast<T>(-1)) == (std::is_signed_v<T> ? Limits::min() : T{0}));
  CHECK(rem(Limits::min(), static_cast<T>(-1)) == 0);
}

TEST_CASE("arithmetic of every width wraps around as two's complement does") {
  check_type<std::int16_t>(1);
  check_type<std::uint16_t>(2);
  check_type<std::int32_t>(3);
  check_type<std::uint32_t>(4);
  check_type<std::int64_t>(5);
  check_type<std::uint64_t>(6);
}

TEST_CASE("32-bit division is exact next to every multiple of the divisor") {
  samples::Random random(7);
  for (int i = 0; i < kRandomCases; ++i) {
    const std::uint32_t b = samples::word(random) | 1u;
    const std::uint32_t multiple = (0xffffffffu / b) * b;
    for (const std::uint32_t a : {multiple, multiple - 1, multiple + 1, 0xffffffffu}) {
      REQUIRE(div(a, b) == a / b);
      REQUIRE(rem(a, b) == a % b);
    }
  }
}

TEST_CASE("add.sat, sub.sat and mad.hi.sat stop at the ends of s32") {
  constexpr std::int32_t kLow = std::numeric_limits<std::int32_t>::min();
  constexpr std::int32_t kHigh = std::numeric_limits<std::int32_t>::max();
  CHECK(add_sat(kHigh, 1) == kHigh);
  CHECK(add_sat(kLow, -1) == kLow);
  CHECK(add_sat(kHigh, kLow) == -1);
  CHECK(sub_sat(kLow, 1) == kLow);
  CHECK(sub_sat(0, kLow) == kHigh);
  CHECK(sub_sat(5, 7) == -2);
  CHECK(mad_hi_sat(kLow, kLow, kHigh) == kHigh);
  CHECK(mad_hi_sat(kLow, kHigh, kLow) == kLow);
  CHECK(mad_hi_sat(1 << 16, 1 << 16, 1) == 2);
}

TEST_CASE("mul24 takes the low 24 bits of each operand and a window of 32 of the product") {
  samples::Random random(8);
  for (int i = 0; i < kRandomCases; ++i) {
    const std::uint32_t a = samples::word(random);
    const std::uint32_t b = samples::word(random);
    const std::uint32_t c = samples::word(random);
    const auto extend = [](std::uint32_t x) {
      const std::int64_t low = x & 0xffffff;
      return low >= 0x800000 ? low - 0x1000000 : low;
    };
    const std::int64_t product = extend(a) * extend(b);
    const std::uint64_t unsigned_product = std::uint64_t{a & 0xffffff} * (b & 0xffffff);
    const auto s = [](std::uint32_t x) { return static_cast<std::int32_t>(x); };
    REQUIRE(mul24_lo(s(a), s(b)) == static_cast<std::int32_t>(product));
    REQUIRE(mul24_hi(s(a), s(b)) == static_cast<std::int32_t>(product >> 16));
    REQUIRE(mul24_lo(a, b) == static_cast<std::uint32_t>(unsigned_product));
    REQUIRE(mul24_hi(a, b) == static_cast<std::uint32_t>(unsigned_product >> 16));
    REQUIRE(mad24_lo(a, b, c) == static_cast<std::uint32_t>(unsigned_product) + c);
    REQUIRE(mad24_hi(a, b, c) == static_cast<std::uint32_t>(unsigned_product >> 16) + c);
    REQUIRE(mad24_hi_sat(s(a), s(b), s(c)) == clamp_to_s32((product >> 16) + s(c)));
  }
}

// 128-bit numbers from two 64-bit or four 32-bit words, as programs make them.
template <typename T>
BigUnsigned joined(T high, T low) {
  return (static_cast<BigUnsigned>(high) << (8 * sizeof(T))) | low;
}

template <typename T>
void check_chains(std::uint64_t seed) {
  samples::Random random(seed);
  for (int i = 0; i < kRandomCases; ++i) {
    const T a = sample<T>(random);
    const T b = sample<T>(random);
    const T c = sample<T>(random);
    const T d = sample<T>(random);
    const Carried<T> sum = add_carry(b, d, false);
    const T sum_high = add_carry(a, c, sum.carry).value;
    const Carried<T> difference = sub_borrow(b, d, false);
    const T difference_high = sub_borrow(a, c, difference.carry).value;
    const Carried<T> product = mad_lo_carry(a, b, d, false);
    const Carried<T> product_high = mad_hi_carry(a, b, c, product.carry);
    const BigUnsigned mask = joined<T>(static_cast<T>(~T{0}), static_cast<T>(~T{0}));
    REQUIRE(joined(sum_high, sum.value) == ((joined(a, b) + joined(c, d)) & mask));
    REQUIRE(joined(difference_high, difference.value) == ((joined(a, b) - joined(c, d)) & mask));
    REQUIRE(joined(product_high.value, product.value) ==
            ((static_cast<BigUnsigned>(a) * b + joined(c, d)) & mask));
    REQUIRE(add_carry(a, b, true).carry == (static_cast<BigUnsigned>(a) + b + 1 > T(~T{0})));
    REQUIRE(sub_borrow(a, b, true).carry == (static_cast<Big>(a) - b - 1 < 0));
  }
}

TEST_CASE("carries and borrows chain words into longer numbers") {
  check_chains<std::uint32_t>(9);
  check_chains<std::uint64_t>(10);
}

TEST_CASE("mad with carry makes the upper half of a signed product for signed types") {
  CHECK(mad_hi_carry(std::int32_t{-1}, std::int32_t{2}, std::int32_t{0}, false).value ==
        0xffffffffu);
  CHECK(mad_hi_carry(0xffffffffu, 2u, 0u, false).value == 1u);
}

TEST_CASE("the two halves of a word are added and compared on their own") {
  CHECK(add_x2<std::uint16_t>(0xffff0001u, 0x00010001u) == 0x00000002u);
  CHECK(min_x2<std::int16_t>(0xffff0005u, 0x00010004u) == 0xffff0004u);
  CHECK(min_x2<std::uint16_t>(0xffff0005u, 0x00010004u) == 0x00010004u);
  CHECK(max_x2<std::int16_t>(0xffff0005u, 0x00010004u) == 0x00010005u);
  CHECK(max_x2<std::uint16_t>(0xffff0005u, 0x00010004u) == 0xffff0005u);
  CHECK(relu_x2(0x8000007fu) == 0x0000007fu);
}

TEST_CASE("dp4a and dp2a sum products of bytes and halves of either signedness") {
  // Bytes 0xff, 2, 3, 4 (lowest first) with 2, 3, 4, 0xff.
  const std::uint32_t a = 0x040302ffu;
  const std::uint32_t b = 0xff040302u;
  const auto s = [](std::int32_t x) { return static_cast<std::uint32_t>(x); };
  CHECK(dp4a<std::uint8_t, std::uint8_t>(a, b, 10) == 510u + 6 + 12 + 1020 + 10);
  CHECK(dp4a<std::int8_t, std::int8_t>(a, b, 10) == s(-2 + 6 + 12 - 4 + 10));
  CHECK(dp4a<std::int8_t, std::uint8_t>(a, b, 0) == s(-2 + 6 + 12 + 1020));
  CHECK(dp4a<std::uint8_t, std::int8_t>(a, b, 0) == s(510 + 6 + 12 - 4));
  // Halves 0x02ff = 767 and 0xfffe with bytes 2, 3 (lo) and 4, 0xff (hi).
  const std::uint32_t halves = 0xfffe02ffu;
  CHECK(dp2a<std::int16_t, std::int8_t, false>(halves, b, 1) == s(1534 - 6 + 1));
  CHECK(dp2a<std::int16_t, std::int8_t, true>(halves, b, 1) == s(3068 + 2 + 1));
  CHECK(dp2a<std::uint16_t, std::uint8_t, true>(halves, b, 0) == 3068u + 65534u * 255u);
  CHECK(dp2a<std::uint16_t, std::int8_t, true>(halves, b, 0) == s(3068 - 65534));
  CHECK(dp2a<std::int16_t, std::uint8_t, true>(halves, b, 0) == s(3068 - 510));
  // Sums wrap around.
  CHECK(dp4a<std::uint8_t, std::uint8_t>(0xffffffffu, 0xffffffffu, 0xffffffffu) == 260099u);
}

TEST_CASE("vabsdiff4 takes byte differences, and adds them with .add") {
  CHECK(vabsdiff4(0x00ff0510u, 0xff000710u) == 0xffff0200u);
  CHECK(vabsdiff4_add(0x00ff0510u, 0xff000710u, 3) == 255u + 255 + 2 + 0 + 3);
}

}  // namespace
}  // namespace warplab::sim::scalar
