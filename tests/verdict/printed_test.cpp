// Outputs of programs, compared.
#include <doctest/doctest.h>

#include "verdict/program/printed.hpp"

using warplab::verdict::printed_otherwise;

namespace {
constexpr warplab::data::Tolerance kExact, kAThousandth{0, 1e-3};
}

TEST_CASE("printed texts are alike where their words are, and ends of lines stand in one place") {
  CHECK_FALSE(printed_otherwise("sum 3\n", "sum   3", kExact));
  CHECK_FALSE(printed_otherwise("a\r\nb\n\n\n", "a\nb\n", kExact));
  CHECK_FALSE(printed_otherwise("", "\n", kExact));
  CHECK(printed_otherwise("a b\n", "a\nb\n", kExact));
}

TEST_CASE("printed numbers may differ by the tolerance, and words may not") {
  CHECK_FALSE(printed_otherwise("x 1.0001", "x 1", kAThousandth));
  CHECK(printed_otherwise("x 1.01", "x 1", kAThousandth));
  CHECK(printed_otherwise("x 1.0001", "x 1", kExact));
  CHECK(printed_otherwise("x1.0001", "x1", kAThousandth));
  CHECK(printed_otherwise("nan", "1", kAThousandth));
}

TEST_CASE("the first line that is printed otherwise is told with what it is and should be") {
  const auto differs = printed_otherwise("1\n2\n3\n", "1\n5\n4\n", kExact);
  REQUIRE(differs);
  CHECK(differs->line == 2);
  CHECK(differs->actual == "2");
  CHECK(differs->expected == "5");
  const auto early = printed_otherwise("1\n", "1\n2\n", kExact);
  REQUIRE(early);
  CHECK(early->line == 2);
  CHECK_FALSE(early->actual);
  const auto more = printed_otherwise("1\n2\n", "1\n", kExact);
  REQUIRE(more);
  CHECK_FALSE(more->expected);
}
