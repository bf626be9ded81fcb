#include "data/compare.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace warplab;
using data::ElementType;

namespace {

template <class T>
data::Comparison compare(ElementType type, const std::vector<T>& actual,
                         const std::vector<T>& expected, data::Tolerance tolerance = {}) {
  return data::compare(type, std::as_bytes(std::span(actual)), std::as_bytes(std::span(expected)),
                       tolerance);
}

const float kNan = std::numeric_limits<float>::quiet_NaN();
const float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("equal outputs have no wrong element") {
  const auto c = compare<float>(ElementType::f32, {1, -0.0f, 3}, {1, 0.0f, 3});
  CHECK(c.total == 3);
  CHECK(c.wrong == 0);
  CHECK_FALSE(c.first);
}

TEST_CASE("the first wrong element is named, and all of them are counted") {
  const auto c = compare<float>(ElementType::f32, {1, 5, 3, 7}, {1, 2, 3, 4});
  CHECK(c.wrong == 2);
  CHECK(c.first == 1);
  CHECK(c.actual == 5);
  CHECK(c.expected == 2);
}

TEST_CASE("two values that differ are told with texts that differ") {
  const auto close = compare<float>(ElementType::f32, {-93.59375f}, {-93.59376f});
  CHECK(close.actual_text != close.expected_text);
  CHECK(close.actual_text.starts_with("-93.59"));
  const uint64_t large = 1ull << 60;
  const auto whole = compare<uint64_t>(ElementType::u64, {large + 1}, {large});
  CHECK(whole.actual_text == "1152921504606846977");
  CHECK(whole.expected_text == "1152921504606846976");
}

TEST_CASE("without a tolerance the smallest difference is wrong") {
  const float next = std::nextafter(1.0f, 2.0f);
  CHECK(compare<float>(ElementType::f32, {next}, {1}).wrong == 1);
  CHECK(compare<float>(ElementType::f32, {1}, {1}).wrong == 0);
}

TEST_CASE("the tolerance is absolute plus relative to the expected value") {
  const data::Tolerance tolerance{0.5, 0.01};
  CHECK(compare<double>(ElementType::f64, {101.5}, {100}, tolerance).wrong == 0);
  CHECK(compare<double>(ElementType::f64, {98.5}, {100}, tolerance).wrong == 0);
  CHECK(compare<double>(ElementType::f64, {101.51}, {100}, tolerance).wrong == 1);
}

TEST_CASE("a NaN is never right, whatever the tolerance and whatever is expected") {
  const data::Tolerance wide{1e30, 1e30};
  CHECK(compare<float>(ElementType::f32, {kNan}, {1}, wide).wrong == 1);
  CHECK(compare<float>(ElementType::f32, {1}, {kNan}, wide).wrong == 1);
  CHECK(compare<float>(ElementType::f32, {kNan}, {kNan}, wide).wrong == 1);
}

TEST_CASE("an infinity is right where that infinity is expected and nowhere else") {
  const data::Tolerance relative{0, 1};
  CHECK(compare<float>(ElementType::f32, {kInfinity}, {kInfinity}).wrong == 0);
  CHECK(compare<float>(ElementType::f32, {kInfinity}, {-kInfinity}, relative).wrong == 1);
  CHECK(compare<float>(ElementType::f32, {1}, {kInfinity}, relative).wrong == 1);
  CHECK(compare<float>(ElementType::f32, {kInfinity}, {1}, relative).wrong == 1);
}

TEST_CASE("64-bit whole numbers that no double tells apart are told apart") {
  const uint64_t big = (uint64_t{1} << 63) + 1;
  CHECK(compare<uint64_t>(ElementType::u64, {big}, {big - 1}).wrong == 1);
  CHECK(compare<uint64_t>(ElementType::u64, {big}, {big - 1}, {1, 0}).wrong == 0);
  CHECK(compare<int64_t>(ElementType::i64, {INT64_MIN}, {INT64_MAX}, {1, 0}).wrong == 1);
}

TEST_CASE("half precision is compared by value") {
  const uint16_t one = 0x3c00, two = 0x4000, minus_zero = 0x8000, zero = 0, nan = 0x7e00,
                 infinity = 0x7c00, smallest = 0x0001;
  const auto c = compare<uint16_t>(ElementType::f16, {one, minus_zero, two}, {one, zero, one});
  CHECK(c.wrong == 1);
  CHECK(c.first == 2);
  CHECK(c.actual == 2);
  CHECK(c.expected == 1);
  CHECK(compare<uint16_t>(ElementType::f16, {nan}, {nan}).wrong == 1);
  CHECK(compare<uint16_t>(ElementType::f16, {infinity}, {infinity}).wrong == 0);
  CHECK(compare<uint16_t>(ElementType::f16, {smallest}, {zero}).actual == std::ldexp(1.0, -24));
}

TEST_CASE("every element type is read at its own width and sign") {
  CHECK(compare<int8_t>(ElementType::i8, {-1}, {1}).actual == -1);
  CHECK(compare<uint8_t>(ElementType::u8, {255}, {1}).actual == 255);
  CHECK(compare<int16_t>(ElementType::i16, {-300}, {1}).actual == -300);
  CHECK(compare<uint16_t>(ElementType::u16, {60000}, {1}).actual == 60000);
  CHECK(compare<int32_t>(ElementType::i32, {-70000}, {1}).actual == -70000);
  CHECK(compare<uint32_t>(ElementType::u32, {4000000000u}, {1}).actual == 4000000000.0);
}

TEST_CASE("empty outputs are equal") {
  CHECK(compare<float>(ElementType::f32, {}, {}).total == 0);
  CHECK_FALSE(compare<float>(ElementType::f32, {}, {}).first);
}
