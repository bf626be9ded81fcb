#include "data/number_text.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace warplab::data;

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
  CHECK(digits_apart(4, 5, 7) == 7);
  const double above = 4.00003;
  CHECK(number_text(above, digits_apart(above, 4)) == "4.00003");
  CHECK(number_text(4, digits_apart(above, 4)) == "4");
  const double beside = 1075.0001;
  CHECK(number_text(beside, digits_apart(beside, 1075)) == "1075.0001");
  CHECK(number_text(1075.25, digits_apart(1075.25, 1075)) == "1075.2");
  CHECK(number_text(-93.59375, digits_apart(-93.59375, -93.59376)) == "-93.59375");
  CHECK(number_text(12345.678, digits_apart(12345.678, 12345.679)) == "12345.678");
}

TEST_CASE("what is no number is named") {
  CHECK(number_text(std::nan("")) == "nan");
  CHECK(number_text(-std::nan("")) == "nan");  // as the hardware makes it
  CHECK(number_text(-INFINITY) == "-inf");
}
