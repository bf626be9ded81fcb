#include "exercise/formula.hpp"

#include <doctest/doctest.h>

#include <cmath>

using warplab::exercise::Formula;

namespace {

double value_of(std::string_view text, std::vector<double> values = {}) {
  const auto parsed = Formula::parse(text);
  REQUIRE_MESSAGE(parsed, parsed.error());
  return parsed->evaluate(values);
}

}  // namespace

TEST_CASE("a formula computes with real numbers") {
  CHECK(value_of("1 / 4") == 0.25);
  CHECK(value_of("0.5 * 3 + .25") == 1.75);
  CHECK(value_of("2.5e2") == 250);
  CHECK(value_of("1e-3") == 0.001);
  CHECK(value_of("5.5 % 2") == 1.5);
  CHECK(value_of("-7 % 4") == -3);
}

TEST_CASE("a formula takes its values in the order of its names") {
  const auto parsed = Formula::parse("i1 + i0 / 10 + i1");
  REQUIRE(parsed);
  CHECK(parsed->names() == std::vector<std::string>{"i1", "i0"});
  CHECK(parsed->evaluate(std::vector<double>{3, 2}) == doctest::Approx(6.2));
}

TEST_CASE("a formula may choose by a condition") {
  CHECK(value_of("i0 >= 9 && i0 < 20 ? 1 : 0", {9}) == 1);
  CHECK(value_of("i0 >= 9 && i0 < 20 ? 1 : 0", {20}) == 0);
  CHECK(value_of("!(i0 == 3)", {3}) == 0);
}

TEST_CASE("the functions of a formula") {
  CHECK(value_of("min(1.5, 0.5)") == 0.5);
  CHECK(value_of("max(1.5, 0.5, 2.5)") == 2.5);
  CHECK(value_of("abs(-3)") == 3);
  CHECK(value_of("floor(-0.5)") == -1);
  CHECK(value_of("sqrt(2)") == std::sqrt(2.0));
}

TEST_CASE("a formula divides by zero as IEEE 754 says") {
  CHECK(std::isinf(value_of("1 / 0")));
  CHECK(std::isnan(value_of("0 / 0")));
}

TEST_CASE("what is no formula is refused with the place where it goes wrong") {
  const auto parsed = Formula::parse("i0 * ");
  REQUIRE(!parsed);
  CHECK(parsed.error() == "\"i0 * \" ends where a number, a name or \"(\" was expected");
  CHECK(!Formula::parse("ceil_div(i0, 2)"));
  CHECK(!Formula::parse("1..2"));
  CHECK(!Formula::parse("1e999"));
}
