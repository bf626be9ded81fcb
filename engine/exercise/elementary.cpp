#include "exercise/elementary.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace warplab::exercise {
namespace {

// The sum of both; `low` is less than half a unit in the last place of `high`.
struct Pair {
  double high = 0, low = 0;
};

Pair exact_sum(double a, double b) {
  const double sum = a + b, of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}

Pair operator+(Pair a, Pair b) {
  const Pair sum = exact_sum(a.high, b.high);
  return exact_sum(sum.high, sum.low + a.low + b.low);
}

Pair operator*(Pair a, Pair b) {
  const double product = a.high * b.high;
  const double rest = std::fma(a.high, b.high, -product);
  return exact_sum(product, rest + (a.high * b.low + a.low * b.high));
}

Pair divided_by(Pair a, double divisor) {
  const double quotient = a.high / divisor;
  const double rest = std::fma(-quotient, divisor, a.high) + a.low;
  return exact_sum(quotient, rest / divisor);
}

// ln 2 = 0.6931471805599453 + 2.319046813846299558e-17
constexpr Pair kLn2{std::numbers::ln2, 2.319046813846299558e-17};

// exp(x) as a pair and a power of two, for |x| up to 800.
struct Scaled {
  Pair value;
  int exponent = 0;
};

Scaled exponential_of(Pair x) {
  const double twos = std::nearbyint(x.high / kLn2.high);
  const Pair rest = x + kLn2 * Pair{-twos, 0};  // |rest| < 0.35
  // exp(rest) = exp(rest / 2^8)^(2^8); below 0.0014 eleven terms of the series are 107 bits, and
  // what the last six of them add is so small that 53 bits of it do.
  constexpr int kHalvings = 8, kTerms = 11, kPairs = 5;
  const Pair small{std::ldexp(rest.high, -kHalvings), std::ldexp(rest.low, -kHalvings)};
  double last = 1;
  for (int n = kTerms; n > kPairs; --n) last = 1 + small.high * last / n;
  Pair sum{last, 0};
  for (int n = kPairs; n >= 1; --n) sum = Pair{1, 0} + divided_by(small * sum, n);
  for (int i = 0; i < kHalvings; ++i) sum = sum * sum;
  return {sum, static_cast<int>(twos)};
}

// Beyond these exp() is infinity, or less than half of the smallest double.
constexpr double kOverflows = 710, kVanishes = -746;

double rounded_exponential(Pair x) {
  if (x.high > kOverflows) return std::numeric_limits<double>::infinity();
  if (x.high < kVanishes) return 0;
  const auto [value, exponent] = exponential_of(x);
  return std::ldexp(value.high + value.low, exponent);
}

// Of a finite number above 0.
Pair logarithm_of(double x) {
  int exponent = 0;
  double fraction = std::frexp(x, &exponent);  // 0.5 <= fraction < 1
  if (fraction < 0.70710678118654752) {
    fraction *= 2;  // so that what is near 1 stays there, and nothing cancels
    --exponent;
  }
  // One step of Newton's method from the library's value: what it has wrong in its last bits goes.
  const double guess = std::log(fraction);
  const Scaled inverse = exponential_of({-guess, 0});
  const Pair value{std::ldexp(inverse.value.high, inverse.exponent),
                   std::ldexp(inverse.value.low, inverse.exponent)};
  const Pair error = Pair{fraction, 0} * value + Pair{-1, 0};
  const Pair step = error + Pair{-0.5 * error.high * error.high, 0};
  return kLn2 * Pair{static_cast<double>(exponent), 0} + (Pair{guess, 0} + step);
}

// By multiplication, each within 2^-100 of the product; of at most 64 factors.
constexpr double kMostFactors = 64;
double product_of(double factor, int factors) {
  Pair product{1, 0}, square{factor, 0};
  for (; factors > 0; factors /= 2) {
    if (factors % 2 == 1) product = product * square;
    if (factors > 1) square = square * square;
  }
  return product.high + product.low;
}
// Where neither a product nor its lower half leaves the range of a double.
bool is_ordinary(double value) { return std::fabs(value) > 1e-250 && std::fabs(value) < 1e300; }

}  // namespace

double exponential(double x) { return std::isnan(x) ? x : rounded_exponential({x, 0}); }

double logarithm(double x) {
  if (!(x > 0) || std::isinf(x)) return std::log(x);
  const Pair value = logarithm_of(x);
  return value.high + value.low;
}

double power(double base, double exponent) {
  const bool is_whole = std::floor(exponent) == exponent;
  const bool is_special = base == 0 || base == 1 || exponent == 0 || !std::isfinite(base) ||
                          !std::isfinite(exponent) || (base < 0 && !is_whole);
  if (is_special) return std::pow(base, exponent);
  if (is_whole && exponent > 0 && exponent <= kMostFactors) {
    const double product = product_of(base, static_cast<int>(exponent));
    if (is_ordinary(product)) return product;
  }
  const bool is_odd = std::fabs(std::fmod(exponent, 2)) == 1;
  const Pair logarithm = logarithm_of(std::fabs(base));
  // What is far beyond the range would overflow in the product already.
  const double estimate = logarithm.high * exponent;
  const double size = std::fabs(estimate) > 1000
                          ? rounded_exponential({estimate, 0})
                          : rounded_exponential(logarithm * Pair{exponent, 0});
  return base < 0 && is_odd ? -size : size;
}

}  // namespace warplab::exercise
