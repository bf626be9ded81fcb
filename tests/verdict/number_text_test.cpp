#include "verdict/result/number_text.hpp"

#include <doctest/doctest.h>

using warplab::verdict::count_text;
using warplab::verdict::microseconds_text;

TEST_CASE("counts are grouped by thousands") {
  CHECK(count_text(0) == "0");
  CHECK(count_text(999) == "999");
  CHECK(count_text(1024) == "1024");  // a word, as 2048 is
  CHECK(count_text(10000) == "10 000");
  CHECK(count_text(268435456) == "268 435 456");
}

TEST_CASE("an amount of thousands has no fraction, unless that decides") {
  using warplab::verdict::figures_of;
  CHECK(figures_of(433328.96, 70000, false).value == "433 329");
  CHECK(figures_of(433328.96, {}, false).value == "433 329");
  CHECK(figures_of(1000.4, 1000.2, false).value == "1000.4");
  CHECK(figures_of(999.6, 1000.0, true).value == "999.6");
  CHECK(figures_of(1.875, 1.7, false).value == "1.875");
}

TEST_CASE("times have as many digits as can be told apart") {
  CHECK(microseconds_text(4.254) == "4.25 us");
  CHECK(microseconds_text(43.25) == "43.2 us");
  CHECK(microseconds_text(263.47) == "263.5 us");
  CHECK(microseconds_text(2141.4) == "2141 us");
  CHECK(microseconds_text(169'500) == "169.5 ms");
  CHECK(microseconds_text(0.526) == "0.53 us");
  CHECK(microseconds_text(1e-9) == "0 us");
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

TEST_CASE("one of a unit is in the singular") {
  using warplab::verdict::unit_text;
  CHECK(unit_text("1", "sectors") == "sector");
  CHECK(unit_text("2", "sectors") == "sectors");
  CHECK(unit_text("1", "passes over shared memory") == "pass over shared memory");
  CHECK(unit_text("1", "warp instructions") == "warp instruction");
  CHECK(unit_text("1", "us") == "us");
  CHECK(unit_text("1", "times as many without tiles") == "times as many without tiles");
  CHECK(unit_text("1", "sectors/request") == "sectors/request");
}
