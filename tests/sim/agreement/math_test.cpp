// Corpus kernels with floating-point numbers. Exact operations are checked bit by bit against the
// host's, the math library within the errors that the CUDA C++ Programming Guide states for it.
#include <bit>
#include <cfenv>
#include <functional>

#include "corpus_run.hpp"

using namespace warplab;

namespace {

// One operation under a rounding mode of the host. The volatile result keeps it where it is.
template <class T, class Operation>
T rounded(int mode, Operation operation) {
  std::fesetround(mode);
  volatile T result = operation();
  std::fesetround(FE_TONEAREST);
  return result;
}

constexpr int kModes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

template <class T>
void append_rounded(std::vector<T>& out, T a, T b) {
  volatile T x = a, y = b;
  for (const int mode : kModes) out.push_back(rounded<T>(mode, [&] { return x + y; }));
  for (const int mode : kModes) out.push_back(rounded<T>(mode, [&] { return x * y; }));
  for (const int mode : kModes) out.push_back(rounded<T>(mode, [&] { return x / y; }));
  volatile T z = 1 / y;
  out.push_back(rounded<T>(FE_TONEAREST, [&] { return std::fma(x, y, z); }));
  out.push_back(rounded<T>(FE_TOWARDZERO, [&] { return std::fma(x, y, y); }));
  out.push_back(rounded<T>(FE_DOWNWARD, [&] { return std::sqrt(y); }));
  out.push_back(rounded<T>(FE_UPWARD, [&] { return 1 / y; }));
}

// The nearest number with `digits` significant bits and at least 2^smallest as their unit.
double to_digits(double value, int digits, int smallest = -1100) {
  if (value == 0 || !std::isfinite(value)) return value;
  const int unit = std::max(std::ilogb(value) - digits + 1, smallest);
  return std::ldexp(std::nearbyint(std::ldexp(value, -unit)), unit);
}
double to_half(double value) { return to_digits(value, 11, -24); }
double to_brain(double value) { return to_digits(value, 8); }

double from_half(uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const double magnitude =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}
double from_brain(uint16_t bits) { return std::bit_cast<float>(uint32_t{bits} << 16); }

template <class T>
std::vector<double> as_doubles(const std::vector<T>& bits, double (*convert)(T)) {
  std::vector<double> values;
  for (const T b : bits) values.push_back(convert(b));
  return values;
}

}  // namespace

TEST_CASE("sums, products, quotients and roots round in all four modes") {
  for (const CorpusRun& run : run_corpus("float_rounding")) {
    const auto a = run.before<float>("a"), b = run.before<float>("b");
    std::vector<float> single;
    std::vector<double> both;
    for (size_t i = 0; i < 64; ++i) {
      append_rounded<float>(single, a[i], b[i]);
      append_rounded<double>(both, a[i] / 3.0, b[i] * 1.1);
    }
    CHECK(difference(run.result<float>("out"), single) == "");
    CHECK(difference(run.result<double>("outd"), both) == "");
  }
}

TEST_CASE("comparisons, minimum and maximum treat numbers that are none as IEEE 754 says") {
  for (const CorpusRun& run : run_corpus("float_classes")) {
    const auto bits = run.before<uint32_t>("bits");
    const uint32_t special[8] = {0x7fc00000, 0x7f800000, 0xff800000, 0,
                                 0x80000000, 1,          0x3f800000, 0x80400000};
    const auto out = run.result<int>("out");
    for (size_t i = 0; i < 64; ++i) {
      const auto x = std::bit_cast<float>(i % 2 ? special[i / 2 % 8] : bits[i]);
      const auto y = std::bit_cast<float>(i % 4 < 2 ? special[(i / 4 + 3) % 8] : bits[63 - i]);
      CAPTURE(i);
      CHECK(out[4 * i] == ((x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 | (x > y) << 4 |
                           (x >= y) << 5 | !(x < y) << 6 | !(x >= y) << 7 |
                           (std::isnan(x) || std::isnan(y)) << 8));
      CHECK(out[4 * i + 1] == (std::isnan(x) | std::isinf(x) << 1 | std::isfinite(x) << 2 |
                               std::signbit(x) << 3 | (x == 0) << 4));
      const auto least = std::bit_cast<float>(out[4 * i + 2]);
      CHECK(std::isnan(least) == (std::isnan(x) && std::isnan(y)));
      if (!std::isnan(least)) CHECK(least == std::fmin(x, y));
      const auto last = std::bit_cast<float>(out[4 * i + 3]);
      CHECK(last == (std::isnan(x) ? std::copysign(1.0f, y)
                                   : std::fmax(std::fabs(x), std::copysign(2.0f, y))));
    }
  }
}

TEST_CASE("conversions round as asked and clamp what is out of range") {
  for (const CorpusRun& run : run_corpus("conversions")) {
    const auto in = run.before<double>("in");
    const auto clamped = [](double v, double low, double high) {
      return v < low ? low : v > high ? high : v;
    };
    std::vector<int64_t> expected;
    for (size_t i = 0; i < 64; ++i) {
      const double x = in[i] * (i % 4 == 3 ? 1e17 : i % 4 == 2 ? 1e7 : 1);
      const auto f = static_cast<float>(x);
      const auto to_int = [&](double v) {
        return static_cast<int64_t>(clamped(v, -2147483648.0, 2147483647.0));
      };
      const auto to_long = [&](double v) {
        if (v >= 0x1p63) return INT64_MAX;
        return v <= -0x1p63 ? INT64_MIN : static_cast<int64_t>(v);
      };
      const auto to_unsigned_long = [&](double v) {
        if (v >= 0x1p64) return int64_t{-1};
        return v <= 0 ? 0 : static_cast<int64_t>(static_cast<uint64_t>(v));
      };
      for (double (*way)(double) :
           {+[](double v) { return std::nearbyint(v); }, +[](double v) { return std::trunc(v); },
            +[](double v) { return std::ceil(v); }, +[](double v) { return std::floor(v); }})
        expected.push_back(to_int(way(f)));
      const int64_t whole = to_long(std::nearbyint(x));
      const auto times = static_cast<int64_t>(static_cast<uint64_t>(whole) * 12345);
      volatile int64_t number = times;
      volatile double wide = x;
      expected.push_back(whole);
      expected.push_back(static_cast<int64_t>(clamped(std::trunc(x), 0, 4294967295.0)));
      expected.push_back(to_unsigned_long(std::nearbyint(double{f})));
      expected.push_back(to_unsigned_long(std::ceil(x)));
      expected.push_back(std::bit_cast<int32_t>(static_cast<float>(times)));
      expected.push_back(std::bit_cast<int32_t>(rounded<float>(
          FE_TOWARDZERO, [&] { return static_cast<float>(static_cast<uint64_t>(number)); })));
      expected.push_back(std::bit_cast<int64_t>(
          rounded<double>(FE_DOWNWARD, [&] { return static_cast<double>(number); })));
      expected.push_back(std::bit_cast<int32_t>(
          rounded<float>(FE_UPWARD, [&] { return static_cast<float>(wide); })));
      expected.push_back(std::bit_cast<int32_t>(std::nearbyint(f)));
      expected.push_back(
          std::bit_cast<int64_t>(std::floor(x) + std::ceil(x) * 2 + std::trunc(x) * 4));
      expected.push_back(std::bit_cast<int32_t>(f > 1 ? 1.0f : f > 0 ? f : 0.0f));
      expected.push_back(
          std::bit_cast<int32_t>(static_cast<float>(1 << 30 | static_cast<int32_t>(i * 77))));
    }
    CHECK(difference(run.result<int64_t>("out"), expected) == "");
  }
}

namespace {

// Reference results of the two math kernels. Arguments as the kernels compute them.
template <class T>
std::vector<T> math_library(const std::vector<T>& in) {
  std::vector<T> out;
  for (size_t i = 0; i < in.size(); ++i) {
    const T x = in[i], y = x - T(4.5), u = y / 5;
    const auto exponent = static_cast<int>(i) - 30;
    const long double X = x, Y = y, U = u, seven = T(0.7);
    const T large = y * T(1e5);
    for (const long double v :
         {std::sin(Y),
          std::cos(Y),
          std::tan(Y),
          std::sin(static_cast<long double>(large)),
          std::exp(Y),
          std::exp2(Y),
          std::pow(10.0L, Y),
          std::expm1(Y),
          std::log(X),
          std::log2(X),
          std::log10(X),
          std::log1p(X),
          std::pow(X, Y),
          std::sqrt(X),
          1 / std::sqrt(X),
          std::cbrt(Y),
          std::asin(U),
          std::acos(U),
          std::atan(Y),
          std::atan2(Y, X),
          std::sinh(Y),
          std::cosh(Y),
          std::tanh(U),
          std::hypot(X, Y),
          std::erf(U),
          std::erfc(U),
          std::tgamma(X),
          std::lgamma(X),
          std::fmod(X, seven),
          std::remainder(X, seven),
          std::ldexp(U, exponent),
          sizeof(T) == 4 ? static_cast<long double>(::j0(static_cast<double>(x))) : 1 / X})
      out.push_back(static_cast<T>(v));
  }
  return out;
}

}  // namespace

TEST_CASE("the math library for floats is within its stated errors") {
  for (const CorpusRun& run : run_corpus("math_f32")) {
    // Most are good to 2 ulp; tgammaf and powf, the worst, to 9. Near a zero of the function
    // lgammaf and j0f have an absolute error only.
    const auto expected = math_library(run.before<float>("in"));
    const auto actual = run.result<float>("out");
    for (size_t k = 0; k < expected.size(); ++k) {
      CAPTURE(k / 32);
      CAPTURE(k % 32);
      CHECK(std::fabs(actual[k] - expected[k]) <=
            6e-7 * std::fabs(expected[k]) + 3e-6 * (k % 32 >= 27));
    }
  }
}

TEST_CASE("the math library for doubles is within its stated errors") {
  for (const CorpusRun& run : run_corpus("math_f64")) {
    const auto expected = math_library(run.before<double>("in"));
    const auto actual = run.result<double>("out");
    for (size_t k = 0; k < expected.size(); ++k) {
      CAPTURE(k / 32);
      CAPTURE(k % 32);
      CHECK(std::fabs(actual[k] - expected[k]) <=
            2e-15 * std::fabs(expected[k]) + 1e-15 * (k % 32 == 27));
    }
  }
}

TEST_CASE("fast functions are as good as the special function unit") {
  for (const CorpusRun& run : run_corpus("fast_math")) {
    const auto in = run.before<float>("in"), out = run.result<float>("out");
    for (size_t i = 0; i < 64; ++i) {
      const double x = in[i];
      const double y = in[i] - 3.0f;
      const double expected[10] = {std::sin(y),      std::cos(y),
                                   std::exp(x),      std::log(x),
                                   std::pow(x, 1.7), 1 / x,
                                   std::pow(10, x),  std::log2(x),
                                   1 / std::sqrt(x), std::tan(static_cast<double>(in[i] / 5))};
      for (size_t k = 0; k < 10; ++k) {
        CAPTURE(i);
        CAPTURE(k);
        CHECK(std::fabs(out[10 * i + k] - expected[k]) <= 2e-6 * std::fabs(expected[k]) + 1e-6);
      }
    }
  }
}

TEST_CASE("half precision rounds after each operation and once in a fused one") {
  for (const CorpusRun& run : run_corpus("half_arithmetic")) {
    const auto a = as_doubles(run.before<uint16_t>("a"), from_half);
    const auto b = as_doubles(run.before<uint16_t>("b"), from_half);
    std::vector<double> expected;
    for (size_t i = 0; i < 64; ++i) {
      double q[2], f[2];
      for (size_t k = 0; k < 2; ++k) {
        q[k] = to_half(a[2 * i + k] / b[2 * i + k]);
        f[k] = to_half(q[k] * b[2 * i + k] + to_half(a[2 * i + k] * a[2 * i + k]));
      }
      expected.insert(expected.end(), {q[0], q[1], f[0], f[1], to_half(a[2 * i] + to_half(0.1f)),
                                       a[2 * i] < b[2 * i] ? 1 : -a[2 * i + 1],
                                       to_half(2049 + 2 * static_cast<double>(i)),
                                       to_half(1.0 / (static_cast<double>(i) + 3)),
                                       std::max(q[0], q[1]), std::trunc(std::fabs(q[0]))});
    }
    CHECK(difference(as_doubles(run.result<uint16_t>("out"), from_half), expected) == "");
  }
}

TEST_CASE("numbers become halves and halves become whole numbers with each rounding") {
  for (const CorpusRun& run : run_corpus("half_conversions")) {
    const auto in = run.before<float>("in");
    const auto out = run.result<int>("out");
    for (size_t i = 0; i < 64; ++i) {
      CAPTURE(i);
      const int* o = out.data() + 10 * i;
      for (size_t k = 0; k < 4; ++k) {
        volatile double unit = std::ldexp(1.0, std::ilogb(in[i]) - 10), x = in[i] / unit;
        const double expected =
            unit * rounded<double>(kModes[k], [&] { return std::nearbyint(x); });
        CHECK(from_half(static_cast<uint16_t>(o[k])) == expected);
      }
      const double h = to_half(in[i]);
      CHECK(o[4] == static_cast<int>(std::nearbyint(h)));
      CHECK(o[5] == static_cast<int>(std::trunc(h)));
      CHECK(o[6] == static_cast<int>(std::floor(h)));
      CHECK(o[7] == static_cast<int>(std::ceil(h)));
      CHECK(o[8] == static_cast<int>(std::nearbyint(h)) + std::max(0, static_cast<int>(h)));
      CHECK(from_half(static_cast<uint16_t>(o[9])) == std::nearbyint(h));
    }
  }
}

TEST_CASE("functions of halves are good to the last bit or two") {
  for (const CorpusRun& run : run_corpus("half_functions")) {
    const auto in = as_doubles(run.before<uint16_t>("in"), from_half);
    std::vector<float> expected;
    for (const double x : in)
      for (const double v : {std::sqrt(x), std::exp(x), std::log(x), std::sin(x), std::cos(x),
                             1 / x, 1 / std::sqrt(x), std::exp2(x)})
        expected.push_back(static_cast<float>(v));
    CHECK(difference(run.result<float>("out"), expected, 0x1p-10) == "");
  }
}

TEST_CASE("bfloat16 keeps eight significant bits") {
  for (const CorpusRun& run : run_corpus("bfloat16")) {
    const auto a = run.before<float>("a"), b = run.before<float>("b");
    std::vector<double> expected;
    for (size_t i = 0; i < 64; ++i) {
      const double x = to_brain(a[i]), y = to_brain(b[i]);
      const double cut = from_brain(static_cast<uint16_t>(std::bit_cast<uint32_t>(a[i]) >> 16));
      expected.insert(expected.end(), {x, to_brain(x * y + x), std::max(x, y), cut, to_brain(x * y),
                                       to_brain(y * y)});
    }
    CHECK(difference(as_doubles(run.result<uint16_t>("out"), from_brain), expected) == "");
  }
}
