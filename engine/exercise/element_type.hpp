#pragma once
// Element types as exercise files name them, and numbers rounded to them.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/simulate.hpp"

namespace warplab::exercise {

// "f32" -> ElementType::f32; none where there is no such type.
std::optional<sim::ElementType> element_type_named(std::string_view name);
std::string_view name_of_element(sim::ElementType type);
std::span<const std::string_view> element_type_names();

bool is_whole_type(sim::ElementType type);
// Whether a whole-number type holds `value` exactly (beyond 2^53 doubles do not, so it is refused),
// or a floating-point type holds it rounded without overflow.
bool holds(sim::ElementType type, double value);
// "u8 holds whole numbers 0 to 255": the end of a sentence that refuses a value.
std::string range_sentence(sim::ElementType type);

// Rounded to nearest even, as the hardware does; beyond the largest half: infinity.
uint16_t half_bits(double value);

// One scalar, for kernel arguments.
std::vector<std::byte> element_bytes(sim::ElementType type, double value);

template <class T, class ValueAt>
void store_as(std::span<std::byte> bytes, ValueAt& value_at) {
  const size_t count = bytes.size() / sizeof(T);
  for (size_t i = 0; i < count; ++i) {
    const T element = static_cast<T>(value_at(i));
    std::memcpy(bytes.data() + i * sizeof(T), &element, sizeof(T));
  }
}

// Calls value_at(0), value_at(1), ... for as many elements as `bytes` has and stores the doubles it
// returns as elements. The values must be ones that the type holds(). A template, so that the type
// is looked up once a buffer and not once an element.
template <class ValueAt>
void store_elements(sim::ElementType type, std::span<std::byte> bytes, ValueAt value_at) {
  switch (type) {
    case sim::ElementType::u8: return store_as<uint8_t>(bytes, value_at);
    case sim::ElementType::i8: return store_as<int8_t>(bytes, value_at);
    case sim::ElementType::u16: return store_as<uint16_t>(bytes, value_at);
    case sim::ElementType::i16: return store_as<int16_t>(bytes, value_at);
    case sim::ElementType::u32: return store_as<uint32_t>(bytes, value_at);
    case sim::ElementType::i32: return store_as<int32_t>(bytes, value_at);
    case sim::ElementType::u64: return store_as<uint64_t>(bytes, value_at);
    case sim::ElementType::i64: return store_as<int64_t>(bytes, value_at);
    case sim::ElementType::f32: return store_as<float>(bytes, value_at);
    case sim::ElementType::f64: return store_as<double>(bytes, value_at);
    case sim::ElementType::f16: {
      auto half_at = [&](size_t i) { return half_bits(value_at(i)); };
      return store_as<uint16_t>(bytes, half_at);
    }
  }
}

}  // namespace warplab::exercise
