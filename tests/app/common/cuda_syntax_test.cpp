#include "common/cuda_syntax.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace warplab::app;

namespace {

// The line with each token's kind as one letter over its bytes, spaces elsewhere.
std::string kinds(const std::string& line, LineState state = LineState::code) {
  constexpr std::string_view kLetters = ".ktcfnsC#p";
  std::string result(line.size(), ' ');
  for (const Token& token : tokenize(line, state))
    for (int i = token.begin; i < token.end; ++i)
      result[static_cast<size_t>(i)] = kLetters[static_cast<size_t>(token.kind)];
  return result;
}

}  // namespace

TEST_CASE("keywords, types, CUDA words, functions and numbers are told apart") {
  CHECK(kinds("const int i = f(threadIdx.x) + 0x1Fu;") == "kkkkk ttt . p fpcccccccccp.p p nnnnnp");
  CHECK(kinds("__global__ void k()") == "cccccccccc tttt fpp");
  CHECK(kinds("atomicAdd(&x, 1.5e-3f)") == "cccccccccpp.p nnnnnnnp");
}

TEST_CASE("a comment ends the line, a block comment goes on") {
  CHECK(kinds("x; // no") == ".p CCCCC");
  LineState state = LineState::code;
  tokenize("a /* b", state);
  CHECK(state == LineState::comment);
  CHECK(kinds("c */ d", LineState::comment) == "CCCC .");
}

TEST_CASE("strings hold what looks like a comment, and may lack their end") {
  CHECK(kinds("\"// \\\" x\" y") == "sssssssss .");
  CHECK(kinds("\"open") == "sssss");
  CHECK(kinds("\"a\\") == "sss");
}

TEST_CASE("a directive is one colour and goes on after a backslash") {
  CHECK(kinds("#define N 32") == "####### # ##");
  LineState state = LineState::code;
  tokenize("#define F(x) \\", state);
  CHECK(state == LineState::preprocessor);
  tokenize("  (x)", state);
  CHECK(state == LineState::code);
}

TEST_CASE("every byte of every line is at most in one token, in order") {
  for (const std::string line :
       {"", "\"", "'", "/*", "*/", "//", "0", ".", ".5", "1e+", "\xff\xfe", "a\tb", "#"}) {
    LineState state = LineState::code;
    int end = 0;
    for (const Token& token : tokenize(line, state)) {
      CHECK(token.begin >= end);
      CHECK(token.end > token.begin);
      CHECK(token.end <= static_cast<int>(line.size()));
      end = token.end;
    }
  }
}

TEST_CASE("the state of a line follows the lines above it as they change") {
  TextBuffer text("/*\nx\n*/\ny");
  SyntaxStates states;
  CHECK(states.at(text, 1) == LineState::comment);
  CHECK(states.at(text, 3) == LineState::code);
  text.erase({{0, 0}, {0, 2}});
  CHECK(states.at(text, 1) == LineState::code);
}
