#include "verdict/number_text.hpp"

#include <doctest/doctest.h>

#include <cmath>

using warplab::verdict::count_text;
using warplab::verdict::digits_apart;
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

TEST_CASE("numbers that differ are written with as many digits as it takes to tell them apart") {
  CHECK(digits_apart(4, 4) == 4);
  CHECK(digits_apart(4, 5) == 4);
  const double above = 4.00003;
  CHECK(number_text(above, digits_apart(above, 4)) == "4.00003");
  CHECK(number_text(4, digits_apart(above, 4)) == "4");
  CHECK(number_text(-93.59375, digits_apart(-93.59375, -93.59376)) == "-93.59375");
  CHECK(number_text(12345.678, digits_apart(12345.678, 12345.679)) == "12345.678");
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

TEST_CASE("an amount has its thousands apart, with and without a fraction") {
  using warplab::verdict::amount_text;
  CHECK(amount_text(999) == "999");
  CHECK(amount_text(1048576) == "1 048 576");
  CHECK(amount_text(-12345) == "-12 345");
  CHECK(amount_text(550771.25, 8) == "550 771.25");
  CHECK(amount_text(0.125) == "0.125");
  CHECK(amount_text(1e300).find(' ') == std::string::npos);
}
