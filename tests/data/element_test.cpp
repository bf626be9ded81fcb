#include "data/element.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <utility>

using namespace warplab::data;

TEST_CASE("every element type is found by the name that it has") {
  for (const std::string_view name : element_type_names()) {
    const auto type = element_type_named(name);
    REQUIRE(type);
    CHECK(name_of(*type) == name);
  }
  CHECK(element_type_names().size() == 12);
  CHECK(!element_type_named("float"));
  CHECK(!element_type_named(""));
}

TEST_CASE("a whole-number type holds whole numbers in its range and nothing else") {
  CHECK(holds(ElementType::u8, 255));
  CHECK(!holds(ElementType::u8, 256));
  CHECK(!holds(ElementType::u8, -1));
  CHECK(!holds(ElementType::i32, 0.5));
  CHECK(holds(ElementType::i32, -2147483648.0));
  CHECK(!holds(ElementType::u64, 1e17));
  CHECK(!holds(ElementType::i32, std::nan("")));
}

TEST_CASE("a floating-point type holds what does not overflow it") {
  CHECK(holds(ElementType::f16, 65504));
  CHECK(!holds(ElementType::f16, 70000));
  CHECK(holds(ElementType::f32, 0.1));
  CHECK(!holds(ElementType::f32, 1e39));
  CHECK(!holds(ElementType::f64, INFINITY));
}

TEST_CASE("a double is rounded to half precision as the hardware does") {
  CHECK(half_bits(0.0) == 0x0000);
  CHECK(half_bits(-0.0) == 0x8000);
  CHECK(half_bits(1.0) == 0x3c00);
  CHECK(half_bits(-2.0) == 0xc000);
  CHECK(half_bits(65504) == 0x7bff);
  CHECK(half_bits(65519.99) == 0x7bff);
  CHECK(half_bits(65520) == 0x7c00);
  CHECK(half_bits(INFINITY) == 0x7c00);
  CHECK(half_bits(0x1p-14) == 0x0400);  // the smallest normal number
  CHECK(half_bits(0x1p-24) == 0x0001);  // the smallest of all
  CHECK(half_bits(0x1p-25) == 0x0000);  // half way: to the even neighbour
  CHECK(half_bits(0x1.8p-25) == 0x0001);
  CHECK(half_bits(1 + 0x1p-11) == 0x3c00);  // half way: to the even neighbour
  CHECK(half_bits(1 + 0x3p-11) == 0x3c02);
  CHECK(half_bits(2047.9) == 0x6800);  // the carry goes into the exponent
  CHECK((half_bits(std::nan("")) & 0x7c00) == 0x7c00);
  CHECK((half_bits(std::nan("")) & 0x03ff) != 0);
}

TEST_CASE("every half is the float that its bits mean, and is rounded to itself") {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<uint16_t>(bits);
    const int exponent = half >> 10 & 31, fraction = half & 1023, sign = half >> 15 ? -1 : 1;
    const float value = to_float(Half{half});
    CAPTURE(bits);
    if (exponent == 31 && fraction != 0) {
      REQUIRE(std::isnan(value));
      continue;
    }
    const double meant = exponent == 31  ? std::numeric_limits<double>::infinity()
                         : exponent == 0 ? std::ldexp(fraction, -24)
                                         : std::ldexp(1024 + fraction, exponent - 25);
    REQUIRE(static_cast<double>(value) == sign * meant);
    REQUIRE(std::signbit(value) == (sign < 0));
    REQUIRE(half_bits(static_cast<double>(value)) == half);
  }
}

TEST_CASE("an element has the size of its type and reads as the number that was stored") {
  const std::pair<ElementType, unsigned> sizes[] = {
      {ElementType::u8, 1},  {ElementType::i8, 1},  {ElementType::u16, 2}, {ElementType::i16, 2},
      {ElementType::u32, 4}, {ElementType::i32, 4}, {ElementType::u64, 8}, {ElementType::i64, 8},
      {ElementType::f16, 2}, {ElementType::f32, 4}, {ElementType::f64, 8}};
  for (const auto& [type, bytes] : sizes) {
    CAPTURE(name_of(type));
    CHECK(bytes_of(type) == bytes);
    for (const double value : {100.0, -100.0, 0.5}) {
      if (!holds(type, value)) continue;
      CHECK(number_at(type, element_bytes(type, value).data()) == value);
    }
  }
}

TEST_CASE("a value is written exactly where it is whole, and apart from the one beside it") {
  const auto text = [](ElementType type, std::vector<std::byte> bytes) {
    return value_text(type, bytes.data());
  };
  CHECK(text(ElementType::i64, *whole_bytes(ElementType::i64, -9007199254740993)) ==
        "-9007199254740993");
  CHECK(text(ElementType::u8, element_bytes(ElementType::u8, 65)) == "65");
  CHECK(text(ElementType::f16, element_bytes(ElementType::f16, 1.5)) == "1.5");
  CHECK(text(ElementType::f32, element_bytes(ElementType::f32, 1.0 / 3)) == "0.3333");
  const auto third = element_bytes(ElementType::f32, 1.0 / 3);
  auto next = third;
  next[0] = static_cast<std::byte>(std::to_integer<int>(next[0]) + 1);
  const TwoTexts apart = texts_apart(ElementType::f32, third.data(), next.data());
  CHECK(apart.first == "0.3333333");
  CHECK(apart.second == "0.3333334");
  const TwoTexts equal = texts_apart(ElementType::f32, third.data(), third.data());
  CHECK(equal.first == "0.3333");
  CHECK(equal.second == "0.3333");
}

TEST_CASE("the difference of two elements is rounded once, and is none where they are equal") {
  const auto of = [](ElementType type, const std::vector<std::byte>& a,
                     const std::vector<std::byte>& b) {
    return difference_of(type, a.data(), b.data());
  };
  const auto large = *whole_bytes(ElementType::u64, (int64_t{1} << 60) + 1);
  CHECK(of(ElementType::u64, large, *whole_bytes(ElementType::u64, int64_t{1} << 60)) == 1);
  CHECK(of(ElementType::u8, element_bytes(ElementType::u8, 1), element_bytes(ElementType::u8, 3)) ==
        -2);
  const auto infinity = element_bytes(ElementType::f32, INFINITY);
  CHECK(of(ElementType::f32, infinity, infinity) == 0);
  CHECK(std::isnan(of(ElementType::f32, infinity, element_bytes(ElementType::f32, NAN))));
}

TEST_CASE("a whole number is stored exactly over all 64 bits, and refused where it does not fit") {
  CHECK(number_at(ElementType::i64, whole_bytes(ElementType::i64, INT64_MIN)->data()) == -0x1p63);
  CHECK_FALSE(whole_bytes(ElementType::u64, -1));
  CHECK_FALSE(whole_bytes(ElementType::i8, 128));
  CHECK(whole_bytes(ElementType::i8, -128));
}

TEST_CASE("elements are stored in the type's own size and byte order") {
  std::vector<std::byte> bytes(6);
  store_elements(ElementType::u16, bytes,
                 [](size_t i) { return 256.0 * static_cast<double>(i) + 1; });
  CHECK(bytes == std::vector<std::byte>{std::byte{1}, std::byte{0}, std::byte{1}, std::byte{1},
                                        std::byte{1}, std::byte{2}});
  CHECK(element_bytes(ElementType::i8, -1) == std::vector<std::byte>{std::byte{0xff}});
  float single = 0;
  const auto tenth = element_bytes(ElementType::f32, 0.1);
  REQUIRE(tenth.size() == sizeof single);
  std::memcpy(&single, tenth.data(), sizeof single);
  CHECK(single == 0.1f);
}

TEST_CASE("a bf16 is the upper half of a float, and a double is rounded to it once") {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const float value = to_float(BFloat{static_cast<uint16_t>(bits)});
    CHECK(std::bit_cast<uint32_t>(value) == bits << 16);
    if (!std::isnan(value)) CHECK(bfloat_bits(value) == bits);
  }
  CHECK(bfloat_bits(1 + 0x1p-8) == 0x3f80);            // a tie goes to the even one
  CHECK(bfloat_bits(1 + 0x1p-8 + 0x1p-40) == 0x3f81);  // and nothing else does
  CHECK(bfloat_bits(0x1.ffp127) == 0x7f80);
  CHECK(holds(ElementType::bf16, 1e38));
  CHECK(!holds(ElementType::bf16, 1e39));
}
