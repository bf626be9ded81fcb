#include "exercise/expression.hpp"

#include <doctest/doctest.h>

using warplab::exercise::Expression;
using Values = std::map<std::string, int64_t>;

namespace {

int64_t whole_value(std::string_view text, const Values& values = {}) {
  const auto parsed = Expression::parse(text);
  REQUIRE_MESSAGE(parsed, parsed.error());
  const auto value = parsed->evaluate(values);
  REQUIRE_MESSAGE(value, value.error());
  return *value;
}

std::string parse_error(std::string_view text) {
  const auto parsed = Expression::parse(text);
  REQUIRE(!parsed);
  return parsed.error();
}

std::string evaluation_error(std::string_view text, const Values& values = {}) {
  const auto parsed = Expression::parse(text);
  REQUIRE_MESSAGE(parsed, parsed.error());
  const auto value = parsed->evaluate(values);
  REQUIRE(!value);
  return value.error();
}

}  // namespace

TEST_CASE("an expression computes with the precedence of C") {
  CHECK(whole_value("1 + 2 * 3") == 7);
  CHECK(whole_value("(1 + 2) * 3") == 9);
  CHECK(whole_value("20 - 5 - 3") == 12);
  CHECK(whole_value("100 / 10 / 5") == 2);
  CHECK(whole_value("-2 * 3") == -6);
  CHECK(whole_value("--5") == 5);
  CHECK(whole_value("1 + 1 == 2 && 3 < 4") == 1);
  CHECK(whole_value("1 || 0 && 0") == 1);
  CHECK(whole_value("!3 + 1") == 1);
}

TEST_CASE("division and remainder round toward zero, as in C") {
  CHECK(whole_value("7 / 2") == 3);
  CHECK(whole_value("-7 / 2") == -3);
  CHECK(whole_value("-7 % 2") == -1);
  CHECK(whole_value("7 % -2") == 1);
}

TEST_CASE("log2 rounds down, and pow2 is its inverse") {
  CHECK(whole_value("log2(1)") == 0);
  CHECK(whole_value("log2(1023)") == 9);
  CHECK(whole_value("log2(pow2(62))") == 62);
  for (const char* wrong : {"log2(0)", "pow2(63)", "pow2(0 - 1)"}) {
    const auto parsed = Expression::parse(wrong);
    REQUIRE(parsed);
    CHECK_FALSE(parsed->evaluate({}));
  }
}

TEST_CASE("ceil_div rounds up") {
  CHECK(whole_value("ceil_div(64, 32)") == 2);
  CHECK(whole_value("ceil_div(65, 32)") == 3);
  CHECK(whole_value("ceil_div(1, 256)") == 1);
  CHECK(whole_value("ceil_div(0, 256)") == 0);
  CHECK(whole_value("ceil_div(-7, 2)") == -3);
}

TEST_CASE("min and max take two arguments or more") {
  CHECK(whole_value("min(3, 1, 2)") == 1);
  CHECK(whole_value("max(3, 1, 2)") == 3);
  CHECK(parse_error("min(3)") == "\"min(3)\" gives min 1 argument; it takes two or more");
  CHECK(parse_error("ceil_div(1, 2, 3)") ==
        "\"ceil_div(1, 2, 3)\" gives ceil_div 3 arguments; it takes 2");
}

TEST_CASE("names take the values that are given") {
  CHECK(whole_value("(cols + 31) / 32", {{"cols", 33}}) == 2);
  CHECK(whole_value("rows * cols", {{"rows", 3}, {"cols", 5}}) == 15);
}

TEST_CASE("comparison gives 0 or 1, and ?: evaluates one side only") {
  CHECK(whole_value("n >= 4 ? 10 : 20", {{"n", 4}}) == 10);
  CHECK(whole_value("n == 0 ? 1 : 100 / n", {{"n", 0}}) == 1);
  CHECK(whole_value("n != 0 && 100 / n > 5", {{"n", 0}}) == 0);
  CHECK(whole_value("n == 0 || 100 / n > 5", {{"n", 0}}) == 1);
  CHECK(whole_value("1 ? 2 : 0 ? 3 : 4") == 2);
  CHECK(whole_value("(2 <= 2) + (2 > 2)") == 1);
}

TEST_CASE("names() lists each name once") {
  const auto parsed = Expression::parse("n * n + block_x");
  REQUIRE(parsed);
  CHECK(parsed->names() == std::vector<std::string>{"n", "block_x"});
  CHECK(Expression(7).names().empty());
}

TEST_CASE("a constant expression has its value and its text") {
  CHECK(*Expression().evaluate({}) == 0);
  CHECK(*Expression(-5).evaluate({}) == -5);
  CHECK(Expression(-5).text() == "-5");
}

TEST_CASE("a name without a value is an error that offers the nearest one") {
  CHECK(evaluation_error("colz + 1", {{"cols", 3}, {"rows", 4}}) ==
        "\"colz + 1\" has no value: \"colz\" is not a name that has a value here; did you mean "
        "\"cols\"?");
}

TEST_CASE("division by zero names the expression and the values in it") {
  CHECK(evaluation_error("n / (m - 3)", {{"n", 8}, {"m", 3}}) ==
        "\"n / (m - 3)\" has no value, where n = 8, m = 3: it divides by zero");
  CHECK(evaluation_error("1 % 0") == "\"1 % 0\" has no value: it divides by zero");
  CHECK(evaluation_error("ceil_div(1, 0)") ==
        "\"ceil_div(1, 0)\" has no value: it divides by zero");
}

TEST_CASE("overflow is an error and not a wrong number") {
  const std::string overflow = " has no value: its value does not fit 64 bits";
  CHECK(evaluation_error("9223372036854775807 + 1") == "\"9223372036854775807 + 1\"" + overflow);
  CHECK(evaluation_error("-9223372036854775807 - 2") == "\"-9223372036854775807 - 2\"" + overflow);
  CHECK(evaluation_error("4294967296 * 4294967296") == "\"4294967296 * 4294967296\"" + overflow);
  CHECK(evaluation_error("(-9223372036854775807 - 1) / -1").ends_with(overflow));
  CHECK(whole_value("9223372036854775807 + 0") == 9223372036854775807);
}

TEST_CASE("a text that is no expression is refused with the place where it goes wrong") {
  CHECK(parse_error("") == "\"\" ends where a number, a name or \"(\" was expected");
  CHECK(parse_error("cols +") == "\"cols +\" ends where a number, a name or \"(\" was expected");
  CHECK(parse_error("cols cols") ==
        "\"cols cols\" has \"c\" at column 6 where an operator or the end was expected");
  CHECK(parse_error("(1 + 2") == "\"(1 + 2\" ends where \")\" was expected");
  CHECK(parse_error("1 ? 2") == "\"1 ? 2\" ends where \":\" was expected");
  CHECK(parse_error("2n") == "\"2n\" has \"n\" at column 2 where an operator was expected");
  CHECK(parse_error("1.5") ==
        "\"1.5\" has a decimal point at column 2, and only whole numbers can stand here");
  CHECK(parse_error("99999999999999999999") ==
        "\"99999999999999999999\" has a number at column 1 that does not fit 64 bits");
  CHECK(parse_error("log(2)") ==
        "\"log(2)\" calls \"log\", which is no function here; there are \"min\", \"max\", "
        "\"ceil_div\", \"log2\" and \"pow2\"");
}

TEST_CASE("a text too long to be meant is refused before it is parsed") {
  const std::string nested = std::string(600, '(') + "1" + std::string(600, ')');
  CHECK(parse_error(nested).find("is 1201 characters long; an expression may have 1000") !=
        std::string::npos);
  CHECK(whole_value(std::string(499, '(') + "1" + std::string(499, ')')) == 1);
}
