#include "exercise/formula.hpp"

#include <doctest/doctest.h>

#include <cmath>

using warplab::exercise::Formula;

namespace {

double real_value(std::string_view text, std::vector<double> values = {}) {
  const auto parsed = Formula::parse(text);
  REQUIRE_MESSAGE(parsed, parsed.error());
  return parsed->evaluate(values);
}

}  // namespace

TEST_CASE("a formula computes with real numbers") {
  CHECK(real_value("1 / 4") == 0.25);
  CHECK(real_value("0.5 * 3 + .25") == 1.75);
  CHECK(real_value("2.5e2") == 250);
  CHECK(real_value("1e-3") == 0.001);
  CHECK(real_value("5.5 % 2") == 1.5);
  CHECK(real_value("-7 % 4") == -3);
}

TEST_CASE("a formula takes its values in the order of its names") {
  const auto parsed = Formula::parse("i1 + i0 / 10 + i1");
  REQUIRE(parsed);
  CHECK(parsed->names() == std::vector<std::string>{"i1", "i0"});
  CHECK(parsed->evaluate(std::vector<double>{3, 2}) == doctest::Approx(6.2));
}

TEST_CASE("a formula may choose by a condition") {
  CHECK(real_value("i0 >= 9 && i0 < 20 ? 1 : 0", {9}) == 1);
  CHECK(real_value("i0 >= 9 && i0 < 20 ? 1 : 0", {20}) == 0);
  CHECK(real_value("!(i0 == 3)", {3}) == 0);
}

TEST_CASE("the functions of a formula") {
  CHECK(real_value("min(1.5, 0.5)") == 0.5);
  CHECK(real_value("max(1.5, 0.5, 2.5)") == 2.5);
  CHECK(real_value("abs(-3)") == 3);
  CHECK(real_value("floor(-0.5)") == -1);
  CHECK(real_value("sqrt(2)") == std::sqrt(2.0));
}

TEST_CASE("exp, log and pow of a formula are right to the last bit") {
  // Computed with 60 digits.
  CHECK(real_value("exp(1)") == 2.718281828459045235360287);
  CHECK(real_value("exp(-0.8)") == 0.44932896411722156);
  CHECK(real_value("exp(-115)") == 1.1379798735078682e-50);
  CHECK(real_value("log(2)") == 0.693147180559945309417232);
  CHECK(real_value("log(10)") == 2.302585092994045684017991);
  CHECK(real_value("log(1.0000001)") == 9.999999505838704e-08);
  CHECK(real_value("pow(2, 0.5)") == std::sqrt(2.0));
  CHECK(real_value("pow(10, -3)") == 0.001);
  CHECK(real_value("pow(3, 5)") == 243);
  CHECK(real_value("pow(-2, 3)") == -8);
  CHECK(real_value("pow(1.1, 64)") == 445.79156845259257);
  CHECK(real_value("pow(1.1, 64.5)") == 467.5501414327289);
  CHECK(real_value("pow(1e100, 3)") == 1e300);
  CHECK(real_value("pow(1e100, 4)") == INFINITY);
  CHECK(real_value("pow(1e-100, 3)") == 1e-300);
  CHECK(real_value("pow(0.9, 6)") == doctest::Approx(0.531441).epsilon(1e-15));
  CHECK(real_value("ceil(0.9 + 5 * sqrt(0.9))") == 6);
  for (double x = -700; x < 700; x += 0.37)  // the C library is right within a unit or two
    CHECK(real_value("exp(i0)", {x}) == doctest::Approx(std::exp(x)).epsilon(1e-15));
  for (double x = 1e-300; x < 1e300; x *= 3.7)
    CHECK(real_value("log(i0)", {x}) == doctest::Approx(std::log(x)).epsilon(1e-15));
}

TEST_CASE("where exp, log and pow have no ordinary value they have that of C") {
  CHECK(real_value("exp(1000)") == INFINITY);
  CHECK(real_value("exp(-1000)") == 0);
  CHECK(real_value("log(0)") == -INFINITY);
  CHECK(std::isnan(real_value("log(-1)")));
  CHECK(real_value("pow(0, 0)") == 1);
  CHECK(real_value("pow(10, 400)") == INFINITY);
  CHECK(real_value("pow(10, -400)") == 0);
  CHECK(real_value("pow(-10, 401)") == -INFINITY);
  CHECK(std::isnan(real_value("pow(-8, 1 / 3)")));
  CHECK(std::isnan(real_value("exp(0 / 0)")));
}

TEST_CASE("a formula divides by zero as IEEE 754 says") {
  CHECK(std::isinf(real_value("1 / 0")));
  CHECK(std::isnan(real_value("0 / 0")));
}

TEST_CASE("what is no formula is refused with the place where it goes wrong") {
  const auto parsed = Formula::parse("i0 * ");
  REQUIRE(!parsed);
  CHECK(parsed.error() == "\"i0 * \" ends where a number, a name or \"(\" was expected");
  CHECK(!Formula::parse("ceil_div(i0, 2)"));
  CHECK(!Formula::parse("1..2"));
  CHECK(!Formula::parse("1e999"));
}
