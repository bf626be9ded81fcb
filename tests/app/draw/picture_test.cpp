#include "draw/picture.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "sample_picture.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;

TEST_CASE("values stand at their row and column, with the difference of both sides") {
  const Picture picture = float_picture({2, 3}, {1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 9, 6});
  CHECK(picture.rows() == 2);
  CHECK(picture.columns() == 3);
  CHECK(picture.value(PictureSide::actual, 1, 1) == 5);
  CHECK(picture.value(PictureSide::expected, 1, 1) == 9);
  CHECK(picture.value(PictureSide::difference, 1, 1) == -4);
  CHECK(picture.index_text(1, 1) == "out[1][1]");
  CHECK(picture.wrong() == 1);
  REQUIRE(picture.first_wrong());
  CHECK(picture.first_wrong()->row == 1);
  CHECK(picture.first_wrong()->column == 1);
  CHECK(picture.is_wrong(1, 1));
  CHECK_FALSE(picture.is_wrong(0, 0));
  CHECK_FALSE(picture.contains(2, 0));
}

TEST_CASE("every type of element is read") {
  const exercise::Exercise exercise;
  const auto first = [&](const verdict::Picture& raw) {
    return Picture(raw, exercise).value(PictureSide::actual, 0, 0);
  };
  using sim::ElementType;
  CHECK(first(raw_picture<uint8_t>(ElementType::u8, {1}, {200}, {200})) == 200);
  CHECK(first(raw_picture<int8_t>(ElementType::i8, {1}, {-3}, {-3})) == -3);
  CHECK(first(raw_picture<uint16_t>(ElementType::u16, {1}, {60000}, {0})) == 60000);
  CHECK(first(raw_picture<int32_t>(ElementType::i32, {1}, {-7}, {0})) == -7);
  CHECK(first(raw_picture<uint64_t>(ElementType::u64, {1}, {1ull << 40}, {0})) == std::pow(2, 40));
  CHECK(first(raw_picture<double>(ElementType::f64, {1}, {0.1}, {0})) == 0.1);
  CHECK(first(raw_picture<uint16_t>(ElementType::f16, {1}, {0x3E00}, {0})) == 1.5);
  CHECK(first(raw_picture<uint16_t>(ElementType::f16, {1}, {0x8001}, {0})) == -std::ldexp(1, -24));
  CHECK(std::isinf(first(raw_picture<uint16_t>(ElementType::f16, {1}, {0x7C00}, {0}))));
  CHECK(std::isnan(first(raw_picture<uint16_t>(ElementType::f16, {1}, {0x7E00}, {0}))));
}

TEST_CASE("what the tolerance allows is right, what is beyond it wrong") {
  const Picture picture = float_picture({2}, {1.05f, 1.2f}, {1, 1}, {0.1, 0});
  CHECK(picture.wrong() == 1);
  CHECK_FALSE(picture.is_wrong(0, 0));
  CHECK(picture.is_wrong(0, 1));
}

TEST_CASE("a NaN is wrong as in the verdict, and its difference cannot be overlooked") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Picture picture = float_picture({1, 3}, {nan, nan, 1}, {nan, 2, 1});
  CHECK(picture.wrong() == 2);
  CHECK(picture.is_wrong(0, 0));
  CHECK(picture.is_wrong(0, 1));
  CHECK(std::isinf(picture.value(PictureSide::difference, 0, 0)));
  CHECK(std::isinf(picture.value(PictureSide::difference, 0, 1)));
}

TEST_CASE("an infinity that should be a number is wrong whatever the tolerance") {
  const float infinity = std::numeric_limits<float>::infinity();
  const Picture picture =
      float_picture({3}, {infinity, 1, infinity}, {1, infinity, infinity}, {1, 1});
  CHECK(picture.wrong() == 2);
  CHECK(picture.is_wrong(0, 0));
  CHECK(picture.is_wrong(0, 1));
  CHECK_FALSE(picture.is_wrong(0, 2));
}

TEST_CASE("64-bit integers that a double cannot tell apart are told apart") {
  const uint64_t large = 1ull << 60;
  const verdict::Picture raw =
      raw_picture<uint64_t>(sim::ElementType::u64, {2}, {large + 1, large}, {large, large});
  const Picture picture(raw, exercise::Exercise{});
  CHECK(picture.wrong() == 1);
  CHECK(picture.is_wrong(0, 0));
  CHECK(picture.value(PictureSide::difference, 0, 0) == 1);
  CHECK(picture.value(PictureSide::difference, 0, 1) == 0);
}

TEST_CASE("one wrong element among many is seen in the mask at every size") {
  std::vector<float> expected(64 * 64, 1), actual = expected;
  actual[64 * 40 + 17] = 1.5f;
  const Picture picture = float_picture({64, 64}, actual, expected);
  const ValueGrid grid = picture.sample(PictureSide::wrong, 0, 0, 64, 64, 16);
  CHECK(grid.rows == 4);
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column)
      CHECK(grid.values[static_cast<size_t>(4 * row + column)] ==
            (row == 2 && column == 1 ? 1 : 0));
  CHECK(picture.text(PictureSide::wrong, 40, 17) == "wrong");
  CHECK(picture.text(PictureSide::wrong, 40, 18) == "right");
}

TEST_CASE("both sides share a range, and a difference has zero in the middle") {
  const Picture picture = float_picture({1, 2}, {-1, 2}, {0, 7});
  CHECK(picture.automatic_range(PictureSide::actual).low == -1);
  CHECK(picture.automatic_range(PictureSide::expected).high == 7);
  CHECK(picture.automatic_range(PictureSide::difference).low == -5);
  CHECK(picture.automatic_range(PictureSide::difference).high == 5);
}

TEST_CASE("ranges of constant and of unusable values can still be shown") {
  const float infinity = std::numeric_limits<float>::infinity();
  const ValueRange constant =
      float_picture({1, 2}, {3, 3}, {3, 3}).automatic_range(PictureSide::actual);
  CHECK(constant.low == 3);
  CHECK(constant.high > 3);
  const ValueRange line = float_picture({2}, {3, 3}, {3, 3}).automatic_range(PictureSide::actual);
  CHECK(line.low == 2);  // in the middle of the plot
  CHECK(line.high == 4);
  const ValueRange infinite =
      float_picture({1, 1}, {infinity}, {infinity}).automatic_range(PictureSide::actual);
  CHECK(infinite.high > infinite.low);
}

TEST_CASE("rounding that the tolerance allows stays small in the difference's range") {
  const Picture picture = float_picture({1, 2}, {100.001f, 5}, {100, 5}, {0.5, 0});
  CHECK(picture.wrong() == 0);
  CHECK(picture.automatic_range(PictureSide::difference).high >= 0.5);
}

TEST_CASE("a buffer of one dimension is a line of one row, one of two is not") {
  const Picture line = float_picture({100}, std::vector<float>(100, 1), std::vector<float>(100, 1));
  CHECK(line.is_line());
  CHECK(line.rows() == 1);
  CHECK(line.columns() == 100);
  CHECK(line.index_text(0, 18) == "out[18]");
  CHECK(line.contains(0, 99));
  CHECK_FALSE(line.contains(0, 100));
  const Picture grid =
      float_picture({10, 10}, std::vector<float>(100, 1), std::vector<float>(100, 1));
  CHECK_FALSE(grid.is_line());
  CHECK(grid.rows() == 10);
}

TEST_CASE(
    "a span has the least and the greatest of its elements, whatever it begins and ends with") {
  std::vector<float> expected(1000), actual;
  for (size_t i = 0; i < expected.size(); ++i) expected[i] = static_cast<float>((i * 37) % 500);
  actual = expected;
  actual[777] = 9000;
  const Picture line = float_picture({1000}, actual, expected);
  for (const auto& [begin, end] : {std::pair<int64_t, int64_t>{0, 1000},
                                   {3, 4},
                                   {60, 70},
                                   {64, 128},
                                   {1, 999},
                                   {700, 5000},
                                   {-5, 64}}) {
    double low = 1e9, high = -1e9;
    for (int64_t i = std::max<int64_t>(begin, 0); i < std::min<int64_t>(end, 1000); ++i) {
      low = std::min<double>(low, actual[static_cast<size_t>(i)]);
      high = std::max<double>(high, actual[static_cast<size_t>(i)]);
    }
    const Picture::Span span = line.span(PictureSide::actual, begin, end);
    CHECK(span.low == low);
    CHECK(span.high == high);
    CHECK(span.wrong == (begin <= 777 && 777 < end));
    CHECK_FALSE(span.not_finite);
  }
  CHECK(line.span(PictureSide::expected, 0, 1000).high < 500);
  CHECK(line.span(PictureSide::difference, 640, 832).high > 8000);
  const Picture::Span none = line.span(PictureSide::actual, 5, 5);
  CHECK(none.low > none.high);
}

TEST_CASE("one NaN or infinity among many is known, of a span and of the whole") {
  std::vector<float> values(500, 1);
  const Picture finite = float_picture({500}, values, values);
  CHECK_FALSE(finite.has_not_finite());
  CHECK_FALSE(finite.span(PictureSide::actual, 0, 500).not_finite);
  values[300] = std::numeric_limits<float>::infinity();
  const Picture infinite = float_picture({500}, values, std::vector<float>(500, 1));
  CHECK(infinite.has_not_finite());
  CHECK(infinite.span(PictureSide::actual, 256, 448).not_finite);
  CHECK(infinite.span(PictureSide::actual, 256, 448).high == 1);
  CHECK_FALSE(infinite.span(PictureSide::actual, 0, 300).not_finite);
}

TEST_CASE("an infinity is hatched like a NaN, and does not look like the largest value") {
  const float infinity = std::numeric_limits<float>::infinity();
  const Picture picture = float_picture({1, 3}, {infinity, 5, -infinity}, {5, 5, 5});
  const ValueGrid grid = picture.sample(PictureSide::actual, 0, 0, 1, 3, 1);
  CHECK(std::isnan(grid.values[0]));
  CHECK(grid.values[1] == 5);
  CHECK(std::isnan(grid.values[2]));
  // A difference that is infinite keeps its sign and the end of the colours.
  CHECK(std::isinf(picture.sample(PictureSide::difference, 0, 0, 1, 3, 1).values[0]));
}

TEST_CASE("two ranges are joined to one that has both") {
  CHECK(joined({0, 4}, {-2, 3}).low == -2);
  CHECK(joined({0, 4}, {-2, 3}).high == 4);
}

TEST_CASE("a shortened number says that it is one, and what is short already stays") {
  CHECK(shorter_texts("0.3333333", 1.0 / 3) ==
        std::vector<std::string>{"~0.33333", "~0.3333", "~0.333", "~0.33", "~0.3"});
  CHECK(shorter_texts("16376001", 16376001) ==
        std::vector<std::string>{"~1.64e7", "~1.6e7", "~2e7"});
  CHECK(shorter_texts("-0.00001234567", -0.00001234567).back() == "~-1e-5");
  CHECK(shorter_texts("7", 7).empty());
  CHECK(shorter_texts("nan", std::nan("")).empty());
}

TEST_CASE("more than two dimensions are stacked") {
  const Picture picture =
      float_picture({2, 3, 4}, std::vector<float>(24, 0), std::vector<float>(24, 0));
  CHECK(picture.rows() == 6);
  CHECK(picture.columns() == 4);
  CHECK(picture.index_text(4, 1) == "out[1][1][1]");
}

TEST_CASE("a part is sampled with what lies outside marked") {
  const Picture picture = float_picture({2, 2}, {1, 2, 3, 4}, {1, 2, 3, 4});
  const ValueGrid grid = picture.sample(PictureSide::actual, 1, 1, 2, 2, 1);
  REQUIRE(grid.values.size() == 4);
  CHECK(grid.values[0] == 4);
  CHECK(grid.values[1] == ValueGrid::kNoElement);
  CHECK(grid.values[3] == ValueGrid::kNoElement);
}

TEST_CASE("joined elements show the mean, and of a difference what is farthest from zero") {
  const Picture picture = float_picture({2, 2}, {1, 2, 3, 4}, {1, 9, 3, 3});
  CHECK(picture.sample(PictureSide::actual, 0, 0, 2, 2, 2).values == std::vector<double>{2.5});
  CHECK(picture.sample(PictureSide::difference, 0, 0, 2, 2, 2).values == std::vector<double>{-7});
}

TEST_CASE("one wrong element of a large picture is seen at every size") {
  constexpr size_t kSide = 2048;
  std::vector<float> expected(kSide * kSide, 1), actual = expected;
  actual[1234 * kSide + 777] = 5;
  const Picture picture = float_picture({kSide, kSide}, actual, expected);
  for (const int64_t step : {1, 2, 4, 8, 16, 32}) {
    const ValueGrid grid = picture.sample(PictureSide::difference, 0, 0, kSide, kSide, step);
    double largest = 0;
    for (const double value : grid.values) largest = std::max(largest, value);
    CHECK(largest == 4);
    const auto index = static_cast<size_t>(1234 / step * grid.columns + 777 / step);
    CHECK(grid.values[index] == 4);
  }
}

TEST_CASE("without expected values there is nothing wrong and no difference") {
  const Picture picture = float_picture({1, 2}, {1, 2}, {});
  CHECK_FALSE(picture.has_expected());
  CHECK(picture.wrong() == 0);
  CHECK(std::isnan(picture.value(PictureSide::expected, 0, 0)));
}

TEST_CASE(
    "a value reads as in the verdict: whole numbers exactly, and apart from what is expected") {
  const exercise::Exercise exercise;
  const uint64_t large = 9007199254740993;  // no double has it
  const Picture whole(raw_picture<uint64_t>(sim::ElementType::u64, {2}, {large, 7}, {large + 1, 7}),
                      exercise);
  CHECK(whole.text(PictureSide::actual, 0, 0) == "9007199254740993");
  CHECK(whole.text(PictureSide::expected, 0, 0) == "9007199254740994");
  CHECK(whole.text(PictureSide::difference, 0, 0) == "-1");
  CHECK(whole.text(PictureSide::actual, 0, 1) == "7");
  CHECK(whole.text(PictureSide::actual, 1, 0).empty());
  const float third = 1.0f / 3, next = std::nextafter(1.0f, 2.0f);
  const Picture close = float_picture({2}, {next, third}, {1, third});
  CHECK(close.text(PictureSide::actual, 0, 0) == "1.0000001");
  CHECK(close.text(PictureSide::expected, 0, 0) == "1");
  CHECK(close.text(PictureSide::actual, 0, 1) == "0.3333333");
  const Picture input = float_picture({1}, {0.5f}, {});
  CHECK(input.text(PictureSide::actual, 0, 0) == "0.5");
  CHECK(input.text(PictureSide::expected, 0, 0).empty());
}

TEST_CASE("an empty buffer is an empty picture") {
  const Picture picture = float_picture({0}, {}, {});
  CHECK(picture.rows() == 0);
  CHECK_FALSE(picture.contains(0, 0));
}

TEST_CASE("numbers are written as people write them") {
  CHECK(value_text(16777216) == "16777216");
  CHECK(value_text(-0.0) == "0");
  CHECK(value_text(0.1f) == "0.1");
  CHECK(value_text(1.0 / 3) == "0.3333333");
  CHECK(value_text(1e30) == "1e+30");
  CHECK(value_text(std::nan("")) == "nan");
  CHECK(value_text(-INFINITY) == "-inf");
}

namespace {

// Two rows of `actual`, whose buffer is filled before the launches with `fill`.
Picture filled_picture(const std::vector<uint32_t>& actual, std::string_view fill,
                       sim::ElementType type = sim::ElementType::f32,
                       std::vector<uint8_t> written = {}) {
  exercise::Exercise exercise;
  exercise::Buffer& buffer = exercise.buffers.emplace_back();
  buffer.name = "out";
  buffer.fill.kind = exercise::fill_kind(fill);
  verdict::Picture raw =
      raw_picture(type, {2, actual.size() / 2}, actual, std::vector<uint32_t>(actual.size(), 0));
  raw.written = std::move(written);
  return Picture(std::move(raw), exercise);
}

}  // namespace

TEST_CASE("what no thread has written is told from a NaN that one wrote") {
  constexpr uint32_t kUntouched = ~0u, kNaN = 0x7fffffff;
  const Picture picture = filled_picture({kUntouched, kNaN, 0, 0}, exercise::kPoisonFill);
  CHECK(picture.not_written() == 1);
  CHECK(picture.is_not_written(0, 0));
  CHECK_FALSE(picture.is_not_written(0, 1));
  CHECK(picture.has_not_finite());
  CHECK(picture.text(PictureSide::actual, 0, 0) == "not written");
  CHECK(picture.wrong() == 2);
  const ValueGrid grid = picture.sample(PictureSide::actual, 0, 0, 2, 2, 1);
  CHECK(grid.values[0] == ValueGrid::kNotWritten);
  CHECK(std::isnan(grid.values[1]));
  CHECK(picture.sample(PictureSide::actual, 0, 0, 2, 2, 2).values[0] == ValueGrid::kNotWritten);
  const Picture only_untouched = filled_picture({kUntouched, 0, 0, 0}, exercise::kPoisonFill);
  CHECK_FALSE(only_untouched.has_not_finite());
}

TEST_CASE("of whole numbers, and of buffers that begin with a value, that pattern may be one") {
  const Picture whole =
      filled_picture({~0u, 0, 0, 0}, exercise::kPoisonFill, sim::ElementType::i32);
  CHECK(whole.not_written() == 0);
  CHECK(whole.text(PictureSide::actual, 0, 0) == "-1");
  const Picture begun = filled_picture({~0u, 0, 0, 0}, "constant");
  CHECK(begun.not_written() == 0);
  CHECK(begun.has_not_finite());
}

TEST_CASE("where the simulator says what was written, it is known of numbers of every type") {
  for (const auto type : {sim::ElementType::i32, sim::ElementType::u32, sim::ElementType::f32}) {
    // The first element holds the pattern and was written; the second does not, and was not.
    const Picture picture = filled_picture({~0u, 5, 0, 0}, exercise::kPoisonFill, type, {0b1101});
    CHECK(picture.not_written() == 1);
    CHECK_FALSE(picture.is_not_written(0, 0));
    CHECK(picture.is_not_written(0, 1));
    CHECK(picture.text(PictureSide::actual, 0, 1) == "not written");
    CHECK(picture.sample(PictureSide::actual, 0, 0, 2, 2, 1).values[1] == ValueGrid::kNotWritten);
    CHECK(picture.has_not_finite() == (type == sim::ElementType::f32));
  }
  const Picture all =
      filled_picture({~0u, 0, 0, 0}, exercise::kPoisonFill, sim::ElementType::i32, {0xff});
  CHECK(all.not_written() == 0);
  // Of a buffer that begins with values what nobody has written is one of them.
  CHECK(filled_picture({7, 0, 0, 0}, "constant", sim::ElementType::i32, {0}).not_written() == 0);
  // A mask of another buffer says nothing.
  CHECK(filled_picture({7, 0, 0, 0}, exercise::kPoisonFill, sim::ElementType::i32, {0, 0})
            .not_written() == 0);
}

TEST_CASE("what no thread has written is in no scale and in no difference") {
  const Picture picture =
      filled_picture({~0u, 5, 0, 0}, exercise::kPoisonFill, sim::ElementType::u32, {0b1110});
  CHECK(picture.automatic_range(PictureSide::actual).high == 5);
  CHECK(picture.automatic_range(PictureSide::difference).high == 5);
  CHECK(std::isinf(picture.value(PictureSide::difference, 0, 0)));
  CHECK(picture.wrong() == 2);
}

TEST_CASE("two pictures were given the same where the same is expected of them") {
  const Picture picture = float_picture({1, 2}, {1, 2}, {1, 2});
  CHECK(picture.same_expected(float_picture({1, 2}, {5, 6}, {1, 2})));
  CHECK_FALSE(picture.same_expected(float_picture({1, 2}, {1, 2}, {1, 3})));
  CHECK_FALSE(picture.same_expected(float_picture({2}, {1, 2}, {1, 2})));
}
