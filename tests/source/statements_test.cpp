// Which statements of a file decide about which others, and where functions begin and end.
#include <doctest/doctest.h>

#include <string>

#include "source/statements.hpp"

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

// "body: where threads leave it" of each, ";"-separated, with E for one that may end threads.
std::string bodies_of(const std::string& source) {
  std::string text;
  for (const FunctionBody& b : function_bodies(source)) {
    text += (text.empty() ? "" : " ; ") + source.substr(b.begin, b.end - b.begin);
    text += b.returns.empty() ? "" : " :";
    for (const size_t r : b.returns) text += " " + source.substr(r, 6);
    text += b.may_exit ? " E" : "";
    text += b.has_goto ? " goto" : "";
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

TEST_CASE("a function goes from brace to brace, and has its own returns") {
  CHECK(bodies_of("__global__ void k(int n) { if (n) return; }") == "{ if (n) return; } : return");
  CHECK(bodies_of("template <class T> __global__ void __launch_bounds__(4) k(T* p = 0) { f(); }") ==
        "{ f(); }");
  CHECK(bodies_of("KERNEL(k)(int n) { return; }") == "{ return; } : return");
  CHECK(bodies_of("__global__ void k() { again: f(); goto again; }") ==
        "{ again: f(); goto again; } goto");
}

TEST_CASE("a lambda is a body of its own in that of a kernel") {
  CHECK(bodies_of("__global__ void k() { auto f = [&](int i) { return i; }; f(1); return; }") ==
        "{ auto f = [&](int i) { return i; }; f(1); return; } : return ; { return i; } : return");
  CHECK(bodies_of("__global__ void k() { f([] { a; }, [] { return 2; }); }") ==
        "{ f([] { a; }, [] { return 2; }); } ; { a; } ; { return 2; } : return");
}

TEST_CASE("types, values and namespaces are no bodies, and members of types are") {
  CHECK(bodies_of("namespace n { struct S { int i; __device__ void f() { g(i); } }; }") ==
        "{ g(i); }");
  CHECK(
      bodies_of("struct alignas(16) S { int i; }; int v[] = {1, f(2)}; enum E { A, B };").empty());
  CHECK(bodies_of("extern \"C\" { __global__ void k() { int v[2] = {1, 2}; f(v); } }") ==
        "{ int v[2] = {1, 2}; f(v); }");
}

TEST_CASE("assembly may end a thread, and macros may hide that or a return") {
  CHECK(bodies_of("__device__ void f() { asm(\"exit;\"); }") == "{ asm(\"exit;\"); } : \"exit; E");
  CHECK(bodies_of("#define LEAVE return\n#define GUARD(x) if (x) LEAVE\n"
                  "__global__ void k(int n) { GUARD (n > 3); }") == "{ GUARD (n > 3); } : GUARD ");
  CHECK(bodies_of("#define LEAVE asm(\"exit;\")\n__device__ void f() { LEAVE; }") ==
        "{ LEAVE; } : LEAVE; E");
}
