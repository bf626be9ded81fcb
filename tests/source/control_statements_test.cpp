// Which statements of a file decide about which others.
#include <doctest/doctest.h>

#include <string>

#include "source/control_statements.hpp"

using namespace warplab::source;

namespace {

// "head | whole" of each, ";"-separated, with R for one that returns and J for one that jumps.
std::string listed(const std::string& source) {
  std::string text;
  for (const ControlStatement& s : control_statements(source)) {
    text += text.empty() ? "" : " ; ";
    text += source.substr(s.head_begin, s.head_end - s.head_begin) + " | " +
            source.substr(s.begin, s.end - s.begin);
    text += s.returns ? " R" : "";
    text += s.jumps ? " J" : "";
  }
  return text;
}

}  // namespace

TEST_CASE("an if goes up to the end of what it decides about, with its else") {
  CHECK(listed("void f() { if (a) b(); c(); }") == "if (a) | if (a) b();");
  CHECK(listed("if (a(1)) { b(); } else { c(); } d();") ==
        "if (a(1)) | if (a(1)) { b(); } else { c(); }");
  CHECK(listed("if (a) return; b();") == "if (a) | if (a) return; R");
  CHECK(listed("if constexpr (a) b = {1, 2}; c();") ==
        "if constexpr (a) | if constexpr (a) b = {1, 2};");
  CHECK(listed("if (a) b; else if (c) return; d;") ==
        "if (a) | if (a) b; else if (c) return; R ; if (c) | if (c) return; R");
}

TEST_CASE("assembly that ends the thread counts as a return") {
  CHECK(listed("if (a) asm(\"exit;\"); b();") == "if (a) | if (a) asm(\"exit;\"); R");
  CHECK(listed("if (a) { asm volatile(\"exit;\" ::: \"memory\"); }") ==
        "if (a) | if (a) { asm volatile(\"exit;\" ::: \"memory\"); } R");
  CHECK(listed("if (a) __asm__ __volatile__(\"exit;\");") ==
        "if (a) | if (a) __asm__ __volatile__(\"exit;\"); R");
  CHECK(listed("if (a) puts(\"exit;\");") == "if (a) | if (a) puts(\"exit;\");");
  CHECK(listed("if (a) asm(\"membar.cta;\");") == "if (a) | if (a) asm(\"membar.cta;\");");
  CHECK(listed("(\"exit;\")").empty());
}

TEST_CASE("loops have their condition in front or behind") {
  CHECK(listed("for (int i = 0; i < n; ++i) { b(); } c();") ==
        "for (int i = 0; i < n; ++i) | for (int i = 0; i < n; ++i) { b(); }");
  CHECK(listed("do { b(); } while (c); d();") == "while (c) | do { b(); } while (c)");
  CHECK(listed("while (a) if (b) break; c();") ==
        "while (a) | while (a) if (b) break; J ; if (b) | if (b) break; J");
  CHECK(listed("switch (a) { case 0: b(); return; } c();") ==
        "switch (a) | switch (a) { case 0: b(); return; } R");
}

TEST_CASE("bodies of lambdas, comments and strange texts do no harm") {
  CHECK(listed("f([&] { if (a) b(); }); /* if (c) d(); */") == "if (a) | if (a) b();");
  CHECK(listed("if (a) f([&] { b(); c(); }, 1); d();") ==
        "if (a) | if (a) f([&] { b(); c(); }, 1);");
  for (const char* strange : {"", "if", "if (", "if (a", "if (a) {", "do", "do while", "else", "}",
                              "if (a) }", "for (;;", "switch (a) case 0: }", "if if if"})
    control_statements(strange);
  std::string deep;
  for (int k = 0; k < 100'000; ++k) deep += "if(a)";
  CHECK(control_statements(deep).empty());
}
