#include "sim/scalar/convert.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "host_rounding.hpp"
#include "samples.hpp"

namespace warplab::sim::scalar {
namespace {

constexpr int kRandomCases = 30'000;

__extension__ using Big = __int128;

template <typename T>
T sample(samples::Random& random) {
  if constexpr (std::is_same_v<T, float>) {
    return f32_from(samples::word(random));
  } else if constexpr (std::is_same_v<T, double>) {
    return f64_from(samples::long_word(random));
  } else if constexpr (sizeof(T) == 8) {
    return static_cast<T>(samples::long_word(random));
  } else {
    return static_cast<T>(samples::word(random));
  }
}

// Calls check.operator()<T>() for every integer type of PTX.
template <typename Check>
void for_each_integer(Check check) {
  check.template operator()<std::int8_t>();
  check.template operator()<std::uint8_t>();
  check.template operator()<std::int16_t>();
  check.template operator()<std::uint16_t>();
  check.template operator()<std::int32_t>();
  check.template operator()<std::uint32_t>();
  check.template operator()<std::int64_t>();
  check.template operator()<std::uint64_t>();
}
template <typename Check>
void for_each_rounding(Check check) {
  check.template operator()<Rounding::NearestEven>();
  check.template operator()<Rounding::Zero>();
  check.template operator()<Rounding::Down>();
  check.template operator()<Rounding::Up>();
}

// Clamped, from a number wide enough for all.
template <typename To>
To clamped(Big x) {
  const Big low = std::numeric_limits<To>::min();
  const Big high = std::numeric_limits<To>::max();
  return static_cast<To>(x < low ? low : (x > high ? high : x));
}

TEST_CASE("cvt between integers cuts off or extends, with .sat it clamps") {
  samples::Random random(1);
  for_each_integer([&]<typename From>() {
    for_each_integer([&]<typename To>() {
      for (int i = 0; i < 2000; ++i) {
        const From x = sample<From>(random);
        REQUIRE(int_to_int<To>(x) == static_cast<To>(x));
        REQUIRE(int_to_int_sat<To>(x) == clamped<To>(Big{x}));
      }
    });
  });
  CHECK(int_to_int<std::int32_t>(std::int8_t{-1}) == -1);
  CHECK(int_to_int<std::uint64_t>(std::uint8_t{255}) == 255);
  CHECK(int_to_int_sat<std::uint8_t>(std::int32_t{-5}) == 0);
  CHECK(int_to_int_sat<std::int8_t>(std::uint64_t{1} << 63) == 127);
}

// Rounds on the host and clamps. long double holds every 64-bit integer and every f64.
template <typename To, typename From>
To float_to_int_on_host(Rounding rounding, From x) {
  const long double whole = host::round_to_integral(rounding, static_cast<long double>(x));
  if (whole >= 0x1p64L) return std::numeric_limits<To>::max();
  if (whole <= -0x1p64L) return std::numeric_limits<To>::min();
  return clamped<To>(static_cast<Big>(whole));
}

template <typename From>
void check_float_to_int(std::uint64_t seed) {
  samples::Random random(seed);
  for (int i = 0; i < kRandomCases / 4; ++i) {
    const From x = sample<From>(random);
    if (is_nan(x)) continue;
    CAPTURE(x);
    for_each_rounding([&]<Rounding R>() {
      for_each_integer([&]<typename To>() {
        REQUIRE(float_to_int<To, R>(x) == float_to_int_on_host<To>(R, x));
      });
    });
  }
}

TEST_CASE("cvt to an integer rounds in each mode and stops at the ends of the range") {
  check_float_to_int<float>(2);
  check_float_to_int<double>(3);
}

TEST_CASE("halves become an integer as many as f32 would") {
  CHECK(float_to_int<std::int32_t, Rounding::NearestEven>(f16_to_f32(0x4100)) == 2);  // 2.5
  CHECK(float_to_int<std::int32_t, Rounding::Up>(f16_to_f32(0x4100)) == 3);
  CHECK(float_to_int<std::uint8_t, Rounding::Zero>(f16_to_f32(0x7bff)) == 255);
}

TEST_CASE("NaN becomes 0, or the top bit where f64 or 64 bits are involved") {
  const float nan = f32_from(kNanF32);
  const double wide = f64_from(kNanF64);
  constexpr Rounding kZero = Rounding::Zero;
  CHECK(float_to_int<std::int32_t, kZero>(nan) == 0);
  CHECK(float_to_int<std::uint32_t, Rounding::Up>(nan) == 0);
  CHECK(float_to_int<std::int8_t, kZero>(nan) == 0);
  CHECK(float_to_int<std::int64_t, kZero>(nan) == std::numeric_limits<std::int64_t>::min());
  CHECK(float_to_int<std::uint64_t, kZero>(nan) == 0x8000000000000000ull);
  CHECK(float_to_int<std::int32_t, kZero>(wide) == std::numeric_limits<std::int32_t>::min());
  CHECK(float_to_int<std::uint32_t, kZero>(wide) == 0x80000000u);
  CHECK(float_to_int<std::uint8_t, kZero>(wide) == 0x80);
  CHECK(float_to_int<std::int64_t, kZero>(wide) == std::numeric_limits<std::int64_t>::min());
}

template <typename From>
void check_int_to_float(std::uint64_t seed) {
  using Widest = std::conditional_t<std::is_signed_v<From>, std::int64_t, std::uint64_t>;
  samples::Random random(seed);
  for (int i = 0; i < kRandomCases; ++i) {
    const From x = sample<From>(random);
    CAPTURE(x);
    for_each_rounding([&]<Rounding R>() {
      REQUIRE(int_to_float<float, R>(x) == host::to_float(R, static_cast<Widest>(x)));
      REQUIRE(int_to_float<double, R>(x) == host::to_double(R, static_cast<Widest>(x)));
    });
  }
}

TEST_CASE("cvt from an integer rounds in each mode") {
  check_int_to_float<std::int8_t>(4);
  check_int_to_float<std::uint16_t>(5);
  check_int_to_float<std::int32_t>(6);
  check_int_to_float<std::uint32_t>(7);
  check_int_to_float<std::int64_t>(8);
  check_int_to_float<std::uint64_t>(9);
}

TEST_CASE("an integer becomes the f16 that its f64 would") {
  samples::Random random(10);
  for (int i = 0; i < kRandomCases; ++i) {
    const auto x = static_cast<std::int32_t>(samples::word(random));
    const std::uint16_t nearest = int_to_half<F16, Rounding::NearestEven>(x);
    REQUIRE(nearest == f64_to_f16(static_cast<double>(x)));
    const double down = f16_to_f64(int_to_half<F16, Rounding::Down>(x));
    const double up = f16_to_f64(int_to_half<F16, Rounding::Up>(x));
    REQUIRE(down <= x);
    REQUIRE(up >= x);
  }
  CHECK(int_to_half<F16, Rounding::Zero>(65535) == 0x7bff);
  CHECK(int_to_half<F16, Rounding::Up>(65505) == 0x7c00);
  CHECK(int_to_half<F16, Rounding::Up>(std::int64_t{-65536}) == 0xfbff);
  // 2^62 + 2^54 + 1 lies above the tie of bf16; in f64 the last bit is lost.
  const std::int64_t above_tie = (std::int64_t{1} << 62) + (std::int64_t{1} << 54) + 1;
  CHECK(int_to_half<Bf16, Rounding::NearestEven>(above_tie) == 0x5e81);
}

TEST_CASE("cvt to a whole number in the same format agrees with the host in each mode") {
  samples::Random random(11);
  for (int i = 0; i < kRandomCases; ++i) {
    const float x = sample<float>(random);
    const double y = sample<double>(random);
    if (is_nan(x) || is_nan(y)) continue;
    CAPTURE(x);
    CAPTURE(y);
    for_each_rounding([&]<Rounding R>() {
      REQUIRE(bits_of(round_to_integral<R>(x)) == bits_of(host::round_to_integral(R, x)));
      REQUIRE(bits_of(round_to_integral<R>(y)) == bits_of(host::round_to_integral(R, y)));
    });
  }
  CHECK(bits_of(round_to_integral<Rounding::Zero>(f32_from(0xffc00001u))) == kNanF32);
  CHECK(bits_of(round_to_integral<Rounding::Up>(-0.25f)) == 0x80000000u);
  CHECK(round_to_integral<Rounding::NearestEven>(2.5f) == 2.0f);
}

TEST_CASE("cvt.f32.f64 rounds as the host does in each mode") {
  samples::Random random(12);
  for (int i = 0; i < 4 * kRandomCases; ++i) {
    const double x = sample<double>(random);
    if (is_nan(x)) continue;
    CAPTURE(x);
    for_each_rounding([&]<Rounding R>() {
      REQUIRE(bits_of(f64_to_f32<R>(x)) == bits_of(host::to_float(R, x)));
      // The slow general way must say the same.
      REQUIRE(convert_format<F32, F64, R>(bits_of(x)) == bits_of(host::to_float(R, x)));
    });
  }
  CHECK(bits_of(f64_to_f32<Rounding::Zero>(f64_from(0xfff0000020000000ull))) == 0xffc00001u);
  CHECK(bits_of(f32_to_f64(f32_from(0x7f800001u))) == 0x7ff8000020000000ull);
}

TEST_CASE("directed rounding to f16 and bf16 brackets the number") {
  samples::Random random(13);
  for (int i = 0; i < kRandomCases; ++i) {
    const float x = sample<float>(random);
    if (is_nan(x)) continue;
    CAPTURE(x);
    const float down = f16_to_f32(float_to_half<F16, Rounding::Down>(x));
    const float up = f16_to_f32(float_to_half<F16, Rounding::Up>(x));
    const float zero = f16_to_f32(float_to_half<F16, Rounding::Zero>(x));
    const float nearest = f16_to_f32(float_to_half<F16, Rounding::NearestEven>(x));
    REQUIRE(down <= x);
    REQUIRE(up >= x);
    REQUIRE(bits_of(zero) == bits_of(std::signbit(x) ? up : down));
    REQUIRE((nearest == up || nearest == down));
    // Neighbours, or the same number.
    const auto distance =
        float_to_half<F16, Rounding::Up>(x) - float_to_half<F16, Rounding::Down>(x);
    REQUIRE(std::abs(distance) <= 1);
    const std::uint32_t cut = bits_of(x) & 0xffff0000u;
    REQUIRE(float_to_half<Bf16, Rounding::Zero>(x) == cut >> 16);
  }
  CHECK(float_to_half<F16, Rounding::Zero>(1e30f) == 0x7bff);
  CHECK(float_to_half<F16, Rounding::Up>(1e30) == 0x7c00);
  CHECK(float_to_half<F16, Rounding::Down>(f32_from(0xffc00001u)) == 0x7fff);
  CHECK(float_to_half<F16, Rounding::Down>(f64_from(0xfff8040000000000ull)) == 0xfe01);
}

TEST_CASE("two f32 become a pair of halves, the first above the second") {
  CHECK(floats_to_half_pair<F16, Rounding::NearestEven>(1.0f, 2.0f) == 0x3c004000u);
  CHECK(floats_to_half_pair<Bf16, Rounding::Zero>(1.0f, -2.0f) == 0x3f80c000u);
}

TEST_CASE("tf32 keeps 10 bits of mantissa") {
  CHECK(f32_to_tf32<Rounding::NearestAway>(f32_from(0x3f801000u)) == 0x3f802000u);
  CHECK(f32_to_tf32<Rounding::NearestEven>(f32_from(0x3f801000u)) == 0x3f800000u);
  CHECK(f32_to_tf32<Rounding::NearestEven>(f32_from(0x3f803000u)) == 0x3f804000u);
  CHECK(f32_to_tf32<Rounding::Zero>(f32_from(0x3f803fffu)) == 0x3f802000u);
  CHECK(f32_to_tf32<Rounding::NearestAway>(f32_from(0xff7fffffu)) == 0xff800000u);
  CHECK(f32_to_tf32<Rounding::NearestEven>(f32_from(0x7f800001u)) == 0x7fffe000u);
  CHECK(f32_to_tf32<Rounding::NearestAway>(f32_from(0x7f800001u)) == 0x7f800000u);
  CHECK(f32_to_tf32<Rounding::NearestAway>(-INFINITY) == 0xff800000u);
}

TEST_CASE("cvt.pack clamps two integers into neighbouring fields") {
  CHECK(pack_sat_16<std::int16_t>(-40000, 40000) == 0x80007fffu);
  CHECK(pack_sat_16<std::uint16_t>(-1, 70000) == 0x0000ffffu);
  CHECK((pack_sat<std::uint8_t, 8>(300, -1, 0x12345678u)) == 0x5678ff00u);
  CHECK((pack_sat<std::int8_t, 8>(-200, 5, 0x12345678u)) == 0x56788005u);
  CHECK((pack_sat<std::uint8_t, 4>(20, 3, 0x12345678u)) == 0x345678f3u);
  CHECK((pack_sat<std::int8_t, 2>(-9, 9, 0)) == 0x9u);
}

}  // namespace
}  // namespace warplab::sim::scalar
