#include "host_rounding.hpp"

#include <cfenv>
#include <cmath>

namespace warplab::sim::scalar::host {
namespace {

int mode_of(Rounding rounding) {
  switch (rounding) {
    case Rounding::Zero: return FE_TOWARDZERO;
    case Rounding::Down: return FE_DOWNWARD;
    case Rounding::Up: return FE_UPWARD;
    default: return FE_TONEAREST;
  }
}

// Volatile, so that nothing is computed before the mode is switched or at compile time.
template <typename T>
T read(const volatile T& x) {
  return x;
}

template <typename Result, typename Operation, typename... Operands>
Result rounded(Rounding rounding, Operation operation, Operands... operands) {
  std::fesetround(mode_of(rounding));
  volatile Result result = operation(read(operands)...);
  std::fesetround(FE_TONEAREST);
  return result;
}

template <typename T>
T sum(Rounding r, T a, T b) {
  return rounded<T>(
      r, [](T x, T y) { return x + y; }, a, b);
}
template <typename T>
T product(Rounding r, T a, T b) {
  return rounded<T>(
      r, [](T x, T y) { return x * y; }, a, b);
}
template <typename T>
T quotient(Rounding r, T a, T b) {
  return rounded<T>(
      r, [](T x, T y) { return x / y; }, a, b);
}
template <typename T>
T fused(Rounding r, T a, T b, T c) {
  return rounded<T>(
      r, [](T x, T y, T z) { return std::fma(x, y, z); }, a, b, c);
}
template <typename T>
T root(Rounding r, T x) {
  return rounded<T>(
      r, [](T y) { return std::sqrt(y); }, x);
}
template <typename T>
T whole(Rounding r, T x) {
  return rounded<T>(
      r, [](T y) { return std::nearbyint(y); }, x);
}
template <typename To, typename From>
To converted(Rounding r, From x) {
  return rounded<To>(
      r, [](From y) { return static_cast<To>(y); }, x);
}

}  // namespace

float add(Rounding r, float a, float b) { return sum(r, a, b); }
float mul(Rounding r, float a, float b) { return product(r, a, b); }
float fma(Rounding r, float a, float b, float c) { return fused(r, a, b, c); }
float div(Rounding r, float a, float b) { return quotient(r, a, b); }
float sqrt(Rounding r, float x) { return root(r, x); }
double add(Rounding r, double a, double b) { return sum(r, a, b); }
double mul(Rounding r, double a, double b) { return product(r, a, b); }
double fma(Rounding r, double a, double b, double c) { return fused(r, a, b, c); }
double div(Rounding r, double a, double b) { return quotient(r, a, b); }
double sqrt(Rounding r, double x) { return root(r, x); }

float round_to_integral(Rounding r, float x) { return whole(r, x); }
double round_to_integral(Rounding r, double x) { return whole(r, x); }
long double round_to_integral(Rounding r, long double x) { return whole(r, x); }
float to_float(Rounding r, double x) { return converted<float>(r, x); }
float to_float(Rounding r, std::int64_t x) { return converted<float>(r, x); }
// Through the 64-bit significand of long double, where u64 is exact: compilers' own sequences for
// it are only right to nearest.
float to_float(Rounding r, std::uint64_t x) {
  return converted<float>(r, static_cast<long double>(x));
}
double to_double(Rounding r, std::int64_t x) { return converted<double>(r, x); }
double to_double(Rounding r, std::uint64_t x) {
  return converted<double>(r, static_cast<long double>(x));
}

}  // namespace warplab::sim::scalar::host
