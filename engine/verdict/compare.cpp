#include "verdict/compare.hpp"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "verdict/number_text.hpp"

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

// How `value` reads beside `other`.
template <class T>
std::string text_beside(T value, T other) {
  if constexpr (std::is_integral_v<T>) return std::to_string(value);
  else {
    const auto a = static_cast<double>(value), b = static_cast<double>(other);
    return number_text(a, digits_apart(a, b));
  }
}

template <class T>
auto number_at(const std::byte* at) {
  if constexpr (std::is_same_v<T, Half>) return to_float(load<Half>(at));
  else return load<T>(at);
}

// Calls `look` with a value of the C++ type of `type`'s elements.
template <class Look>
auto with_type(sim::ElementType type, Look look) {
  using enum sim::ElementType;
  switch (type) {
    case u8: return look(uint8_t{});
    case i8: return look(int8_t{});
    case u16: return look(uint16_t{});
    case i16: return look(int16_t{});
    case u32: return look(uint32_t{});
    case i32: return look(int32_t{});
    case u64: return look(uint64_t{});
    case i64: return look(int64_t{});
    case f16: return look(Half{});
    case f32: return look(float{});
    case f64: return look(double{});
  }
  assert(!"every element type is handled");
  return look(uint8_t{});
}

}  // namespace

Comparison compare(sim::ElementType type, std::span<const std::byte> actual,
                   std::span<const std::byte> expected, const exercise::Tolerance& tolerance) {
  assert(actual.size() == expected.size());
  return with_type(type, [&]<class T>(T) {
    Comparison result;
    result.total = expected.size() / sizeof(T);
    for (uint64_t i = 0; i < result.total; ++i) {
      const auto a = number_at<T>(actual.data() + i * sizeof(T));
      const auto b = number_at<T>(expected.data() + i * sizeof(T));
      if (within(a, b, tolerance)) continue;
      ++result.wrong;
      if (result.first) continue;
      result.first = i;
      result.actual = static_cast<double>(a);
      result.expected = static_cast<double>(b);
      result.actual_text = text_beside(a, b);
      result.expected_text = text_beside(b, a);
    }
    return result;
  });
}

bool is_right(sim::ElementType type, const std::byte* actual, const std::byte* expected,
              const exercise::Tolerance& tolerance) {
  return with_type(type, [&]<class T>(T) {
    return within(number_at<T>(actual), number_at<T>(expected), tolerance);
  });
}

}  // namespace warplab::verdict
