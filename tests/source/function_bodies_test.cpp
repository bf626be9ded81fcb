// Where functions and lambdas begin and end, and where a thread may end in them.
#include <doctest/doctest.h>

#include <string>

#include "source/function_bodies.hpp"

using namespace warplab::source;

namespace {

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
