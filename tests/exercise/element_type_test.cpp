#include "exercise/element_type.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace warplab::exercise;
using warplab::sim::ElementType;

TEST_CASE("every element type is found by the name that it has") {
  for (const std::string_view name : element_type_names()) {
    const auto type = element_type_named(name);
    REQUIRE(type);
    CHECK(name_of_element(*type) == name);
  }
  CHECK(element_type_names().size() == 11);
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
