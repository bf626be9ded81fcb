#pragma once
// One element of a buffer: the name, size and range of its type, how it is read and written, and
// how its value reads as text. Every other room asks here; only the simulator's arithmetic
// (sim/scalar) has halves of its own, and so has its specification (tests/sim/specification).
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "data/number_text.hpp"

namespace warplab::data {

// The numbers of these are known to cuda/own_kernels.cu.
enum class ElementType : uint8_t { u8, i8, u16, i16, u32, i32, u64, i64, f16, f32, f64, bf16 };

// An IEEE 754 binary16, for which the host's compiler has no type.
struct Half {
  uint16_t bits;
};
// The upper half of a float.
struct BFloat {
  uint16_t bits;
};

// Calls `look` with a value of the C++ type of such elements: the one place that goes through the
// types.
template <class Look>
constexpr decltype(auto) with_type(ElementType type, Look&& look) {
  switch (type) {
    case ElementType::u8: return look(uint8_t{});
    case ElementType::i8: return look(int8_t{});
    case ElementType::u16: return look(uint16_t{});
    case ElementType::i16: return look(int16_t{});
    case ElementType::u32: return look(uint32_t{});
    case ElementType::i32: return look(int32_t{});
    case ElementType::u64: return look(uint64_t{});
    case ElementType::i64: return look(int64_t{});
    case ElementType::f16: return look(Half{});
    case ElementType::f32: return look(float{});
    case ElementType::f64: return look(double{});
    case ElementType::bf16: return look(BFloat{});
  }
  assert(!"every element type is handled");
  return look(uint8_t{});
}

constexpr unsigned bytes_of(ElementType type) {
  return with_type(type, []<class T>(T) { return static_cast<unsigned>(sizeof(T)); });
}

// As exercise files name them: "f32" -> ElementType::f32; none where there is no such type.
std::optional<ElementType> element_type_named(std::string_view name);
std::string_view name_of(ElementType type);
std::span<const std::string_view> element_type_names();

bool is_whole_type(ElementType type);
// Whether a whole-number type holds `value` exactly (beyond 2^53 doubles do not, so it is refused),
// or a floating-point type holds it rounded without overflow.
bool holds(ElementType type, double value);
// "u8 holds whole numbers 0 to 255": the end of a sentence that refuses a value.
std::string range_sentence(ElementType type);

// Rounded to nearest even, as the hardware does; beyond the largest half: infinity.
uint16_t half_bits(double value);
// The same of a BFloat; a double is rounded once.
uint16_t bfloat_bits(double value);

// Exact: every half is a float. Inline, for comparisons of whole buffers.
inline float to_float(Half half) {
  const uint32_t sign = uint32_t{half.bits & 0x8000u} << 16;
  const uint32_t exponent = (half.bits >> 10) & 0x1f, fraction = half.bits & 0x3ff;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | fraction << 13);
  if (exponent == 0) {  // zero and subnormals: fraction * 2^-24
    const float magnitude = std::ldexp(static_cast<float>(fraction), -24);
    return sign ? -magnitude : magnitude;
  }
  return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
}

inline float to_float(BFloat value) { return std::bit_cast<float>(uint32_t{value.bits} << 16); }

// The number in the bytes of an element of C++ type T: T, and of Half and BFloat a float.
template <class T>
auto number_in(const std::byte* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat>) return to_float(value);
  else return value;
}

// The same as a double, to which 64-bit whole numbers are rounded.
inline double number_at(ElementType type, const std::byte* bytes) {
  return with_type(type, [&]<class T>(T) { return static_cast<double>(number_in<T>(bytes)); });
}

// The first less the second, rounded once; 0 where they are equal, infinities too.
inline double difference_of(ElementType type, const std::byte* first, const std::byte* second) {
  return with_type(type, [&]<class T>(T) {
    const auto a = number_in<T>(first), b = number_in<T>(second);
    if (a == b) return 0.0;
    // A long double holds every 64-bit integer, and takes its time.
    if constexpr (std::is_integral_v<T> && sizeof(T) == 8)
      return static_cast<double>(static_cast<long double>(a) - static_cast<long double>(b));
    else return static_cast<double>(a) - static_cast<double>(b);
  });
}

// The element's value as people read it: whole numbers exactly, others to `digits` significant
// digits.
std::string value_text(ElementType type, const std::byte* bytes, int digits = kFewestDigits);
// The same of two elements, each with as many digits more as it takes to tell them apart.
struct TwoTexts {
  std::string first, second;
};
TwoTexts texts_apart(ElementType type, const std::byte* first, const std::byte* second,
                     int digits = kFewestDigits);

// One scalar, for kernel arguments.
std::vector<std::byte> element_bytes(ElementType type, double value);
// The same of a whole-number type, exact over all 64 bits; none where it does not fit.
std::optional<std::vector<std::byte>> whole_bytes(ElementType type, int64_t value);

// Calls value_at(0), value_at(1), ... for as many elements as `bytes` has and stores the doubles it
// returns as elements. The values must be ones that the type holds(). A template, so that the type
// is looked up once a buffer and not once an element.
template <class ValueAt>
void store_elements(ElementType type, std::span<std::byte> bytes, ValueAt value_at) {
  with_type(type, [&]<class T>(T) {
    const size_t count = bytes.size() / sizeof(T);
    for (size_t i = 0; i < count; ++i) {
      T element;
      if constexpr (std::is_same_v<T, Half>) element.bits = half_bits(value_at(i));
      else if constexpr (std::is_same_v<T, BFloat>) element.bits = bfloat_bits(value_at(i));
      else element = static_cast<T>(value_at(i));
      std::memcpy(bytes.data() + i * sizeof(T), &element, sizeof(T));
    }
  });
}

}  // namespace warplab::data
