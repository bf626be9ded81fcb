// Accuracy of the approximate functions over all of f32, against the host's math library in f64,
// and their values at the points that the PTX manual tabulates.

#include "sim/scalar/approx.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "samples.hpp"

namespace warplab::sim::scalar {
namespace {

// Distance in representable numbers.
std::int64_t ulps_between(float a, float b) {
  const auto order = [](float x) {
    const auto bits = static_cast<std::int32_t>(bits_of(x));
    return static_cast<std::int64_t>(bits < 0 ? -(bits & 0x7fffffff) : bits);
  };
  return std::llabs(order(a) - order(b));
}

struct Accuracy {
  std::int64_t worst_ulps = 0;
  int inexact = 0;  // results that are not the correctly rounded ones
  int tried = 0;
};

// Each sign and exponent, with mantissas at both ends and at random.
template <typename Function, typename Reference>
Accuracy measure(Function function, Reference reference) {
  samples::Random random(11);
  Accuracy accuracy;
  for (std::uint32_t sign_exponent = 0; sign_exponent < 512; ++sign_exponent) {
    for (int i = 0; i < 600; ++i) {
      std::uint32_t mantissa = static_cast<std::uint32_t>(random()) & 0x7fffffu;
      if (i < 4) mantissa = static_cast<std::uint32_t>(i);
      if (i >= 4 && i < 8) mantissa = 0x7fffffu - static_cast<std::uint32_t>(i - 4);
      const float x = f32_from((sign_exponent << 23) | mantissa);
      const float expected = static_cast<float>(reference(static_cast<double>(x)));
      const float actual = function(x);
      ++accuracy.tried;
      if (is_nan(expected) || is_nan(actual)) {
        CAPTURE(x);
        REQUIRE(is_nan(expected) == is_nan(actual));
        continue;
      }
      const std::int64_t distance = ulps_between(expected, actual);
      accuracy.inexact += distance != 0;
      if (distance > accuracy.worst_ulps) accuracy.worst_ulps = distance;
    }
  }
  return accuracy;
}

void check_correctly_rounded(const Accuracy& accuracy) {
  CHECK(accuracy.tried > 300'000);
  CHECK(accuracy.worst_ulps <= 1);
  CHECK(accuracy.inexact <= 2);
}

constexpr auto kRcp = [](float x) { return rcp_approx(x); };
constexpr auto kRsqrt = [](float x) { return rsqrt_approx(x); };
constexpr auto kSqrt = [](float x) { return sqrt_approx(x); };
constexpr auto kEx2 = [](float x) { return ex2_approx(x); };
constexpr auto kLg2 = [](float x) { return lg2_approx(x); };
constexpr auto kTanh = [](float x) { return tanh_approx(x); };

TEST_CASE("rcp, rsqrt and sqrt are correctly rounded at every exponent") {
  check_correctly_rounded(measure(kRcp, [](double x) { return 1.0 / x; }));
  check_correctly_rounded(measure(kRsqrt, [](double x) { return 1.0 / std::sqrt(x); }));
  check_correctly_rounded(measure(kSqrt, [](double x) { return std::sqrt(x); }));
}

TEST_CASE("ex2, lg2 and tanh are correctly rounded at every exponent") {
  check_correctly_rounded(measure(kEx2, [](double x) { return std::exp2(x); }));
  check_correctly_rounded(measure(kLg2, [](double x) { return std::log2(x); }));
  check_correctly_rounded(measure(kTanh, [](double x) { return std::tanh(x); }));
}

TEST_CASE("ex2 and tanh are correctly rounded where their results vary") {
  samples::Random random(12);
  int inexact = 0;
  for (int i = 0; i < 300'000; ++i) {
    const float x = static_cast<float>(static_cast<std::int32_t>(random())) * 0x1p-24f;  // +-128
    const float y = x * 0x1p-3f;
    inexact += ex2_approx(x) != static_cast<float>(std::exp2(static_cast<double>(x)));
    inexact += tanh_approx(y) != static_cast<float>(std::tanh(static_cast<double>(y)));
  }
  CHECK(inexact <= 2);
}

TEST_CASE("lg2 keeps its relative accuracy next to 1") {
  for (std::uint32_t bits = 0x3f7fff00u; bits < 0x3f800100u; ++bits) {
    const float x = f32_from(bits);
    CHECK(lg2_approx(x) == static_cast<float>(std::log2(static_cast<double>(x))));
  }
}

TEST_CASE("ex2 gives subnormal results their last bits") {
  CHECK(ex2_approx(-149.0f) == 0x1p-149f);
  CHECK(ex2_approx(-127.5f) == static_cast<float>(std::exp2(-127.5)));
  CHECK(ex2_approx(-150.0f) == 0.0f);
  CHECK(ex2_approx(-149.9f) == 0x1p-149f);
}

// PTX ISA, sin and cos: 2^-20.5 in [-2 pi, 2 pi], 2^-14.7 in [-100 pi, 100 pi].
double worst_sine_error(double limit) {
  samples::Random random(13);
  double worst = 0;
  for (int i = 0; i < 400'000; ++i) {
    const double unit = static_cast<double>(static_cast<std::int64_t>(random())) * 0x1p-63;
    const float x = static_cast<float>(unit * limit);
    worst = std::max(worst, std::abs(double{sin_approx(x)} - std::sin(double{x})));
    worst = std::max(worst, std::abs(double{cos_approx(x)} - std::cos(double{x})));
  }
  return worst;
}

TEST_CASE("sin and cos are within the errors that the manual states, and not much better") {
  const double pi = std::acos(-1.0);
  CHECK(worst_sine_error(2 * pi) < std::exp2(-20.5));
  CHECK(worst_sine_error(2 * pi) > std::exp2(-22.0));
  CHECK(worst_sine_error(100 * pi) < std::exp2(-14.7));
}

TEST_CASE("sin and cos lie within 2^-22 of what an H200 answers") {
  struct Measured {
    float x, sine, cosine;
  };
  // 2^-23 and below are no part of a turn to the hardware.
  constexpr Measured kMeasured[] = {
      {0x1p-23f, 0.0f, 1.0f},
      {0x1.5fdbbep-20f, 0x1.2d9bp-20f, 1.0f},
      {0x1p-1f, 0x1.eaee8p-2f, 0x1.c1528p-1f},
      {0x1p+0f, 0x1.aed546p-1f, 0x1.14a282p-1f},
      {0x1.921fb6p+0f, 1.0f, 0.0f},
      {0x1.2d97c8p+1f, 0x1.6a09e4p-1f, -0x1.6a09e6p-1f},
      {0x1.921fb6p+1f, 0.0f, -1.0f},
      {-0x1.5fdbcp+2f, 0x1.6a09e6p-1f, 0x1.6a09e4p-1f},
      {0x1.921fb6p+3f, -0x1.2d9bp-21f, 1.0f},
      {0x1.e66666p+10f, -0x1.a1a3e2p-1f, -0x1.282d3ap-1f},
      {-0x1.e66666p+15f, 0x1.8dc452p-1f, 0x1.425feep-1f},
      {0x1.e66666p+22f, -0x1.6a09e6p-1f, 0x1.6a09e4p-1f},
      {0x1.e66666p+40f, 0.0f, 1.0f},
  };
  for (const Measured& m : kMeasured) {
    CAPTURE(m.x);
    CHECK(std::abs(sin_approx(m.x) - m.sine) < 0x1p-22f);
    CHECK(std::abs(cos_approx(m.x) - m.cosine) < 0x1p-22f);
  }
}

TEST_CASE("sin is odd and cos is even, bit for bit") {
  samples::Random random(14);
  for (int i = 0; i < 20'000; ++i) {
    const float x = f32_from(samples::word(random) & 0x7fffffffu);
    if (!is_finite(x)) continue;
    REQUIRE(bits_of(sin_approx(-x)) == (bits_of(sin_approx(x)) ^ 0x80000000u));
    REQUIRE(bits_of(cos_approx(-x)) == bits_of(cos_approx(x)));
  }
}

// One line of the manual's tables of special values.
struct Special {
  float (*function)(float);
  float x;
  std::uint32_t bits;
};

TEST_CASE("special values are those of the manual") {
  constexpr float kInfinity = INFINITY;
  const float nan = f32_from(0xffc00001u);
  const float subnormal = 0x1p-130f;
  constexpr std::uint32_t kPlusInfinity = 0x7f800000u;
  constexpr std::uint32_t kMinusInfinity = 0xff800000u;
  constexpr std::uint32_t kOne = 0x3f800000u;
  constexpr std::uint32_t kMinusZero = 0x80000000u;
  constexpr auto sine = [](float x) { return sin_approx(x); };
  constexpr auto cosine = [](float x) { return cos_approx(x); };
  const Special specials[] = {
      {kRcp, kInfinity, 0},
      {kRcp, -kInfinity, kMinusZero},
      {kRcp, 0.0f, kPlusInfinity},
      {kRcp, -0.0f, kMinusInfinity},
      {kRcp, nan, kNanF32},
      {kRsqrt, kInfinity, 0},
      {kRsqrt, 0.0f, kPlusInfinity},
      {kRsqrt, -0.0f, kMinusInfinity},
      {kRsqrt, -1.0f, kNanF32},
      {kRsqrt, nan, kNanF32},
      {kSqrt, -0.0f, kMinusZero},
      {kSqrt, kInfinity, kPlusInfinity},
      {kSqrt, -1.0f, kNanF32},
      {kSqrt, nan, kNanF32},
      {kEx2, -kInfinity, 0},
      {kEx2, kInfinity, kPlusInfinity},
      {kEx2, 128.0f, kPlusInfinity},
      {kEx2, -0.0f, kOne},
      {kEx2, subnormal, kOne},
      {kEx2, nan, kNanF32},
      {kLg2, 0.0f, kMinusInfinity},
      {kLg2, -0.0f, kMinusInfinity},
      {kLg2, kInfinity, kPlusInfinity},
      {kLg2, -kInfinity, kNanF32},
      {kLg2, -1.0f, kNanF32},
      {kLg2, 1.0f, 0},
      {kLg2, nan, kNanF32},
      {sine, kInfinity, kNanF32},
      {sine, -kInfinity, kNanF32},
      {sine, 0.0f, 0},
      {sine, -0.0f, kMinusZero},
      {sine, -subnormal, kMinusZero},
      {sine, nan, kNanF32},
      {cosine, kInfinity, kNanF32},
      {cosine, -0.0f, kOne},
      {cosine, subnormal, kOne},
      {cosine, nan, kNanF32},
      {kTanh, kInfinity, kOne},
      {kTanh, -kInfinity, kOne | kMinusZero},
      {kTanh, -0.0f, kMinusZero},
      {kTanh, subnormal, 0x00080000u},
      {kTanh, nan, kNanF32},
  };
  int line = 0;
  for (const Special& special : specials) {
    CAPTURE(line++);
    CHECK(bits_of(special.function(special.x)) == special.bits);
  }
}

TEST_CASE("div.approx treats a large divisor as the manual says, div.full does not") {
  CHECK(div_approx(6.0f, 3.0f) == 2.0f);
  CHECK(div_approx(1.0f, 0x1p126f) == 0x1p-126f);
  CHECK(div_approx(0x1p127f, 0x1.8p126f) == 0.0f);
  CHECK(bits_of(div_approx(-0x1p127f, 0x1.8p126f)) == 0x80000000u);
  CHECK(bits_of(div_approx(INFINITY, 0x1p127f)) == kNanF32);
  CHECK(div_full(0x1p127f, 0x1p127f) == 1.0f);
  CHECK(div_full(INFINITY, 0x1p127f) == INFINITY);
  CHECK(bits_of(div_full(0.0f, 0.0f)) == kNanF32);
}

TEST_CASE("rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 work on the upper words") {
  samples::Random random(15);
  for (int i = 0; i < 100'000; ++i) {
    const double x = f64_from(samples::long_word(random));
    const double reciprocal = 1.0 / x;
    if (std::isnormal(x) && std::isnormal(reciprocal)) {
      REQUIRE(std::abs(rcp_approx(x) / reciprocal - 1.0) < 0x1p-19);
    }
    if (std::isnormal(x) && x > 0) {
      REQUIRE(std::abs(rsqrt_approx_ftz(x) * std::sqrt(x) - 1.0) < 0x1p-19);
    }
    REQUIRE((bits_of(rcp_approx(x)) & 0xffffffffu) == 0);
    REQUIRE((bits_of(rsqrt_approx_ftz(x)) & 0xffffffffu) == 0);
  }
  CHECK(rcp_approx(0x1p-1030) == double{INFINITY});
  CHECK(bits_of(rcp_approx(-double{INFINITY})) == 0x8000000000000000ull);
  CHECK(rcp_approx(0x1p1023) == 0.0);
  CHECK(bits_of(rsqrt_approx_ftz(-1.0)) == 0x7fffffff00000000ull);
}

TEST_CASE("rsqrt.approx.f64 is accurate to 1 ulp, subnormal operands included") {
  CHECK(rsqrt_approx(4.0) == 0.5);
  CHECK(rsqrt_approx(0x1p-1074) == 0x1p537);
  CHECK(bits_of(rsqrt_approx(-1.0)) == kNanF64);
  CHECK(rsqrt_approx(-0.0) == -double{INFINITY});
  samples::Random random(16);
  for (int i = 0; i < 50'000; ++i) {
    const double x = std::abs(f64_from(samples::long_word(random)));
    if (!is_finite(x) || x == 0) continue;
    const long double exact = 1.0L / std::sqrt(static_cast<long double>(x));
    REQUIRE(std::abs(static_cast<long double>(rsqrt_approx(x)) / exact - 1.0L) < 0x1p-52L);
  }
}

TEST_CASE("the 16-bit forms of ex2 and tanh are the exact values, rounded") {
  for (std::uint32_t h = 0; h < 0x10000; ++h) {
    const auto x = static_cast<std::uint16_t>(h);
    const double wide = f16_to_f32(x);
    CHECK(ex2_approx_f16(x) == f64_to_f16(canonical(static_cast<float>(std::exp2(wide)))));
  }
  CHECK(tanh_approx_f16(0x3c00) == 0x3a18);  // tanh(1) = 0.7616
  CHECK(tanh_approx_bf16(0x3f80) == 0x3f43);
  CHECK(ex2_approx_bf16(0x4040) == 0x4100);  // 2^3
  CHECK(ex2_approx_bf16(0xc2fe) == 0);       // 2^-127 is subnormal: flushed
}

}  // namespace
}  // namespace warplab::sim::scalar
