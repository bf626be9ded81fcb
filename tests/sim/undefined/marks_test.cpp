// Which declarations are taken for such that leave a variable without a value.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "compile/undefined_marks.hpp"

using namespace warplab::compile;

namespace {

// The text with each mark written as <name>.
std::string marked(const std::string& body) {
  std::string text = mark_undefined("void f() {" + body + "}").text;
  text = text.substr(10, text.size() - 11);
  const std::string mark = " WARPLAB_UNDEFINED(";
  for (size_t at; (at = text.find(mark)) != std::string::npos;) {
    text.replace(text.find(')', at), 1, ">");
    text.replace(at, mark.size(), "<");
  }
  return text;
}

void is_left_alone(const std::string& body) {
  CAPTURE(body);
  CHECK(mark_undefined("void f() {" + body + "}").marks == 0);
}

}  // namespace

TEST_CASE("a variable without an initial value is marked behind its declaration") {
  CHECK(marked("float sum;") == "float sum;<sum>");
  CHECK(marked("unsigned long long a, *b, c[3];") == "unsigned long long a, *b, c[3];<a><b><c>");
  CHECK(marked("float a = 1, b, c{2}, d;") == "float a = 1, b, c{2}, d;<b><d>");
  CHECK(marked("const float* p;") == "const float* p;<p>");
  CHECK(marked("volatile int v;") == "volatile int v;<v>");
  CHECK(marked("float acc[4][N + 1];") == "float acc[4][N + 1];<acc>");
  CHECK(marked("float4 v; struct P p; Vec<float, 3> w; ns::T<int>::type t;") ==
        "float4 v;<v> struct P p;<p> Vec<float, 3> w;<w> ns::T<int>::type t;<t>");
  CHECK(marked("typename T::value x; decltype(a) y;") ==
        "typename T::value x;<x> decltype(a) y;<y>");
  CHECK(marked("alignas(16) float v[4]; __align__(8) int w;") ==
        "alignas(16) float v[4];<v> __align__(8) int w;<w>");
  CHECK(marked("float (*rows)[32];") == "float (*rows)[32];<rows>");
  CHECK(marked("struct { int a; float b; } pair;") == "struct { int a; float b; } pair;<pair>");
}

TEST_CASE("declarations are found wherever a function can have them") {
  CHECK(marked("if (a) { int x; } else { int y; }") == "if (a) { int x;<x> } else { int y;<y> }");
  CHECK(marked("for (int i = 0; i < 4; ++i) { float t; t = 1; }") ==
        "for (int i = 0; i < 4; ++i) { float t;<t> t = 1; }");
  CHECK(marked("switch (a) { case 0: int x; break; default: { int y; } }") ==
        "switch (a) { case 0: int x;<x> break; default: { int y;<y> } }");
  CHECK(marked("auto f = [&](int a) { int x; return x; };") ==
        "auto f = [&](int a) { int x;<x> return x; };");
  CHECK(marked("call(1, [=] { int x; }, 2); int z;") == "call(1, [=] { int x;<x> }, 2); int z;<z>");
  CHECK(marked("again: int x;") == "again: int x;<x>");
  CHECK(marked("do { int x; } while (a); int y;") == "do { int x;<x> } while (a); int y;<y>");
  CHECK(mark_undefined("struct S { int m; void f() { int x; } int k; };").marks == 1);
  CHECK(mark_undefined("namespace n { extern \"C\" { __global__ void k(int a = 3) { int x; } } "
                       "template <class T, int N = 2> struct V { T v[N]; }; "
                       "template <class T> __device__ T g(T a) { T b; return b; } }")
            .marks == 2);
  CHECK(mark_undefined("#define BOTH(a, b) float a; float b;\nvoid f() { int x; }").marks == 3);
  CHECK(mark_undefined("#define A(a) float a;\nvoid f() { int x; }", MacroBodies::left).marks == 1);
}

TEST_CASE("constructors, and values that name their own variable, have no mark and are counted") {
  const auto unmarked = [](const std::string& source) { return mark_undefined(source).unmarked; };
  CHECK(unmarked("struct S { int m; S(int n) : m(n) {} };") == 1);
  CHECK(unmarked("class S { int m, k; public: __device__ explicit S(int n) { m = n; } };") == 1);
  CHECK(unmarked("template <class T> struct S { T m; constexpr S() {} S(T t) : m(t) {} };") == 2);
  CHECK(unmarked("struct S { int m; int get() const { return m; } operator int() { return m; } "
                 "~S() {} };") == 0);
  CHECK(unmarked("struct S { int m; }; void f(int n) { if (n) { g(n); } }") == 0);

  const auto in_code = [&](const std::string& body) { return unmarked("void f() {" + body + "}"); };
  CHECK(in_code("float sum = sum + 1;") == 1);
  CHECK(in_code("const bool there = there;") == 1);
  CHECK(in_code("float* p = p + 1; int k(k);") == 2);
  CHECK(in_code("int n = s.n; int m = p->m; int k = K::k;") == 0);
  CHECK(in_code("float sum = 0; sum = sum + 1; return sum;") == 0);
  CHECK(in_code("for (int k = 0; k < n; k = k + 1) g(k);") == 0);
}

TEST_CASE("a macro that is a declaration is marked where it is used") {
  const auto with = [](const std::string& macro, const std::string& body) {
    const std::string text = mark_undefined(macro + "\nvoid f() {" + body + "}").text;
    return text.substr(macro.size() + 12 - 1, text.size() - macro.size() - 12);
  };
  CHECK(with("#define ACC(x) float x", "ACC(sum);") == "ACC(sum); WARPLAB_UNDEFINED(sum)");
  CHECK(with("#define VAR(T, x) T x", "VAR(float, a);") == "VAR(float, a); WARPLAB_UNDEFINED(a)");
  CHECK(with("#define SUM float sum", "SUM;") == "SUM; WARPLAB_UNDEFINED(sum)");
  CHECK(with("#define VAR(T, x) T x = 0", "VAR(float, a);") == "VAR(float, a);");
  CHECK(with("#define MUL(a, b) a * b", "MUL(x, y);") == "MUL(x, y);");
  CHECK(with("#define ADD(a, b) a + b", "ADD(x, y);") == "ADD(x, y);");
  CHECK(with("#define ACC(x) float x", "ACC(a[3]); y = ACC(sum);") ==
        "ACC(a[3]); WARPLAB_UNDEFINED(a) y = ACC(sum);");
  CHECK(with("#define SAME(...) __VA_ARGS__", "SAME(int a, b);") ==
        "SAME(int a, b); WARPLAB_UNDEFINED(a) WARPLAB_UNDEFINED(b)");
  CHECK(with("#define SAME(...) __VA_ARGS__", "SAME(int a; f(); int b = 1;)") ==
        "SAME(int a; WARPLAB_UNDEFINED(a) f(); int b = 1;)");
  CHECK(with("#define LINE(x) x;", "LINE(int a) LINE(f()) LINE(a = 1)") ==
        "LINE(int a) WARPLAB_UNDEFINED(a) LINE(f()) LINE(a = 1)");
  CHECK(with("#define OF(T) T", "OF(int) a;") == "OF(int) a; WARPLAB_UNDEFINED(a)");
  CHECK(with("#define VAR(n) int v##n", "VAR(1);") == "VAR(1); WARPLAB_UNDEFINED(v1)");
  CHECK(with("#define A(x) int x\n#define B(x) A(x)", "B(v);") == "B(v); WARPLAB_UNDEFINED(v)");
  CHECK(with("#define A(x) B(x)\n#define B(x) A(x)", "A(v);") == "A(v);");
  CHECK(with("#define ACC(x) float x\n#define ACC(x) x", "ACC(a);") == "ACC(a);");
  CHECK(mark_undefined("#define A(a) float a\nvoid f() { A(x); }", MacroBodies::left).marks == 0);
}

TEST_CASE("a product that stands alone is no declaration of a pointer") {
  is_left_alone("int a = 2, b = 3; a * b;");
  is_left_alone("b = a + 1; a * b;");
  CHECK(marked("float4 * p;") == "float4 * p;<p>");
  CHECK(mark_undefined("void f(int n, float* q) { n * m; q * r; }").marks == 0);
  CHECK(mark_undefined("typedef float real; void f() { real * p; }").marks == 1);
}

TEST_CASE("the counter in the head of a loop gets its mark there") {
  const auto head = [](const std::string& names) {
    return ", *warplab_undefined_head = [&] {" + names + " return nullptr; }()";
  };
  CHECK(marked("for (int i; i < 3; ++i) {}") == "for (int i" + head("<i>") + "; i < 3; ++i) {}");
  CHECK(marked("for (int i = 0, j; i < 3; ++i) {}") ==
        "for (int i = 0, j" + head("<j>") + "; i < 3; ++i) {}");
  CHECK(marked("for (auto x : xs) {}") == "for (auto x : xs) {}");
  CHECK(marked("for (struct { float s; int r; } t; t.r < 3; ++t.r) { int k; }") ==
        "for (struct { float s; int r; } t" + head("<t>") + "; t.r < 3; ++t.r) { int k;<k> }");
  CHECK(marked("for (struct { float s; int r; } t = {0, 0}; t.r < 3; ++t.r) {}") ==
        "for (struct { float s; int r; } t = {0, 0}; t.r < 3; ++t.r) {}");
  CHECK(marked("for (struct : Base { int r; } t, u{}; ; ) {}") ==
        "for (struct : Base { int r; } t, u{}" + head("<t>") + "; ; ) {}");
  CHECK(marked("if (a) for (int u[2], k = 0; k < 2; ++k) {}") ==
        "if (a) for (int u[2], k = 0" + head("<u>") + "; k < 2; ++k) {}");
  CHECK(marked("if (int v; a) {} else if (S s; a) {}") ==
        "if (int v" + head("<v>") + "; a) {} else if (S s" + head("<s>") + "; a) {}");
  CHECK(marked("if constexpr (int v; true) {}") ==
        "if constexpr (int v" + head("<v>") + "; true) {}");
  CHECK(marked("switch (int v, w; a) {}") == "switch (int v, w" + head("<v><w>") + "; a) {}");
  CHECK(marked("for (int v; auto x : xs) {}") == "for (int v" + head("<v>") + "; auto x : xs) {}");
  CHECK(marked("if (int v = 1; a) {} switch (f(); a) {}") ==
        "if (int v = 1; a) {} switch (f(); a) {}");
  CHECK(marked("f([](struct S x) { int k; });") == "f([](struct S x) { int k;<k> });");
}

TEST_CASE("a name may stand in brackets, and have letters that PTX does not know") {
  CHECK(marked("int (v), ((w)), (x[2]), (y)(3), (z) = 4;") ==
        "int (v), ((w)), (x[2]), (y)(3), (z) = 4;<v><w><x>");
  CHECK(marked("float4 (v); uint32_t (w);") == "float4 (v);<v> uint32_t (w);<w>");
  CHECK(marked("float (*f)(float); float (*rows)[3];") ==
        "float (*f)(float);<f> float (*rows)[3];<rows>");
  is_left_alone("f(v); int (v) = 1; int(f)(float); int(f(v));");
  const auto nameless = [](const std::string& name) {
    return " WARPLAB_UNDEFINED_NAMELESS(" + name + ")";
  };
  CHECK(marked("int \xc3\xbc;") == "int \xc3\xbc;" + nameless("\xc3\xbc"));
  CHECK(marked("int a\\u00fc;") == "int a\\u00fc;" + nameless("a\\u00fc"));
  CHECK(marked("int __v;") == "int __v;<__v>");
}

TEST_CASE("the members of a union without a name are variables") {
  CHECK(marked("union { int i; short h[2]; }; i = 1;") ==
        "union { int i; short h[2]; };<i><h> i = 1;");
  CHECK(marked("union { int i; struct { short a, b; }; };") ==
        "union { int i; struct { short a, b; }; };<i><a><b>");
  is_left_alone("union { int i = 0; short h[2]; }; union { struct { int a = 1; }; int b; };");
  is_left_alone("union U { int i; }; struct { int i; }; static union { int i; };");
}

TEST_CASE("signs and words are read however they are written") {
  CHECK(marked("int u<:2:>;") == "int u<:2:>;<u>");
  CHECK(marked("if (a) <% int v; %> int w;") == "if (a) <% int v;<v> %> int w;<w>");
  CHECK(marked("T<::U> v;") == "T<::U> v;<v>");
  CHECK(marked("in\\\nt v; int w\\\r\nx;") == "int\n v;<v> int wx\n;<wx>");
  CHECK(mark_undefined("%:define A int v\nvoid f() { A; }").marks == 1);
}

TEST_CASE("a macro that opens or closes a brace is taken apart") {
  CHECK(
      mark_undefined("#define END }\nint f() { if (a) return b; END int g() { return 1; }").marks ==
      1);
  CHECK(mark_undefined("#define BEGIN {\n#define END }\nvoid f() BEGIN int v; END").text ==
        "#define BEGIN {\n#define END }\nvoid f() BEGIN int v; WARPLAB_UNDEFINED(v) END");
  CHECK(mark_undefined("#define END else return 1; }\nint f() { if (a) return 0; END").marks == 0);
  CHECK(mark_undefined("#define END return 1; }\nint f() { if (a) return 0; END").marks == 0);
}

TEST_CASE("what is no such variable is left alone") {
  is_left_alone("int x = 1; float y{2}; float z(3); T t{}; auto a = b;");
  is_left_alone("__shared__ float tile[32][33]; extern __shared__ float s[]; static int n;");
  is_left_alone("return x; goto end; delete p; break; continue; throw;");
  is_left_alone("a = b; f(x); f(*p); g<1>(x); x++; *p = 3; p->q = 1; a[i] = b;");
  is_left_alone("typedef float real; using T = int; using namespace std; enum E { one, two };");
  is_left_alone("float f(int); struct S { int a; float b; }; union U { int a; float b; };");
  is_left_alone(
      "int& r = x; const auto [p, q] = pair; asm volatile(\"mov.u32 %0, x;\" : \"=r\"(y));");
  is_left_alone("x = cond ? a : b; if (a < b && c > d) f(); y = a < b; T* p = q;");
  is_left_alone("/* int x; */ // int y;\n const char* s = \"int z;\"; s = R\"(int w;)\";");
  is_left_alone("new T; co_return; this->f(); ::g(); ns::f();");
  CHECK(mark_undefined("int module_variable; __device__ float other; struct S { int a; };").marks ==
        0);
  CHECK(mark_undefined("__global__ void k(int a, float* b); __constant__ int c[4];").marks == 0);
}

TEST_CASE("a type that is defined in a declaration leaves the storage class before it in force") {
  for (const std::string type :
       {"struct { float a[32][33]; }", "struct Box { float a; int b; }", "class { public: int a; }",
        "union { struct { float a; int b; }; char c[8]; }", "enum { off, on }",
        "enum E : int { e }", "enum class State { off, on }",
        "struct Box final : Base { float a; }", "struct : Base { }",
        "struct Box : Bases<struct Other> { float a; }", "enum : int { off, on }",
        "struct __align__(16) Box { float a; void f() { a = 1; } }",
        "struct alignas(16) Box { enum { one, two } e; struct { int a; } in; }"}) {
    for (const std::string storage : {"__shared__",
                                      "static",
                                      "volatile __shared__",
                                      "static __shared__",
                                      "extern __shared__",
                                      "__shared__ volatile",
                                      "__attribute__((shared))",
                                      "__attribute__((__shared__))",
                                      "__attribute((shared))",
                                      "__declspec(__shared__)",
                                      "static __device__",
                                      "__constant__",
                                      "__managed__",
                                      "static const",
                                      "constexpr",
                                      "thread_local",
                                      "extern",
                                      "typedef",
                                      "__shared__ __align__(16)",
                                      "__align__(16) __shared__",
                                      "[[maybe_unused]] static"}) {
      is_left_alone(storage + " " + type + " x;");
      is_left_alone(storage + " " + type + " x, *y, z[4];");
      is_left_alone(type + " " + storage + " x, y;");
      is_left_alone("if (a) { b = 1; " + storage + " " + type + " x; }");
      is_left_alone("call([&] { " + storage + " " + type + " x; });");
      is_left_alone("for (" + storage + " " + type + " x; a; ) {}");
      CHECK(mark_undefined("#define M " + storage + " " + type + " x;\nvoid f() { M }").marks == 0);
      CHECK(mark_undefined("#define M " + storage + " " + type + " x\nvoid f() { M; }").marks == 0);
    }
    for (const std::string mine : {"", "volatile ", "const ", "alignas(16) ", "[[maybe_unused]] ",
                                   "__align__(8) volatile "}) {
      CHECK(marked(mine + type + " x;").ends_with(" x;<x>"));
      CHECK(marked(mine + type + " x, *y, z[4];").ends_with(" x, *y, z[4];<x><y><z>"));
      CHECK(marked("if (a) { " + mine + type + " x; }").ends_with(" x;<x> }"));
      CHECK(marked("static int n; " + mine + type + " x;").ends_with(" x;<x>"));
      CHECK(marked(type + " volatile x;").ends_with(" x;<x>"));
    }
    if (!type.starts_with("union")) is_left_alone(type + ";");
    is_left_alone("static " + type + ";");
    is_left_alone("using T = " + type + ";");
    CHECK(marked("using T = " + type + "; T t;").ends_with("; T t;<t>"));
    CHECK(marked("typedef " + type + " T, *P; T t;").ends_with("; T t;<t>"));
    CHECK(mark_undefined("__shared__ " + type + " x; static " + type + " y;").marks == 0);
    CHECK(mark_undefined("class A { friend class B; static " + type + " y; };").marks == 0);
  }
}

TEST_CASE("a storage class may be written as an attribute, of one variable, too") {
  is_left_alone("__attribute__((shared)) Box box; Box __attribute__((shared)) box;");
  is_left_alone("__attribute__((shared)) float a[32], b; float __attribute__((__shared__)) c;");
  is_left_alone("Box box __attribute__((shared)); float a[32] __attribute__((shared));");
  is_left_alone("static __attribute__((device)) int a; __declspec(__shared__) float b[4];");
  CHECK(marked("Box a __attribute__((shared)), b;").ends_with(", b;<b>"));
  CHECK(marked("Box a, __attribute__((shared)) b;").ends_with(" b;<a>"));
  CHECK(marked("__attribute__((aligned(16))) Box a;").ends_with(" a;<a>"));
  CHECK(marked("Box a __attribute__((unused));").ends_with(";<a>"));
  CHECK(marked("float shared, device[4], constant;").ends_with(";<shared><device><constant>"));
}

TEST_CASE("lines stay where they are, and strange texts do no harm") {
  const std::string text = "void f()\n{\n  int x;\n\n  float a,\n    b;\n}\n";
  const MarkedSource m = mark_undefined(text);
  CHECK(m.marks == 3);
  CHECK(std::count(m.text.begin(), m.text.end(), '\n') == 7);
  for (const char* strange : {"", "}", "}}}{", "void f() {", "(((", "\"", "R\"(", "/*", "'",
                              "#define", "#define A(", "void f() { int", "template <",
                              "int x;}int y;{", "\\", "void f() { T<; }", "[[", "for (int i; ;"})
    mark_undefined(strange);
  for (size_t k = 0; k <= text.size(); ++k) mark_undefined(text.substr(0, k));
}
