// Which blocks and brackets there are.
#include "source/outline.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace warplab::source;

namespace {

// A letter for each block: s(pace), t(ype), f(unction), l(ambda), { of statements, v(alue).
std::string kinds(std::string_view source) {
  const Outline outline(source);
  std::string letters;
  for (const Block& block : outline.blocks()) letters += "stfl{v"[static_cast<size_t>(block.kind)];
  return letters;
}

}  // namespace

TEST_CASE("a block is what the words in front of its brace say") {
  CHECK(kinds("namespace a { struct S { int f() const { return 1; } }; }") == "stf");
  CHECK(kinds("extern \"C\" { template <class T> __global__ void k(T* p) { if (p) { } } }") ==
        "sf{");
  CHECK(kinds("enum class E : int { a }; struct alignas(16) S { }; int v[] = {1};") == "ttv");
  CHECK(kinds("void f() { struct S { int x; S() { } }; auto g = [=] { }; int w[2] = {f(1)}; }") ==
        "ftflv");
}

TEST_CASE("labels and heads lead to statements, and other braces in code hold values") {
  CHECK(kinds("void f() { switch (a) { case 1: { b(); } default: if (c) { } } x = T{1}; }") ==
        "f{{{v");
  CHECK(kinds("void f() { again: do { } while (a); if (b) { } else { } g({1}, {2}); }") ==
        "f{{{vv");
}

TEST_CASE("a brace closes what was left open in it, and other brackets are one too many") {
  const Outline outline("{ f(a; } ) {");
  CHECK(outline.close_of(0) == 5);
  CHECK(outline.close_of(2) == outline.tokens().size());
  CHECK(outline.is_stray(6));
  CHECK(outline.bracket_around(3) == 2);
  CHECK(outline.blocks().size() == 2);
}

TEST_CASE("places are lines and columns from 1") {
  const Outline outline("int a;\n  int b;\n");
  CHECK(outline.line_of(0) == 1);
  CHECK(outline.line_of(outline.offset_of(2, 3)) == 2);
  CHECK(outline.tokens()[outline.token_at(outline.offset_of(2, 7))].text == "b");
  CHECK(outline.offset_of(9, 1) == Outline::kNone);
}

TEST_CASE("what is deeply nested or long takes no longer than it must") {
  for (const std::string part : {"{", "(", "[", "if(a)", "do ", "f(a,", "int x{", "template<", "}",
                                 "R\"", "a\\\n", "#define A\n", "namespace a{"}) {
    std::string text;
    while (text.size() < 200'000) text += part;
    CHECK(Outline(text).tokens().size() <= text.size());
  }
}
