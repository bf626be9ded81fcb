#include "verdict/compare.hpp"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace warplab::verdict {
namespace {

// The 16 bits of an IEEE 754 binary16.
struct Half {
  uint16_t bits;
};

float to_float(Half h) {
  const uint32_t sign = uint32_t{h.bits & 0x8000u} << 16;
  const uint32_t exponent = (h.bits >> 10) & 0x1f, fraction = h.bits & 0x3ff;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | fraction << 13);
  if (exponent == 0) {  // zero and subnormals: fraction * 2^-24, exact in a float
    const float magnitude = std::ldexp(static_cast<float>(fraction), -24);
    return sign ? -magnitude : magnitude;
  }
  return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
}

template <class T>
T load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// A long double holds every 64-bit integer, so differences of those are exact.
template <class T>
bool within(T actual, T expected, const exercise::Tolerance& tolerance) {
  if (actual == expected) return true;
  const auto a = static_cast<long double>(actual), b = static_cast<long double>(expected);
  if (!std::isfinite(a) || !std::isfinite(b)) return false;
  return std::abs(a - b) <= tolerance.absolute + tolerance.relative * std::abs(b);
}

template <class T>
Comparison compare_as(std::span<const std::byte> actual, std::span<const std::byte> expected,
                      const exercise::Tolerance& tolerance) {
  using Number = std::conditional_t<std::is_same_v<T, Half>, float, T>;
  const auto number = [](T value) -> Number {
    if constexpr (std::is_same_v<T, Half>) return to_float(value);
    else return value;
  };
  Comparison result;
  result.total = expected.size() / sizeof(T);
  for (uint64_t i = 0; i < result.total; ++i) {
    const Number a = number(load<T>(actual.data() + i * sizeof(T)));
    const Number b = number(load<T>(expected.data() + i * sizeof(T)));
    if (a == b || within(a, b, tolerance)) continue;
    ++result.wrong;
    if (result.first) continue;
    result.first = i;
    result.actual = static_cast<double>(a);
    result.expected = static_cast<double>(b);
  }
  return result;
}

}  // namespace

Comparison compare(sim::ElementType type, std::span<const std::byte> actual,
                   std::span<const std::byte> expected, const exercise::Tolerance& tolerance) {
  assert(actual.size() == expected.size());
  using enum sim::ElementType;
  switch (type) {
    case u8: return compare_as<uint8_t>(actual, expected, tolerance);
    case i8: return compare_as<int8_t>(actual, expected, tolerance);
    case u16: return compare_as<uint16_t>(actual, expected, tolerance);
    case i16: return compare_as<int16_t>(actual, expected, tolerance);
    case u32: return compare_as<uint32_t>(actual, expected, tolerance);
    case i32: return compare_as<int32_t>(actual, expected, tolerance);
    case u64: return compare_as<uint64_t>(actual, expected, tolerance);
    case i64: return compare_as<int64_t>(actual, expected, tolerance);
    case f16: return compare_as<Half>(actual, expected, tolerance);
    case f32: return compare_as<float>(actual, expected, tolerance);
    case f64: return compare_as<double>(actual, expected, tolerance);
  }
  assert(!"every element type is handled");
  return {};
}

}  // namespace warplab::verdict
