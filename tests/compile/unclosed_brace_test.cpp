#include "compile/messages/unclosed_brace.hpp"

#include <doctest/doctest.h>

using warplab::compile::unclosed_brace;
using warplab::source::Scopes;

namespace {

int line_of_unclosed(std::string_view text) {
  const Scopes scopes(text);
  const auto brace = unclosed_brace(scopes);
  return brace ? scopes.line_of(scopes.tokens()[*brace].offset) : 0;
}

}  // namespace

TEST_CASE("a text whose braces are closed has none that is not") {
  CHECK(line_of_unclosed("") == 0);
  CHECK(line_of_unclosed("void f() {\n  if (a) {\n    b();\n  }\n}\n") == 0);
  CHECK(line_of_unclosed("void f() { a = \"{\"; } // {\n/* { */\n") == 0);
  CHECK(line_of_unclosed("}") == 0);
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
