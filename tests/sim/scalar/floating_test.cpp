#include "sim/scalar/floating.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "host_rounding.hpp"
#include "samples.hpp"

namespace warplab::sim::scalar {
namespace {

constexpr int kRandomCases = 60'000;

// Equal bits; any NaN for any NaN, since the host keeps payloads that f32 on a GPU does not.
bool same(float a, float b) { return bits_of(a) == bits_of(b) || (is_nan(a) && is_nan(b)); }
bool same(double a, double b) { return bits_of(a) == bits_of(b) || (is_nan(a) && is_nan(b)); }

float next(samples::Random& random, float) { return f32_from(samples::word(random)); }
double next(samples::Random& random, double) { return f64_from(samples::long_word(random)); }
float near(samples::Random& random, float x) { return f32_from(samples::near(random, bits_of(x))); }
double near(samples::Random& random, double x) {
  return f64_from(samples::near(random, bits_of(x)));
}

template <Rounding R, typename T>
void check_against_host(std::uint64_t seed) {
  samples::Random random(seed);
  for (int i = 0; i < kRandomCases; ++i) {
    const T a = next(random, T{});
    const T b = near(random, a);
    const T c = near(random, a * b);
    CAPTURE(a);
    CAPTURE(b);
    CAPTURE(c);
    REQUIRE(same(add<R>(a, b), host::add(R, a, b)));
    REQUIRE(same(sub<R>(a, b), host::add(R, a, -b)));
    REQUIRE(same(mul<R>(a, b), host::mul(R, a, b)));
    REQUIRE(same(fma<R>(a, b, c), host::fma(R, a, b, c)));
    REQUIRE(same(div<R>(a, b), host::div(R, a, b)));
    REQUIRE(same(rcp<R>(a), host::div(R, T{1}, a)));
    REQUIRE(same(sqrt<R>(a), host::sqrt(R, a)));
  }
}

TEST_CASE("f32 arithmetic rounds as the host's FPU does when switched to the mode") {
  check_against_host<Rounding::NearestEven, float>(1);
  check_against_host<Rounding::Zero, float>(2);
  check_against_host<Rounding::Down, float>(3);
  check_against_host<Rounding::Up, float>(4);
}

TEST_CASE("f64 arithmetic rounds as the host's FPU does when switched to the mode") {
  check_against_host<Rounding::NearestEven, double>(5);
  check_against_host<Rounding::Zero, double>(6);
  check_against_host<Rounding::Down, double>(7);
  check_against_host<Rounding::Up, double>(8);
}

TEST_CASE("every pair of special f32 values adds, multiplies and divides as on the host") {
  constexpr Rounding kDown = Rounding::Down;
  constexpr Rounding kUp = Rounding::Up;
  for (const std::uint32_t a_bits : samples::kSpecial32) {
    for (const std::uint32_t b_bits : samples::kSpecial32) {
      const float a = f32_from(a_bits);
      const float b = f32_from(b_bits);
      CAPTURE(a);
      CAPTURE(b);
      CHECK(same(add<kDown>(a, b), host::add(kDown, a, b)));
      CHECK(same(mul<kUp>(a, b), host::mul(kUp, a, b)));
      CHECK(same(div<kDown>(a, b), host::div(kDown, a, b)));
      CHECK(same(div<kUp>(a, b), host::div(kUp, a, b)));
      CHECK(same(fma<kDown>(a, b, -a), host::fma(kDown, a, b, -a)));
    }
  }
}

TEST_CASE("an f32 operation on NaN gives the canonical NaN") {
  const float payload = f32_from(0xffc12345u);
  CHECK(bits_of(add(payload, 1.0f)) == kNanF32);
  CHECK(bits_of(mul<Rounding::Up>(1.0f, payload)) == kNanF32);
  CHECK(bits_of(fma(INFINITY, 0.0f, 1.0f)) == kNanF32);
  CHECK(bits_of(sqrt(-1.0f)) == kNanF32);
  CHECK(bits_of(sqrt<Rounding::Zero>(-1.0f)) == kNanF32);
  CHECK(bits_of(neg(payload)) == kNanF32);
}

TEST_CASE("an f64 operation on NaN keeps the first NaN's payload and makes it quiet") {
  const double signaling = f64_from(0x7ff0000000000123ull);
  const double other = f64_from(0xfff8000000000456ull);
  CHECK(bits_of(add(signaling, 1.0)) == 0x7ff8000000000123ull);
  CHECK(bits_of(sub(1.0, signaling)) == 0x7ff8000000000123ull);
  CHECK(bits_of(sub<Rounding::Up>(1.0, signaling)) == 0x7ff8000000000123ull);
  CHECK(bits_of(mul(other, signaling)) == bits_of(other));
  CHECK(bits_of(fma(1.0, 2.0, other)) == bits_of(other));
  CHECK(bits_of(sqrt(-1.0)) == kNanF64);
  CHECK(bits_of(sub(double{INFINITY}, double{INFINITY})) == kNanF64);
}

TEST_CASE("min and max order zeros and prefer a number to NaN") {
  const float nan = f32_from(0xffffffffu);
  CHECK(bits_of(min(0.0f, -0.0f)) == bits_of(-0.0f));
  CHECK(bits_of(max(-0.0f, 0.0f)) == bits_of(0.0f));
  CHECK(min(nan, 3.0f) == 3.0f);
  CHECK(max(3.0f, nan) == 3.0f);
  CHECK(bits_of(min(nan, nan)) == kNanF32);
  CHECK(bits_of(min<true>(1.0f, nan)) == kNanF32);
  CHECK(max<true>(1.0f, 2.0f) == 2.0f);
  CHECK(min(3.0f, nan, 2.0f) == 2.0f);
  CHECK(max(3.0, 5.0, 2.0) == 5.0);
  CHECK(bits_of(max<true>(3.0f, nan, 2.0f)) == kNanF32);
}

TEST_CASE("min and max agree with comparison for ordinary numbers") {
  samples::Random random(9);
  for (int i = 0; i < kRandomCases; ++i) {
    const float a = next(random, 0.0f);
    const float b = near(random, a);
    if (is_nan(a) || is_nan(b) || a == b) continue;
    REQUIRE(min(a, b) == (a < b ? a : b));
    REQUIRE(max(a, b) == (a < b ? b : a));
  }
}

TEST_CASE(".xorsign.abs takes the magnitude of one operand and the sign of both") {
  CHECK(min_xorsign_abs(-3.0f, 2.0f) == -2.0f);
  CHECK(max_xorsign_abs(-3.0f, -2.0f) == 3.0f);
  CHECK(bits_of(min_xorsign_abs<true>(-3.0f, f32_from(kNanF32))) == kNanF32);
  CHECK(min_xorsign_abs(-3.0f, f32_from(kNanF32)) == -3.0f);
}

TEST_CASE(".sat clamps to [0, 1] and makes NaN zero") {
  CHECK(saturate(1.5f) == 1.0f);
  CHECK(saturate(0.25f) == 0.25f);
  CHECK(bits_of(saturate(-0.0f)) == 0);
  CHECK(bits_of(saturate(f32_from(kNanF32))) == 0);
  CHECK(saturate(-INFINITY) == 0.0f);
  CHECK(saturate(2.0) == 1.0);
}

TEST_CASE(".ftz flushes what would be subnormal, and not what rounds up to a normal number") {
  const float smallest = 0x1p-126f;
  const float below_one = 0x1.fffffep-1f;
  // Representable with 24 bits if subnormals had them, and below 2^-126: flushed, although rounding
  // at a subnormal's last place gives 2^-126.
  CHECK(bits_of(mul(below_one, smallest)) == bits_of(smallest));
  CHECK(bits_of(mul_ftz(below_one, smallest)) == 0);
  CHECK(bits_of(mul_ftz(-below_one, smallest)) == 0x80000000u);
  CHECK(bits_of(mul_ftz<Rounding::Up>(below_one, smallest)) == 0);
  CHECK(bits_of(div_ftz(below_one, 0x1p126f)) == 0);
  CHECK(bits_of(fma_ftz(below_one, smallest, 0x1p-140f)) == 0);
  // A hair below 2^-126 rounds to it whatever the exponent's range.
  CHECK(bits_of(fma_ftz(0x1p-60f, -0x1p-90f, -smallest)) == bits_of(-smallest));
  CHECK(bits_of(fma_ftz(0x1p-80f, -0x1p-90f, smallest)) == bits_of(smallest));
  CHECK(bits_of(fma_ftz<Rounding::Down>(0x1p-80f, -0x1p-90f, smallest)) == 0);
  CHECK(mul_ftz(0x1p-127f, 2.0f) == 0.0f);  // the operand is flushed first
  CHECK(mul_ftz(3.0f, 5.0f) == 15.0f);
  CHECK(rcp_ftz(0x1p127f) == 0.0f);
  CHECK(rcp_ftz(0x1p126f) == smallest);
  CHECK(bits_of(flush(f32_from(0x80000001u))) == 0x80000000u);
  CHECK(flush(smallest) == smallest);
}

TEST_CASE("abs, neg and copysign change the sign alone") {
  CHECK(abs(-2.5f) == 2.5f);
  CHECK(bits_of(neg(0.0f)) == 0x80000000u);
  CHECK(abs(-2.5) == 2.5);
  CHECK(copysign(-1.0f, 3.0f) == -3.0f);
  CHECK(copysign(1.0, -3.0) == 3.0);
}

TEST_CASE("testp tells the classes of numbers apart") {
  using enum FloatClass;
  CHECK(is_class<finite>(1.0f));
  CHECK_FALSE(is_class<finite>(INFINITY));
  CHECK(is_class<infinite>(-INFINITY));
  CHECK_FALSE(is_class<infinite>(f32_from(kNanF32)));
  CHECK(is_class<number>(0.0));
  CHECK_FALSE(is_class<number>(f64_from(kNanF64)));
  CHECK(is_class<notanumber>(f64_from(kNanF64)));
  CHECK_FALSE(is_class<notanumber>(1.0));
  CHECK(is_class<normal>(0x1p-126f));
  CHECK(is_class<normal>(0.0f));
  CHECK_FALSE(is_class<normal>(0x1p-127f));
  CHECK(is_class<subnormal>(0x1p-1030));
  CHECK_FALSE(is_class<subnormal>(0.0));
}

}  // namespace
}  // namespace warplab::sim::scalar
