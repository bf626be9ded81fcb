// What the shape of a wrong answer says of the mistake.
#include "verdict/run/answer_shape.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <numeric>
#include <vector>

using namespace warplab;
using data::ElementType;

namespace {

// The key of what is said where element i is actual(i) and should be expected(i).
template <class T>
std::string shape_of(ElementType type, std::vector<uint64_t> shape, Dim3 grid, Dim3 block,
                     const std::function<T(uint64_t)>& expected,
                     const std::function<T(uint64_t)>& actual) {
  const uint64_t count =
      std::accumulate(shape.begin(), shape.end(), uint64_t{1}, std::multiplies<>());
  std::vector<T> right, wrong;
  for (uint64_t i = 0; i < count; ++i) {
    right.push_back(expected(i));
    wrong.push_back(actual(i));
  }
  const data::Saying said = verdict::answer_shape({type,
                                                   shape,
                                                   std::as_bytes(std::span(wrong)),
                                                   std::as_bytes(std::span(right)),
                                                   {},
                                                   grid,
                                                   block});
  return said.empty() ? "" : std::string(data::name_of(said.phrases.front().says));
}

int value(uint64_t i) { return static_cast<int>(i * 37 % 101 + 1); }

std::string of_ints(std::vector<uint64_t> shape, const std::function<int(uint64_t)>& actual) {
  return shape_of<int>(ElementType::i32, std::move(shape), {4, 1, 1}, {64, 1, 1}, value, actual);
}

}  // namespace

TEST_CASE("values that went through few bits are right but for what lies above") {
  const auto large = [](uint64_t i) { return static_cast<long long>(i + 70'000) * 80'000; };
  const auto cut = [&](uint64_t i) { return static_cast<long long>(static_cast<int>(large(i))); };
  CHECK(shape_of<long long>(ElementType::i64, {100}, {1, 1, 1}, {128, 1, 1}, large, cut) ==
        "shape_wraps");
  CHECK(shape_of<long long>(
            ElementType::i64, {100}, {1, 1, 1}, {128, 1, 1}, large,
            [&](uint64_t i) { return large(i) - static_cast<long long>(i * i % 7) - 1; }) == "");
}

TEST_CASE("fractions without what stands behind the point") {
  const auto half = [](uint64_t i) { return static_cast<float>(i) + 0.5f; };
  CHECK(shape_of<float>(ElementType::f32, {100}, {1, 1, 1}, {128, 1, 1}, half,
                        [](uint64_t i) { return static_cast<float>(i); }) == "shape_whole_numbers");
  CHECK(shape_of<float>(ElementType::f32, {100}, {1, 1, 1}, {128, 1, 1}, half,
                        [](uint64_t i) { return static_cast<float>(i * i % 13) + 0.25f; }) == "");
}

TEST_CASE("edges of a matrix, and rows that are columns") {
  CHECK(of_ints({8, 9}, [](uint64_t i) { return i % 9 == 8 ? -1 : value(i); }) == "shape_edge");
  CHECK(of_ints({8, 9}, [](uint64_t i) { return i < 9 ? -1 : value(i); }) == "shape_edge");
  CHECK(of_ints({8, 9}, [](uint64_t i) { return i % 9 == 4 ? -1 : value(i); }) == "");
  CHECK(of_ints({8, 9}, [](uint64_t i) { return value(i % 8 * 9 + i / 8); }) == "shape_transposed");
}

TEST_CASE("ends, passes, borders and blocks") {
  CHECK(of_ints({200}, [](uint64_t i) { return i < 190 ? value(i) : 0; }) == "shape_end");
  CHECK(of_ints({200}, [](uint64_t i) { return i < 199 ? value(i) : 0; }) == "shape_last_one");
  CHECK(of_ints({200}, [](uint64_t i) { return i > 0 ? value(i) : 0; }) == "shape_first_one");
  CHECK(of_ints({300}, [](uint64_t i) { return i < 256 ? value(i) : 0; }) == "shape_first_pass");
  CHECK(of_ints({256}, [](uint64_t i) { return i % 64 == 0 || i % 64 == 63 ? 0 : value(i); }) ==
        "shape_block_borders");
  CHECK(of_ints({256}, [](uint64_t i) { return i % 64 == 30 ? 0 : value(i); }) == "");
  CHECK(of_ints({256}, [](uint64_t i) { return value(i % 64); }) == "shape_blocks_alike");
  CHECK(of_ints({256}, [](uint64_t i) { return i % 2 == 0 ? value(i) : 0; }) ==
        "shape_every_other");
}

TEST_CASE("values at the wrong place, and values that were added several times") {
  CHECK(of_ints({200}, [](uint64_t i) { return value(i + 1); }) == "shape_shifted");
  CHECK(of_ints({200}, [](uint64_t i) { return 32 * value(i); }) == "shape_times");
  CHECK(of_ints({200}, [](uint64_t i) { return value(i) + 5; }) == "");
  CHECK(of_ints({200}, value) == "");  // nothing is wrong
}
