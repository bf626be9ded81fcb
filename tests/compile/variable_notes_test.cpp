// Where notes on variables stand, and where none may.
#include "compile/variable_notes.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace warplab::compile;

namespace {

// The kernel's lines, without what stands in front of the file.
std::string noted(const std::string& source) {
  std::string text = note_variables(source, "k.cu").text;
  const std::string line = "#line 1 \"k.cu\"\n";
  const size_t at = text.find(line);
  text = at == std::string::npos ? text : text.substr(at + line.size());
  for (size_t k; (k = text.find("::warplab_variables::")) != std::string::npos;) text.erase(k, 21);
  return text;
}

std::vector<std::string> names(const std::string& source) {
  std::vector<std::string> all;
  for (const NotedVariable& v : note_variables(source, "k.cu").variables)
    if (!v.name.empty()) all.push_back(v.name);
  return all;
}
using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a note stands behind a declaration and in every statement that assigns") {
  CHECK(noted("void k() { int i = 3; i += 2; f(i); }") ==
        "void k() { int i = 3; note<0>(i); i += 2, note<0>(i); f(i); }");
  CHECK(noted("void k() { float x, y = 1; x = y; ++x; y--; }") ==
        "void k() { float x, y = 1; note<1>(y); x = y, note<0>(x); ++x, note<0>(x); y--, "
        "note<1>(y); }");
  CHECK(noted("void k() { int i = 0; a[i++] = i == 3; i <<= 1; }") ==
        "void k() { int i = 0; note<0>(i); a[i++] = i == 3, note<0>(i); i <<= 1, note<0>(i); }");
  CHECK(noted("void k() { const unsigned long long n{4}; auto m = n; }") ==
        "void k() { const unsigned long long n{4}; note<0>(n); auto m = n; note<1>(m); }");
}

TEST_CASE("a note in an if without braces leaves its else where it was") {
  CHECK(noted("void k() { int i = 0; if (c) i = 1; else i = 2; }") ==
        "void k() { int i = 0; note<0>(i); if (c) i = 1, note<0>(i); else i = 2, note<0>(i); }");
}

TEST_CASE("what a loop's head changes is noted before each look at its condition") {
  CHECK(noted("void k(int n) { for (int i = 0; i < n; ++i) { f(i); } }") ==
        "void k(int n) { for (int i = 0; note<0>(i), i < n; ++i) { f(i); } }");
  CHECK(noted("void k(int n) { int s = 1; for (; s < n; s *= 2) f(s); }") ==
        "void k(int n) { int s = 1; note<0>(s); for (; note<0>(s), s < n; s *= 2) f(s); }");
  CHECK(noted("void k() { for (int i = 0;; ++i) f(i); }") ==
        "void k() { for (int i = 0; note<0>(i), true; ++i) f(i); }");
}

TEST_CASE("a variable that may change where no note stands has none") {
  const std::string begin = "void k(int n) { int i = 0, j = 1; ", end = " }";
  for (const char* change : {"while (--i) f(0);", "if ((i = f(0))) f(1);", "f(&i);",
                             "int& r = i; r = 2;", "for (int q = 0; i++ < n; ++q) f(q);",
                             "do f(0); while (i-- > 0);", "asm(\"mov.u32 %0, 1;\" : \"=r\"(i));"}) {
    CAPTURE(change);
    const Names all = names(begin + change + end);
    CHECK(std::find(all.begin(), all.end(), "i") == all.end());
    CHECK(std::find(all.begin(), all.end(), "j") != all.end());
  }
  CHECK(names("#define NEXT i += 2\nvoid k() { int i = 0, j = 1; NEXT; }") == Names{"j"});
  CHECK(names("#define SET(x) x = 2\nvoid k() { int i = 0, j = 1; SET(i); }") == Names{"j"});
  CHECK(names("void k() { int i = 0; auto f = [&] { i = 2; }; f(); }").empty());
  // A function of this file may change what it is given.
  CHECK(noted("void g(int& x) { x = 1; }\nvoid k() { int i = 0; g(i); }") ==
        "void g(int& x) { x = 1; }\nvoid k() { int i = 0; note<0>(i); g(i), note<0>(i); }");
}

TEST_CASE("what is not one thread's value has no note, and hides others of its name") {
  CHECK(names("void k(float* a) { __shared__ float t[32]; float* p = a; static int s = 0; "
              "constexpr int c = 3; int q[2]; int i = 0; }") == Names{"i"});
  CHECK(noted("void k() { int x = 1; { float* x = f(); x = g(); } x = 2; }") ==
        "void k() { int x = 1; note<0>(x); { float* x = f(); x = g(); } x = 2, note<0>(x); }");
  CHECK(
      noted("void k() { int x = 1; { int x = 3; x = 4; } x = 2; for (int x = 5; x < 6;) f(x); }") ==
      "void k() { int x = 1; note<0>(x); { int x = 3; note<1>(x); x = 4, note<1>(x); } x = 2, "
      "note<0>(x); for (int x = 5; note<2>(x), x < 6;) f(x); }");
  CHECK(noted("struct S { int x = 1; };\nint g = 3;\n").empty());
  CHECK(noted("void k() { s.x = 1; n::x = 2; p->x = 3; int x = 4; s.x = 1; }") ==
        "void k() { s.x = 1; n::x = 2; p->x = 3; int x = 4; note<0>(x); s.x = 1; }");
}

TEST_CASE("a variable is known from its declaration to the end of its scope") {
  const std::string source =
      "void k(int n) {\n"
      "  int i = 0;\n"
      "  for (int j = 0; j < n; ++j) {\n"
      "    int x = j;\n"
      "    i += x;\n"
      "  }\n"
      "  for (int j = 0; j < n; ++j)\n"
      "    i += j;\n"
      "}\n";
  const std::vector<NotedVariable> all = note_variables(source, "k.cu").variables;
  REQUIRE(all.size() == 4);
  const auto is_at = [&](size_t k, const char* name, int first, int last) {
    CHECK(all[k].name == name);
    CHECK(all[k].first_line == first);
    CHECK(all[k].last_line == last);
  };
  is_at(0, "i", 2, 9);
  is_at(1, "j", 3, 6);
  is_at(2, "x", 4, 6);
  is_at(3, "j", 7, 8);
}

TEST_CASE("a label ends at its colon, and the head of a type without a name is none") {
  CHECK(
      noted("void k() { int i = 0; again: i = 1; switch (n) { case N::a: i = 2; default: i = 3; } "
            "}") ==
      "void k() { int i = 0; note<0>(i); again: i = 1, note<0>(i); switch (n) { case N::a: i = 2, "
      "note<0>(i); default: i = 3, note<0>(i); } }");
  // What follows the colon here is a base, and no statement of its own.
  CHECK(noted("void k() { int i = 0; struct : B { int i = 1; } s; i = 2; }") ==
        "void k() { int i = 0; note<0>(i); struct : B { int i = 1; } s; i = 2, note<0>(i); }");
}

TEST_CASE("a file that is not understood is left alone") {
  CHECK(note_variables("void k() { int i = 0; ", "k.cu").text.empty());
  CHECK(note_variables("} void k() { int i = 0; }", "k.cu").text.empty());
  CHECK(note_variables("", "k.cu").text.empty());
}
