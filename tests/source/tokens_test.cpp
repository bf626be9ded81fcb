// What a text is made of, whatever stands in it.
#include "source/tokens.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace warplab::source;

namespace {

std::string listed(const Tokens& tokens) {
  std::string text;
  for (const Token& token : tokens) text += (text.empty() ? "" : " ") + std::string(token.text);
  return text;
}

}  // namespace

TEST_CASE("words, numbers, texts and signs are told apart, and comments are none") {
  CHECK(listed(tokens_of("a+=1'000.5e-3f; // b\n/* c */ 'd' \"e\\\"\"")) ==
        "a + = 1'000.5e-3f ; 'd' \"e\\\"\"");
  CHECK(listed(tokens_of("u8R\"x(a)\" )x\" b")) == "u8R\"x(a)\" )x\" b");
  CHECK(listed(tokens_of("a<:1:> <% %> ::b <::c")) == "a [ 1 ] { } : : b < : : c");
}

TEST_CASE("lines that end with a backslash go on, in words and comments, too") {
  const Tokens tokens = tokens_of("th\\\nread // a \\\n b\nc // d \\\r\n e\nf");
  REQUIRE(tokens.size() == 3);
  CHECK(joined_word(tokens[0].text) == "thread");
  CHECK(tokens[1].text == "c");
  CHECK(tokens[2].text == "f");
}

TEST_CASE("what is not closed ends with its line") {
  CHECK(listed(tokens_of("\"a\nb")) == "\"a b");
  CHECK(listed(tokens_of("#error don't\nint x;")) == "int x ;");
  CHECK(listed(tokens_of("a /* b\nc")) == "a");
}

TEST_CASE("directives have their tokens, and macros their parameters and what they stand for") {
  const std::string source =
      "int x;\n# include <a/b.h> // c\n  %:define N 3\n#define F(a, b) a \\\n  + b\n#define G "
      "(1)\n";
  CHECK(listed(tokens_of(source)) == "int x ;");
  const auto directives = directives_of(source);
  REQUIRE(directives.size() == 4);
  CHECK(directives[0].is("include"));
  CHECK(source.substr(directives[0].begin, directives[0].end - directives[0].begin) ==
        "# include <a/b.h>");
  const auto macros = macro_definitions(source);
  REQUIRE(macros.size() == 3);
  CHECK(macros[0].name == "N");
  CHECK(macros[1].is_called);
  CHECK(macros[1].parameters.size() == 2);
  CHECK(listed(macros[1].body) == "a + b");
  CHECK_FALSE(macros[2].is_called);
  CHECK(listed(macros[2].body) == "( 1 )");
}

TEST_CASE("a line is read as the ones above it left off") {
  LineState state = LineState::code;
  CHECK(listed(tokens_of_line("a /* b", state)) == "a /* b");
  CHECK(state == LineState::comment);
  CHECK(listed(tokens_of_line("", state)).empty());
  CHECK(state == LineState::comment);
  CHECK(listed(tokens_of_line("c */ # d \\", state)) == "c */ # d \\");
  CHECK(state == LineState::preprocessor);
  CHECK(listed(tokens_of_line("e", state)) == "e");
  CHECK(state == LineState::code);
}
