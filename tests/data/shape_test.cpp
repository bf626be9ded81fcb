#include "data/shape.hpp"

#include <doctest/doctest.h>

#include "data/launch.hpp"

using namespace warplab::data;
using Shape = std::vector<uint64_t>;

TEST_CASE("a shape has as many elements and bytes as its extents say") {
  CHECK(elements_of(Shape{3, 17}) == 51);
  CHECK(bytes_of(ElementType::f64, Shape{3, 17}) == 408);
  CHECK(elements_of(Shape{}) == 1);
  CHECK(elements_of(Shape{5, 0}) == 0);
  Buffer buffer;
  buffer.element = ElementType::u16;
  buffer.shape = {4, 8};
  CHECK(elements_of(buffer) == 32);
  CHECK(bytes_of(buffer) == 64);
}

TEST_CASE("a shape whose elements or bytes do not fit into 64 bits has no size") {
  CHECK_FALSE(elements_of(Shape{1ull << 32, 1ull << 32}));
  CHECK(elements_of(Shape{1ull << 32, 1ull << 31}) == 1ull << 63);
  CHECK_FALSE(bytes_of(ElementType::f32, Shape{1ull << 32, 1ull << 31}));
  CHECK(bytes_of(ElementType::u8, Shape{1ull << 32, 1ull << 31}) == 1ull << 63);
}

TEST_CASE("an element's place in memory and its index are the same thing said twice") {
  const Shape shape{2, 3, 4};
  for (uint64_t number = 0; number < 24; ++number)
    CHECK(number_of(index_of(number, shape), shape) == number);
  CHECK(index_of(17, shape) == Shape{1, 1, 1});
  CHECK(index_of(24, shape) == Shape{2, 0, 0});  // the first one beyond the end
  CHECK_FALSE(number_of(Shape{2, 0, 0}, shape));
  CHECK_FALSE(number_of(Shape{0, 0}, shape));
  CHECK(index_of(5, Shape{}) == Shape{5});
}

TEST_CASE("an element is named by its buffer and its index") {
  CHECK(element_text("out", 51 + 3, Shape{4, 17}) == "out[3][3]");
  CHECK(element_text("out", 54, Shape{100}) == "out[54]");
  CHECK(element_text("out", 54, Shape{}) == "out[54]");
  CHECK(element_text("out", 3, Shape{2, 0}) == "out[3][0]");
  CHECK(element_text("a", Shape{1, 2, 3}) == "a[1][2][3]");
}
