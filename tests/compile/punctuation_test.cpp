#include "compile/punctuation.hpp"

#include <doctest/doctest.h>

using warplab::compile::code_before;
using warplab::compile::SourcePlace;
using warplab::compile::unclosed_brace;

namespace {

int line_of_unclosed(std::string_view text) {
  const auto place = unclosed_brace(text);
  return place ? place->line : 0;
}

}  // namespace

TEST_CASE("what stands before a place is found behind comments, directives and empty lines") {
  const std::string_view text = "int a = 1\n// say why;\n#define B 2\n\n/* and\n how */ int c;\n";
  CHECK(code_before(text, {6, 9}) == SourcePlace{1, 9});
  CHECK_FALSE(code_before(text, {1, 1}));
  CHECK(code_before("f(\"//\")\nx", {2, 1}) == SourcePlace{1, 7});
  CHECK(code_before("c = '\\''\nx", {2, 1}) == SourcePlace{1, 8});
}

TEST_CASE("a text whose braces are closed has none that is not") {
  CHECK_FALSE(unclosed_brace(""));
  CHECK_FALSE(unclosed_brace("void f() {\n  if (a) {\n    b();\n  }\n}\n"));
  CHECK_FALSE(unclosed_brace("void f() { a = \"{\"; } // {\n/* { */\n"));
  CHECK_FALSE(unclosed_brace("}"));
}

TEST_CASE("the last brace of a file that is missing belongs to its function") {
  CHECK(line_of_unclosed("void f() {\n  a();\n}\n\nvoid g() {\n  b();\n") == 5);
}

TEST_CASE("the indentation tells which of two braces is not closed") {
  CHECK(line_of_unclosed("void f() {\n  if (a) {\n    b();\n\n}\n") == 2);
  CHECK(line_of_unclosed("void f() {\n  for (;;) {\n    if (a) {\n      b();\n  }\n}\n") == 3);
  CHECK(line_of_unclosed("void f() {\n\tif (a) {\n\t\tb();\n}\n") == 2);
  CHECK(line_of_unclosed("void f()\n{\n  if (a)\n  {\n    b();\n}\n") == 4);
}

TEST_CASE("a function that begins inside a function ends the one before") {
  CHECK(line_of_unclosed("void f() {\n  a();\n\nvoid g() {\n  b();\n}\n") == 1);
  CHECK(line_of_unclosed("namespace n {\nvoid f() {\n  a();\n}\nvoid g() {\n") == 5);
}

TEST_CASE("without indentation the innermost open brace is named") {
  CHECK(line_of_unclosed("void f() {\nif (a) {\nb();\n}\n") == 1);
}
