#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include "data/element.hpp"
#include "sample_exercise.hpp"

using namespace warplab;
using namespace warplab::exercise;
using Purpose = SizeSet::Purpose;

namespace {

// An exercise with one input "in" of type `type` and shape `shape`, and a given "fill" (and more
// keys).
Exercise with_fill(const std::string& type, const std::string& shape, const std::string& keys) {
  const std::string text = R"(
title = "Fill"
module = "Tests"
file = "sample.cu"
starter_fails = ["correct"]
[sizes.graded]
rows = 4
cols = 6
[[sizes.check]]
rows = 4
cols = 6
[[buffer]]
name = "in"
type = ")" + type +
                           "\"\nshape = " + shape + "\nrole = \"inout\"\n" + keys + R"(
[[launch]]
kernel = "k"
block = [1]
grid = [1]
arguments = ["in"]
)";
  auto exercise = load_from_text(text, kData / "01-sample");
  REQUIRE_MESSAGE(exercise, exercise.error());
  return std::move(*exercise);
}

template <class T>
std::vector<T> filled(const Exercise& exercise, uint64_t seed = 1, uint64_t seed_index = 99) {
  const Case made = case_of(exercise, Purpose::graded, seed);
  std::vector<T> elements(elements_of(made.buffers[0]));
  const auto done =
      fill(exercise, made, 0, seed_index, std::as_writable_bytes(std::span(elements)));
  REQUIRE_MESSAGE(done, done.error());
  return elements;
}

template <class T>
std::vector<T> expected(const Exercise& exercise) {
  const Case made = case_of(exercise, Purpose::graded);
  std::vector<T> elements(elements_of(made.buffers[0]));
  const auto done = expected_values(exercise, made, 0, std::as_writable_bytes(std::span(elements)));
  REQUIRE_MESSAGE(done, done.error());
  return elements;
}

}  // namespace

TEST_CASE("a constant fills every element") {
  const auto elements =
      filled<int16_t>(with_fill("i16", "[5]", "fill = { kind = \"constant\", value = -3 }"));
  CHECK(elements == std::vector<int16_t>(5, -3));
}

TEST_CASE("a ramp counts in row-major order") {
  const auto elements = filled<float>(
      with_fill("f32", "[2, 3]", "fill = { kind = \"ramp\", start = 10, step = -0.5 }"));
  CHECK(elements == std::vector<float>{10, 9.5, 9, 8.5, 8, 7.5});
  CHECK(filled<uint8_t>(with_fill("u8", "[4]", "fill = \"ramp\"")) ==
        std::vector<uint8_t>{0, 1, 2, 3});
}

TEST_CASE("random whole numbers stay in their range, reach both ends and repeat for a seed") {
  const Exercise exercise =
      with_fill("i32", "[1000]", "fill = { kind = \"random_integers\", low = -2, high = 3 }");
  const auto elements = filled<int32_t>(exercise, 5);
  CHECK(*std::min_element(elements.begin(), elements.end()) == -2);
  CHECK(*std::max_element(elements.begin(), elements.end()) == 3);
  CHECK(filled<int32_t>(exercise, 5) == elements);
  CHECK(filled<int32_t>(exercise, 6) != elements);
}

TEST_CASE("few values are two neighbours of the range, its ends and those beside 0 among them") {
  const Exercise exercise =
      with_fill("i32", "[1000]", "fill = { kind = \"random_integers\", low = -9, high = 9 }");
  std::set<int32_t> lowest;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    const auto elements = filled<int32_t>(exercise, seed, kFewValues);
    const auto [low, high] = std::minmax_element(elements.begin(), elements.end());
    CHECK(*high <= *low + 1);
    CHECK(*low >= -9);
    CHECK(*high <= 9);
    lowest.insert(*low);
  }
  CHECK(lowest.contains(-9));
  CHECK(lowest.contains(8));
  CHECK(lowest.contains(0));
  CHECK(lowest.size() > 6);
  const Exercise ramp = with_fill("i32", "[4]", "fill = \"ramp\"");
  CHECK(filled<int32_t>(ramp, 1, kFewValues) == std::vector<int32_t>{0, 1, 2, 3});
}

TEST_CASE("small numbers are as many times smaller as the fill says, and as exact") {
  const Exercise multiples = with_fill(
      "f32", "[1000]",
      "fill = { kind = \"random_multiples\", low = -9, high = 9, step = 0.25, small_by = 24 }");
  const Exercise uniform = with_fill(
      "f64", "[1000]", "fill = { kind = \"uniform\", low = -2, high = 3, small_by = 20 }");
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    const auto usual = filled<float>(multiples, seed),
               small = filled<float>(multiples, seed, kSmallNumbers);
    const auto usual64 = filled<double>(uniform, seed),
               small64 = filled<double>(uniform, seed, kSmallNumbers);
    for (size_t i = 0; i < usual.size(); ++i) {
      CHECK(small[i] == std::ldexp(usual[i], -24));
      CHECK(std::abs(small64[i] - std::ldexp(usual64[i], -20)) < 0x1p-60);
    }
  }
  const Exercise without =
      with_fill("f32", "[1000]", "fill = { kind = \"uniform\", low = -2, high = 3 }");
  CHECK(filled<float>(without, 3, kSmallNumbers) == filled<float>(without, 3));
}

TEST_CASE(
    "inputs that are made alike have the same few values in every second run, and other places") {
  const Exercise one =
      with_fill("f32", "[1000]", "fill = { kind = \"uniform\", low = -2, high = 3 }");
  Exercise other = one;
  other.buffers[0].name = "other";
  int alike = 0, same = 0;  // the same: all elements of both have one value
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    const auto a = filled<float>(one, seed, kFewValues), b = filled<float>(other, seed, kFewValues);
    same += a == b;
    alike += std::set<float>(a.begin(), a.end()) == std::set<float>(b.begin(), b.end());
  }
  CHECK(alike > 15);
  CHECK(alike < 45);
  CHECK(same < 6);
}

TEST_CASE("random numbers are the same on every machine") {
  const auto elements = filled<int32_t>(
      with_fill("i32", "[8]", "fill = { kind = \"random_integers\", low = 0, high = 9 }"));
  CHECK(elements == std::vector<int32_t>{8, 2, 2, 8, 3, 0, 5, 1});
}

TEST_CASE("multiples of a step lie in their range, of both signs, and few of them are neighbours") {
  const Exercise exercise = with_fill(
      "f32", "[1000]", "fill = { kind = \"random_multiples\", low = -2.5, high = 3, step = 0.25 }");
  const auto elements = filled<float>(exercise, 5);
  CHECK(*std::min_element(elements.begin(), elements.end()) == -2.5f);
  CHECK(*std::max_element(elements.begin(), elements.end()) == 3.0f);
  std::set<float> values(elements.begin(), elements.end());
  CHECK(values.size() == 23);
  for (const float value : values) CHECK(value * 4 == std::floor(value * 4));
  std::set<float> lowest;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    const auto few = filled<float>(exercise, seed, kFewValues);
    const auto [low, high] = std::minmax_element(few.begin(), few.end());
    CHECK(*high <= *low + 0.25f);
    lowest.insert(*low);
  }
  CHECK(lowest.contains(-2.5f));
  CHECK(lowest.contains(0.0f));
  CHECK(lowest.contains(2.75f));
}

TEST_CASE("few values of uniform numbers are two of its range, others with another seed") {
  const Exercise exercise =
      with_fill("f32", "[1000]", "fill = { kind = \"uniform\", low = -2, high = 3 }");
  std::set<float> values;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const auto few = filled<float>(exercise, seed, kFewValues);
    const std::set<float> own(few.begin(), few.end());
    CHECK(own.size() <= 2);
    CHECK(*own.begin() >= -2);
    CHECK(*own.rbegin() < 3);
    values.insert(own.begin(), own.end());
  }
  CHECK(values.contains(0));
  CHECK(values.size() > 20);
}

TEST_CASE("few values come in stretches in every second run: rows, columns and tiles of zeros") {
  const Exercise exercise = with_fill(
      "f32", "[64, 96]", "fill = { kind = \"random_multiples\", low = -9, high = 9, step = 0.25 }");
  int with_row = 0, with_column = 0, with_tile = 0, with_none = 0;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    const auto few = filled<float>(exercise, seed, kFewValues);
    const auto zeros = [&](size_t rows, size_t columns) {
      for (size_t row = 0; row < 64; row += rows)
        for (size_t column = 0; column < 96; column += columns) {
          bool all = true;
          for (size_t i = 0; i < rows * columns && all; ++i)
            all = few[(row + i / columns) * 96 + column + i % columns] == 0;
          if (all) return true;
        }
      return false;
    };
    with_row += zeros(1, 96);
    with_column += zeros(64, 1);
    with_tile += zeros(32, 32);
    with_none += !zeros(1, 32) && !zeros(32, 1);
  }
  CHECK(with_row > 5);
  CHECK(with_column > 5);
  CHECK(with_tile > 3);
  CHECK(with_none > 100);
  // Few elements are as good as all, and stay as they were.
  const Exercise small =
      with_fill("i32", "[4]", "fill = { kind = \"random_integers\", low = 0, high = 1 }");
  std::set<std::vector<int32_t>> inputs;
  for (uint64_t seed = 1; seed <= 200; ++seed)
    inputs.insert(filled<int32_t>(small, seed, kFewValues));
  CHECK(inputs.size() == 16);
}

TEST_CASE("a random buffer of whole doubles and of floats holds the same numbers") {
  const char* const fill_key = "fill = { kind = \"random_integers\", low = 0, high = 99 }";
  const auto singles = filled<float>(with_fill("f32", "[64]", fill_key));
  const auto doubles = filled<double>(with_fill("f64", "[64]", fill_key));
  CHECK(std::equal(singles.begin(), singles.end(), doubles.begin()));
}

TEST_CASE("uniform numbers lie from low up to but without high") {
  const Exercise exercise =
      with_fill("f32", "[10000]", "fill = { kind = \"uniform\", low = 1, high = 1.0000002 }");
  const auto elements = filled<float>(exercise);
  for (const float element : elements) {
    REQUIRE(element >= 1.0f);
    REQUIRE(static_cast<double>(element) < 1.0000002);
  }
  const auto unit = filled<double>(with_fill("f64", "[1000]", "fill = \"uniform\""));
  CHECK(*std::max_element(unit.begin(), unit.end()) > 0.99);
}

TEST_CASE("uniform doubles have digits that a float has not, and those above are the same") {
  const auto doubles = filled<double>(with_fill("f64", "[1000]", "fill = \"uniform\""));
  const auto floats = filled<float>(with_fill("f32", "[1000]", "fill = \"uniform\""));
  for (size_t i = 0; i < doubles.size(); ++i) {
    REQUIRE(doubles[i] >= static_cast<double>(floats[i]));
    REQUIRE(doubles[i] < static_cast<double>(floats[i]) + 0x1p-24);
    REQUIRE(doubles[i] * 0x1p53 == std::floor(doubles[i] * 0x1p53));
  }
  // Each of the last digits is there in about half of them.
  for (const double digit : {0x1p-53, 0x1p-52, 0x1p-40, 0x1p-25}) {
    const auto has_digit = [&](double d) { return std::fmod(d, 2 * digit) >= digit; };
    const auto count = std::count_if(doubles.begin(), doubles.end(), has_digit);
    CHECK(count > 400);
    CHECK(count < 600);
  }
}

TEST_CASE("poison is NaN in floats and all bits in whole numbers") {
  const Exercise exercise = good("copy-of-doubles");
  const Case made = case_of(exercise, Purpose::check);
  double element = 0;
  REQUIRE(fill(exercise, made, 1, 0, std::as_writable_bytes(std::span(&element, 1))));
  CHECK(std::isnan(element));
  uint64_t bits = 0;
  std::memcpy(&bits, &element, sizeof bits);
  CHECK(bits == UINT64_MAX);
}

TEST_CASE("a picture is scaled by the nearest pixel, black to low and white to high") {
  const auto elements = filled<float>(with_fill(
      "f32", "[4, 4]", "fill = { kind = \"picture\", file = \"steps.png\", low = 0, high = 3 }"));
  CHECK(elements == std::vector<float>{0, 1, 2, 3, 0, 1, 2, 3, 3, 2, 1, 0, 3, 2, 1, 0});
  const auto small = filled<uint8_t>(
      with_fill("u8", "[1, 2]", "fill = { kind = \"picture\", file = \"steps.png\" }"));
  CHECK(small == std::vector<uint8_t>{0, 170});
}

TEST_CASE("patches are drawn over the fill, half open, and the last one wins") {
  const auto elements =
      filled<uint8_t>(with_fill("u8", "[\"rows\", \"cols\"]",
                                "fill = { kind = \"constant\", value = 1, patches = ["
                                "{ rows = [1, 3], columns = [2, 5], value = 7 }, { rows = [2, 3], "
                                "columns = [4, 5], value = 9 }] }"));
  CHECK(elements == std::vector<uint8_t>{1, 1, 1, 1, 1, 1,  //
                                         1, 1, 7, 7, 7, 1,  //
                                         1, 1, 7, 7, 9, 1,  //
                                         1, 1, 1, 1, 1, 1});
}

TEST_CASE("a patch without rows or columns covers them all, and is clipped to the buffer") {
  const auto row = filled<uint8_t>(with_fill(
      "u8", "[2, 3]",
      "fill = { kind = \"constant\", value = 0, patches = [{ rows = [1, 9], value = 5 }] }"));
  CHECK(row == std::vector<uint8_t>{0, 0, 0, 5, 5, 5});
  const auto column =
      filled<uint8_t>(with_fill("u8", "[2, 3]",
                                "fill = { kind = \"constant\", value = 0, patches = [{ columns = "
                                "[-4, \"rows - 3\"], value = 5 }] }"));
  CHECK(column == std::vector<uint8_t>{5, 0, 0, 5, 0, 0});
  const auto beyond = filled<uint8_t>(with_fill(
      "u8", "[2, 3]",
      "fill = { kind = \"constant\", value = 0, patches = [{ rows = [7, 9], value = 5 }] }"));
  CHECK(beyond == std::vector<uint8_t>(6, 0));
}

TEST_CASE("the first seeds take the first fills, the others the fill") {
  const Exercise exercise = good("two-modes");
  CHECK(filled<uint8_t>(exercise, 1, 0) == std::vector<uint8_t>(64, 1));
  std::vector<uint8_t> second(64, 5);
  second[3] = 9;
  CHECK(filled<uint8_t>(exercise, 1, 1) == second);
  const auto third = filled<uint8_t>(exercise, 1, 2);
  CHECK(std::count(third.begin(), third.end(), third[0]) < 60);
}

TEST_CASE("a closed form gives each element by its index") {
  const auto elements = expected<float>(good("indices-closed-form"));
  REQUIRE(elements.size() == 16);
  CHECK(elements[0] == 0.0f);
  CHECK(elements[3] == 3.0f);
  CHECK(elements[4] == static_cast<float>(0 + 1 / 10.0));
  CHECK(elements[15] == static_cast<float>(3 + 3 / 10.0));
  CHECK(expected<int32_t>(good("integers-in-shared-memory")) == std::vector<int32_t>{3, 2, 1, 0});
}

TEST_CASE("a closed form over three indices runs the last one fastest") {
  const auto elements = expected<int32_t>(
      with_fill("i32", "[2, 2, 3]", "fill = \"ramp\"\nexpected = \"100 * i0 + 10 * i1 + i2\""));
  CHECK(elements == std::vector<int32_t>{0, 1, 2, 10, 11, 12, 100, 101, 102, 110, 111, 112});
}

TEST_CASE("a closed form whose value the type cannot hold is an error") {
  const Exercise exercise = with_fill("u8", "[3]", "fill = \"ramp\"\nexpected = \"i0 - 1\"");
  const Case made = case_of(exercise, Purpose::graded);
  std::vector<std::byte> bytes(3);
  const auto done = expected_values(exercise, made, 0, bytes);
  REQUIRE(!done);
  CHECK(done.error() ==
        "buffer \"in\": expected: \"i0 - 1\" is -1 somewhere, but u8 holds whole numbers 0 to 255");
}

TEST_CASE("a formula fills with the index, the sizes and numbers from the seed") {
  const auto placed = with_fill("f32", "[\"rows\", \"cols\"]",
                                R"(fill = { kind = "formula", formula = "10 * i0 + i1 + cols" })");
  const auto values = filled<float>(placed);
  CHECK(values[0] == 6);
  CHECK(values[7] == 17);  // row 1, column 1
  const auto flat = with_fill("i32", "[\"rows\", \"cols\"]",
                              R"(fill = { kind = "formula", formula = "index * index" })");
  CHECK(filled<int32_t>(flat)[23] == 529);
  const auto random =
      with_fill("f64", "[\"rows\", \"cols\"]",
                R"(fill = { kind = "formula", formula = "random < 0.5 ? exp(-i0) : 2 + random" })");
  const auto one = filled<double>(random, 1), again = filled<double>(random, 1),
             other = filled<double>(random, 2);
  CHECK(one == again);
  CHECK(one != other);
  CHECK(std::set<double>(one.begin(), one.end()).size() > 8);
  for (const double value : one) CHECK((value <= 1 || (value >= 2.5 && value < 3)));
}

TEST_CASE("what a formula makes must fit the type of the elements") {
  const auto exercise = with_fill("i32", "[\"rows\", \"cols\"]",
                                  R"(fill = { kind = "formula", formula = "i1 / 2" })");
  const Case made = case_of(exercise, Purpose::graded);
  std::vector<int32_t> elements(elements_of(made.buffers[0]));
  const auto done = fill(exercise, made, 0, 99, std::as_writable_bytes(std::span(elements)));
  REQUIRE(!done);
  CHECK(done.error().starts_with("buffer \"in\": fill: \"i1 / 2\" is 0.5 somewhere, but "));
}

TEST_CASE("a piece of a buffer is made as the whole buffer is, by every kind of content") {
  for (const char* keys :
       {"fill = { kind = \"constant\", value = 3 }",
        "fill = { kind = \"ramp\", start = 1, step = 2 }",
        "fill = { kind = \"random_integers\", low = -9, high = 9 }",
        "fill = { kind = \"random_multiples\", low = -1, high = 1, step = 0.25 }",
        "fill = { kind = \"uniform\", low = 0, high = 1 }",
        "fill = { kind = \"formula\", formula = \"100 * i0 + i1 + index + random\" }",
        "fill = { kind = \"ramp\", patches = [{ rows = [1, 3], columns = [2, 5], value = 7 }] }"}) {
    CAPTURE(keys);
    const Exercise exercise = with_fill("f32", R"(["rows", "cols"])", keys);
    const Case made = case_of(exercise, Purpose::graded, 1);
    for (const uint64_t seed_index : {uint64_t{99}, kFewValues}) {
      const std::vector<float> whole = filled<float>(exercise, 1, seed_index);
      for (uint64_t first = 0; first < whole.size(); ++first)
        for (uint64_t count = 1; first + count <= whole.size(); count += 3) {
          std::vector<float> piece(count);
          REQUIRE(fill_piece(exercise, made, 0, seed_index, first,
                             std::as_writable_bytes(std::span(piece))));
          REQUIRE(std::equal(piece.begin(), piece.end(),
                             whole.begin() + static_cast<std::ptrdiff_t>(first)));
        }
    }
  }
}
