#include "data/element.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace warplab::data {
namespace {

// Whole numbers beyond 2^53 are not all doubles, and the values of a file are doubles.
constexpr double kLargestWhole = 9007199254740992.0;
constexpr double kLargestHalf = 65504.0;
constexpr double kLargestBFloat = 0x1.fep127;

struct Row {
  std::string_view name;
  bool whole;
  double low, high;
};
// In the order of ElementType.
constexpr std::array<Row, 12> kElementRows = {{
    {"u8", true, 0, 255},
    {"i8", true, -128, 127},
    {"u16", true, 0, 65535},
    {"i16", true, -32768, 32767},
    {"u32", true, 0, 4294967295.0},
    {"i32", true, -2147483648.0, 2147483647.0},
    {"u64", true, 0, kLargestWhole},
    {"i64", true, -kLargestWhole, kLargestWhole},
    {"f16", false, -kLargestHalf, kLargestHalf},
    {"f32", false, -std::numeric_limits<float>::max(), std::numeric_limits<float>::max()},
    {"f64", false, -std::numeric_limits<double>::max(), std::numeric_limits<double>::max()},
    {"bf16", false, -kLargestBFloat, kLargestBFloat},
}};

const Row& row_of(ElementType type) { return kElementRows[static_cast<size_t>(type)]; }

}  // namespace

std::span<const std::string_view> element_type_names() {
  static const auto names = [] {
    std::array<std::string_view, kElementRows.size()> list;
    for (size_t i = 0; i < kElementRows.size(); ++i) list[i] = kElementRows[i].name;
    return list;
  }();
  return names;
}

std::optional<ElementType> element_type_named(std::string_view name) {
  for (size_t i = 0; i < kElementRows.size(); ++i) {
    if (kElementRows[i].name == name) return static_cast<ElementType>(i);
  }
  return std::nullopt;
}

std::string_view name_of(ElementType type) { return row_of(type).name; }

bool is_whole_type(ElementType type) { return row_of(type).whole; }

bool holds(ElementType type, double value) {
  const Row& row = row_of(type);
  if (!(value >= row.low && value <= row.high)) return false;
  return !row.whole || value == std::floor(value);
}

std::string range_sentence(ElementType type) {
  const Row& row = row_of(type);
  return row.whole
             ? fmt::format("{} holds whole numbers {:.0f} to {:.0f}", row.name, row.low, row.high)
             : fmt::format("{} holds numbers up to {:g}", row.name, row.high);
}

uint16_t half_bits(double value) {
  const auto sign = static_cast<uint16_t>(std::signbit(value) ? 0x8000 : 0);
  if (std::isnan(value)) return 0x7fff;
  const double magnitude = std::fabs(value);
  if (magnitude == 0) return sign;
  // Half way between the largest half and the next power of two rounds up, to infinity.
  if (magnitude >= 65520.0) return static_cast<uint16_t>(sign | 0x7c00);
  int exponent = 0;
  std::frexp(magnitude, &exponent);  // magnitude = 0.5 ... 1 times 2^exponent
  // Spacing of halves there: 2^-10 of the power of two below, 2^-24 for subnormals.
  const int spacing = std::max(exponent - 11, -24);
  const double steps = std::nearbyint(std::ldexp(magnitude, -spacing));  // ties to even
  // For normals 1024 <= steps <= 2048 and the leading bit carries into the exponent field.
  const auto bits = static_cast<uint32_t>(steps) + (static_cast<uint32_t>(spacing + 24) << 10);
  return static_cast<uint16_t>(sign | bits);
}

uint16_t bfloat_bits(double value) {
  const auto sign = static_cast<uint16_t>(std::signbit(value) ? 0x8000 : 0);
  if (std::isnan(value)) return 0x7fff;
  const double magnitude = std::fabs(value);
  if (magnitude == 0) return sign;
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  // 8 significant bits; subnormals are multiples of 2^-133.
  const int spacing = std::max(exponent - 8, -133);
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(magnitude, -spacing)), spacing);
  if (rounded > kLargestBFloat) return static_cast<uint16_t>(sign | 0x7f80);
  const auto bits = std::bit_cast<uint32_t>(static_cast<float>(rounded));
  return static_cast<uint16_t>(sign | bits >> 16);
}

std::string value_text(ElementType type, const std::byte* bytes, int digits) {
  return with_type(type, [&]<class T>(T) {
    const auto value = number_in<T>(bytes);
    if constexpr (std::is_integral_v<T>) return std::to_string(value);
    else return number_text(static_cast<double>(value), digits);
  });
}

TwoTexts texts_apart(ElementType type, const std::byte* first, const std::byte* second,
                     int digits) {
  const int enough = digits_apart(number_at(type, first), number_at(type, second), digits);
  return {value_text(type, first, enough), value_text(type, second, enough)};
}

std::vector<std::byte> element_bytes(ElementType type, double value) {
  std::vector<std::byte> bytes(bytes_of(type));
  store_elements(type, bytes, [&](size_t) { return value; });
  return bytes;
}

std::optional<std::vector<std::byte>> whole_bytes(ElementType type, int64_t value) {
  const bool wide = type == ElementType::i64 || type == ElementType::u64;
  const bool fits =
      wide ? type == ElementType::i64 || value >= 0 : holds(type, static_cast<double>(value));
  if (!fits) return std::nullopt;
  std::vector<std::byte> bytes(bytes_of(type));
  for (size_t i = 0; i < bytes.size(); ++i) {
    // Little-endian, as GPUs are.
    bytes[i] = static_cast<std::byte>(static_cast<uint64_t>(value) >> (8 * i));
  }
  return bytes;
}

}  // namespace warplab::data
