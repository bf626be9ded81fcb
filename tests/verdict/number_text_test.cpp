#include "verdict/number_text.hpp"

#include <doctest/doctest.h>

#include <cmath>

using warplab::verdict::count_text;
using warplab::verdict::microseconds_text;
using warplab::verdict::number_text;

TEST_CASE("whole numbers are written in full") {
  CHECK(number_text(4) == "4");
  CHECK(number_text(-0.0) == "0");
  CHECK(number_text(1048576) == "1048576");
  CHECK(number_text(-12) == "-12");
}

TEST_CASE("other numbers have four significant digits and no exponent where people read one") {
  CHECK(number_text(12.5) == "12.5");
  CHECK(number_text(4.0625) == "4.062");
  CHECK(number_text(1.0 / 3) == "0.3333");
  CHECK(number_text(12345.678) == "12345.7");
  CHECK(number_text(1e-9) == "1e-09");
}

TEST_CASE("what is no number is named") {
  CHECK(number_text(std::nan("")) == "nan");
  CHECK(number_text(-INFINITY) == "-inf");
}

TEST_CASE("counts are grouped by thousands") {
  CHECK(count_text(0) == "0");
  CHECK(count_text(999) == "999");
  CHECK(count_text(1000) == "1 000");
  CHECK(count_text(268435456) == "268 435 456");
}

TEST_CASE("times have as many digits as can be told apart") {
  CHECK(microseconds_text(4.254) == "4.25 us");
  CHECK(microseconds_text(43.25) == "43.2 us");
  CHECK(microseconds_text(263.47) == "263.5 us");
  CHECK(microseconds_text(2141.4) == "2141 us");
  CHECK(microseconds_text(169'500) == "169.5 ms");
}
