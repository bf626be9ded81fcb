// A function that is left at its closing brace gives back a value that nobody has defined.
#include <doctest/doctest.h>

#include "compile/compile.hpp"
#include "compile/undefined_marks.hpp"
#include "undefined/marked.hpp"
#include "words/text.hpp"

using namespace warplab;

namespace {

// How many ends of functions are marked.
size_t ends_in(const std::string& source) {
  return compile::mark_undefined(source).marks -
         compile::mark_undefined(source, compile::MacroBodies::marked, compile::FunctionEnds::left)
             .marks;
}

struct Functions {
  const char* what;
  const char* wrong;  // in front of the kernel
  const char* right;
  const char* use;
};

const Functions kFunctions[] = {
    {"a sum that one size leaves out",
     "__device__ float f(const float* p, int i) { float s = p[i]; if (i != 33) return s; } ",
     "__device__ float f(const float* p, int i) { float s = p[i]; if (i != 33) return s; return 0; "
     "} ",
     "out[threadIdx.x] = f(in, threadIdx.x);"},
    {"a template, and a switch without a default",
     "template <class T> __device__ T f(T a, int i) { switch (i & 3) { case 0: return a; case 1: "
     "return 2 * a; case 2: return 3 * a; } } ",
     "template <class T> __device__ T f(T a, int i) { switch (i & 3) { case 0: return a; case 1: "
     "return 2 * a; case 2: return 3 * a; default: return a; } } ",
     "out[threadIdx.x] = f(in[threadIdx.x], threadIdx.x);"},
    {"a member function that decides",
     "struct S { int n; __device__ bool small(int i) const { if (i < n) return true; } }; ",
     "struct S { int n; __device__ bool small(int i) const { if (i < n) return true; else return "
     "false; } }; ",
     "out[threadIdx.x] = S{40}.small(threadIdx.x) ? 1 : 2;"},
    {"an operator, and a struct that is given back",
     "struct V { float x, y; }; __device__ V operator+(V a, V b) { if (a.x < 40) return {a.x + "
     "b.x, "
     "a.y + b.y}; } ",
     "struct V { float x, y; }; __device__ V operator+(V a, V b) { if (a.x < 40) return {a.x + "
     "b.x, "
     "a.y + b.y}; return a; } ",
     "const V v = V{in[threadIdx.x], 1} + V{1, 1}; out[threadIdx.x] = v.y;"},
    {"a lambda with its type behind it", "", "",
     "const auto f = [&](int i) -> float { if (i @ 40) return in[i]; }; out[threadIdx.x] = "
     "f(threadIdx.x);"},
    {"a lambda whose type is deduced", "", "",
     "const auto f = [&](int i) { if (i @ 40) return in[i]; }; out[threadIdx.x] = "
     "f(threadIdx.x);"},
    {"a function whose type is deduced",
     "__device__ auto f(const float* p, int i) { if (i < 40) { int k = i; return p[k]; } if (i < "
     "50) return 1.0f; } ",
     "__device__ auto f(const float* p, int i) { if (i < 40) { int k = i; return p[k]; } return "
     "1.0f; } ",
     "out[threadIdx.x] = f(in, threadIdx.x);"},
    {"a brace in a macro",
     "#define END }\n#line 1\n__device__ float f(const float* p, int i) { if (i != 33) return "
     "p[i]; "
     "END ",
     "#define END }\n#line 1\n__device__ float f(const float* p, int i) { if (i != 33) return "
     "p[i]; "
     "return 0; END ",
     "out[threadIdx.x] = f(in, threadIdx.x);"},
    {"an address",
     "__device__ const float* f(const float* p, int i) { if (i != 5) return p + i; } ",
     "__device__ const float* f(const float* p, int i) { if (i != 5) { return p + i; } else { "
     "return p; } } ",
     "out[threadIdx.x] = *f(in, threadIdx.x);"},
};

std::string with(std::string text, const std::string& comparison) {
  if (const size_t at = text.find('@'); at != std::string::npos) text.replace(at, 1, comparison);
  return text;
}

}  // namespace

TEST_CASE("the value of a function that ends without return is one that nobody has defined") {
  for (const Functions& t : kFunctions) {
    CAPTURE(t.what);
    const sim::Report report = undefined::run_marked(t.wrong, "\n" + with(t.use, "<") + "\n");
    INFO(undefined::text_of(report));
    REQUIRE(!report.findings.empty());
    for (const sim::Finding& f : report.findings) {
      CHECK(f.kind == sim::FindingKind::uninitialized);
      CHECK(f.line == 2);
      CHECK(words::text_of(f).find("left at its closing brace") != std::string::npos);
      CHECK(words::text_of(f).find("let every path through it return a value") !=
            std::string::npos);
    }
  }
}

TEST_CASE("one that returns on every way that is gone is not told") {
  for (const Functions& t : kFunctions) {
    CAPTURE(t.what);
    const sim::Report report =
        undefined::run_marked(t.right, "\n" + with(t.use, "< 1000 + ") + "\n");
    CHECK_MESSAGE(report.findings.empty(), undefined::text_of(report));
  }
}

TEST_CASE("a value that is not used harms nobody") {
  const sim::Report report = undefined::run_marked(
      "__device__ int put(float* p, int i) { p[i] = 1; } "
      "struct Whole { int a; __device__ Whole() = delete; __device__ Whole(int b) : a(b) {} }; "
      "__device__ Whole whole(int i) { if (i >= 0) { return Whole(i); } } "
      "__device__ int endless(int i) { for (;;) { if (i > 5) return i; ++i; } } "
      "__device__ int last(int i) { if (i > 5) return i; __builtin_unreachable(); } "
      "__device__ int chosen(int i) { do { if (i > 5) return i; ++i; } while (true); } ",
      "\n put(out, threadIdx.x);"
      "\n out[threadIdx.x] = whole(threadIdx.x).a + endless(threadIdx.x) + last(6 + threadIdx.x) + "
      "chosen(threadIdx.x);\n");
  CHECK_MESSAGE(report.findings.empty(), undefined::text_of(report));
}

TEST_CASE("ends are marked of functions that give a value of a type that stands there") {
  for (const std::string head :
       {"float f(int a)", "__device__ inline float* f()", "template <class T, int N = 2> T f(T a)",
        "static __device__ __forceinline__ unsigned long long f()",
        "ns::Box<int> ns::A<2>::f() const", "auto f() -> float", "DEVICE float f(int a)",
        "extern \"C\" __device__ int f()", "[[nodiscard]] __device__ Pair f(Pair a, Pair b)",
        "struct P f()", "const volatile int f()", "__device__ constexpr int f(int a)"}) {
    CAPTURE(head);
    CHECK(ends_in(head + " { if (a) return b; }") == 1);
    CHECK(ends_in(head + " { if (a) { return b; } else { return c; } }") == 1);
    CHECK(ends_in(head + " { if (a) b(); return c; }") == 0);
    CHECK(ends_in(head + " { return [=] { return a; }(); }") == 0);
    CHECK(ends_in(head + " { return T{a, b}; }") == 0);
    CHECK(ends_in("namespace n { struct A { " + head +
                  " { while (a) { return b; } } int m; }; }") == 1);
  }
  CHECK(ends_in("float f(P p = {}, int b = int{1}) { g(); }") == 1);
  CHECK(ends_in("struct S { float operator()(int i) const { f(); } operator int() const { f(); } "
                "S& operator=(const S&) { f(); } };") == 2);
  CHECK(
      ends_in("void f() { auto g = [&](int a) -> float { h(); }; auto k = [](int a) { h(); }; }") ==
      1);
}

TEST_CASE("no other end is marked") {
  for (const std::string source :
       {"void f() { g(); }",
        "extern \"C\" __global__ void k(float* p) { if (p) { g(); } }",
        "auto f() { g(); }",
        "decltype(auto) f() { g(); }",
        "auto f() { if (a) return; }",
        "auto f() { if (a) return 1; return 2; }",
        "auto& f() { if (a) return b; }",
        "auto f() { auto g = [] { return 1; }; h(); }",
        "int main() { g(); }",
        "struct S { S() { g(); } ~S() { g(); } S(int a) : m(a) { g(); } int m; };",
        "S::S(int a) { g(); }",
        "S::~S() { g(); }",
        "float& f() { g(); }",
        "T&& f() { g(); }",
        "consteval int f(int a) { if (a) return 1; else return 2; }",
        "template <class T> void f(T a) { g(); }",
        "auto f() -> void { g(); }",
        "void f() { if (a) { g(); } for (int i = 0; i < 3; ++i) { g(); } switch (a) { } do { } "
        "while (a); }",
        "int x = [] { return 3; }(); int y[2] = {1, 2}; struct P { int a = 3; int b{4}; };",
        "namespace a::b { enum E { one }; union U { int a; float b; }; }",
        "void f() { h([&](auto x) { g(x); }); }"}) {
    CAPTURE(source);
    CHECK(ends_in(source) == 0);
  }
}

TEST_CASE("every form of a function still compiles with its end marked") {
  const char* const forms[] = {
      "template <class T> __device__ T f(T a) { if constexpr (sizeof(T) == 4) { if (a > 0) return "
      "a; } "
      "} __device__ float k(float x) { return f(x); }",
      "template <class T> __device__ T f(T a) { return a; } template <> __device__ double "
      "f<double>(double "
      "a) { if (a > 0) { return a; } } __device__ float k(float x) { return f<double>(x); }",
      "__device__ auto k(float n) -> decltype(n + 1.0) { if (n > 0) { return 0; } }",
      "template <class T> struct Box { T v; static __device__ Box make(T x) { if (x == x) { return "
      "Box{x}; } } }; __device__ float k(float x) { return Box<float>::make(x).v; }",
      "using Way = float (*)(float); __device__ float same(float x) { return x; } __device__ Way "
      "way(float "
      "n) { if (n > 0) { return same; } } __device__ float k(float x) { return way(x)(x); }",
      "struct P { float x = 0; }; __device__ float k(float a, P p = {}, float b = float{1}) { "
      "while (p.x < "
      "b) { if (p.x == a) return 0; p.x += 1; } }",
      "enum class E { x, y }; __device__ E e(float n) { if (n > 0) { return E::x; } } __device__ "
      "float "
      "k(float x) { return e(x) == E::x; }",
      "struct Whole { int a; Whole() = delete; __device__ Whole(int b) : a(b) {} }; __device__ "
      "Whole w(int "
      "i) { if (i >= 0) { return Whole(i); } } __device__ float k(float x) { return w(int(x)).a; }",
      "struct Base { __device__ virtual int f(int) const = 0; }; struct D : Base { __device__ int "
      "f(int n) "
      "const override { if (n >= 0) { return 0; } } }; __device__ float k(float x) { D d; const "
      "Base& b = d; "
      "return b.f(int(x)); }"};
  const auto compiler = compile::load_compiler();
  REQUIRE(compiler);
  for (const std::string form : forms) {
    CAPTURE(form);
    CHECK(ends_in(form) == 1);
    compile::Source source{
        "k.cu", form + " extern \"C\" __global__ void kernel(float* p) { p[0] = k(p[1]); }", 90};
    source.mark_undefined = true;
    const compile::Compiled marked = compile::compile(**compiler, source);
    INFO(compile::mark_undefined(source.text).text);
    INFO(marked.log);
    REQUIRE(marked.ok);
    // Else it would have been compiled without the ends.
    CHECK(marked.ptx.find("warplab_undefined_return") != std::string::npos);
  }
}
