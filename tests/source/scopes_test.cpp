// Which names a source declares, and where they are known.
#include "source/scopes.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace warplab::source;

namespace {

// The names that are known at '|'.
std::string known(std::string source) {
  const size_t at = source.find('|');
  REQUIRE(at != std::string::npos);
  source.erase(at, 1);
  std::string names;
  for (const std::string_view name : Scopes(source).names_known_at(at))
    names += (names.empty() ? "" : " ") + std::string(name);
  return names;
}

}  // namespace

TEST_CASE("a name is known from its declaration to the end of its block") {
  CHECK(known("int x; void f(int n) { float a = 1, *b; { int c; } | }") == "a b f n x");
  CHECK(known("void f(int n) { } int y = | ") == "f y");
  CHECK(known("void f(int n); | ") == "f");
  CHECK(known("for (int i = 0; i < n; ++i) { | }") == "i");
  CHECK(known("for (int i = 0; i < n; ++i) { } ; | ").empty());
}

TEST_CASE("names of extern \"C\" and of a namespace without a name are those of the file") {
  CHECK(known("extern \"C\" { void k(); } namespace { int a; } namespace b { int c; } | ") ==
        "a k");
}

TEST_CASE("types, parameters of templates and of lambdas, macros and enumerators are names") {
  CHECK(known("#define N 3\nstruct S { int a; };\nenum E { red, green };\nusing T = float;\n| ") ==
        "E N S T green red");
  CHECK(known("template <class T, int n> void f() { | }") == "T f n");
  CHECK(known("void f() { auto g = [](int x) { |; }; }") == "f g x");
  CHECK(known("class A { public: int a; | };") == "A a");
}

TEST_CASE("an attribute between a function's type and its name is no name") {
  CHECK(known("__global__ void __launch_bounds__(256) k(int n) { | }") == "k n");
}

TEST_CASE("expressions declare nothing") {
  CHECK(known("void f() { return x; a = b * c; g(a * b, c); y ? a : b * c; p[i] += q; | }") == "f");
  CHECK(known("void f() { if (i < n && j > m) { | } }") == "f");
}

TEST_CASE("a declaration has the tokens of its type and its own") {
  const Scopes scopes("static const float a = 1, *b[2];");
  const DeclaredName& b = scopes.declarations_of("b").front();
  const Tokens& t = scopes.tokens();
  CHECK(text_of(t, b.type_begin, b.type_end, scopes.source()) == "static const float");
  CHECK(text_of(t, b.own_begin, b.own_end, scopes.source()) == "*b[2]");
}
