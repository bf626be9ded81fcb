#include "editor/completion.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "common/embedded.hpp"

using namespace warplab::app;

namespace {

// '|' is the caret.
CodeText with_caret(std::string text) {
  const size_t caret = text.find('|');
  REQUIRE(caret != std::string::npos);
  text.erase(caret, 1);
  CodeText code(text);
  Position p;
  for (size_t i = 0; i < caret; ++i)
    text[i] == '\n' ? (void)(++p.line, p.column = 0) : (void)++p.column;
  code.place(p);
  return code;
}

Builtins builtins() {
  auto table = load_builtins(std::string(embedded_file("cuda_builtins.txt")));
  REQUIRE(table);
  return *table;
}

std::vector<std::string> names_for(const std::string& text) {
  const CodeText code = with_caret(text);
  std::vector<std::string> names;
  for (const Completion& one :
       completions(vocabulary_of(code), builtins(), name_before_caret(code), code.caret()))
    names.push_back(one.name);
  return names;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string said(const std::string& text, const warplab::exercise::Glossary* glossary = nullptr) {
  const CodeText code = with_caret(text);
  return explanation_at(code, vocabulary_of(code).names, builtins(), glossary, code.caret())
      .value_or("");
}

const std::string kKernel =
    "#define TILE 32\n"
    "__device__ float twice(float value) { return 2 * value; }\n"
    "extern \"C\" __global__ void __launch_bounds__(256) sums(const float* __restrict__ input,\n"
    "                                                       float* out, int rows) {\n"
    "  __shared__ float tile[32][33];\n"
    "  for (int row = 0; row < rows; ++row) {\n"
    "    float a = 1, *b = out;\n"
    "    tile[0][row] = twice(a) * input[row];\n"
    "  }\n";

}  // namespace

TEST_CASE("every built-in has a form, a sentence, and a word that the glossary has") {
  const auto glossary =
      warplab::exercise::load_glossary(embedded_file("glossary.toml"), "glossary.toml");
  REQUIRE(glossary);
  const Builtins table = builtins();
  CHECK(table.rows.size() > 60);
  for (const Builtin& row : table.rows) {
    INFO(row.name);
    CHECK(row.form.find(row.name) != std::string::npos);
    CHECK(row.text.ends_with('.'));
    CHECK_FALSE(row.cost.ends_with('.'));
    if (row.see.empty()) continue;
    CHECK(std::any_of(glossary->terms.begin(), glossary->terms.end(),
                      [&](const auto& term) { return term.name == row.see; }));
  }
}

TEST_CASE("a table of built-ins with a mistake says which entry it is in") {
  CHECK(load_builtins("a\nint a\nIt is a.\n\n# note\nb\nint b\nIt is b.\ncost: much\n")
            ->rows.size() == 2);
  CHECK(load_builtins("a\nint a\n").error().find("\"a\"") != std::string::npos);
  CHECK(load_builtins("a\nint a\nA.\n\na\nint a\nA.\n").error().find("twice") != std::string::npos);
  CHECK(load_builtins("a\nint a\nA.\nB.\n").error().find("too many") != std::string::npos);
}

TEST_CASE("what is declared in reach comes first, then CUDA's names and words of the language") {
  CHECK(names_for(kKernel + "  in|").front() == "input");
  CHECK(has(names_for(kKernel + "  in|"), "int"));
  CHECK(names_for(kKernel + "  out = ti|").front() == "tile");
  CHECK(names_for("int threads;\nvoid f() { thr|").front() == "threads");
  CHECK(has(names_for("int threads;\nvoid f() { thr|"), "threadIdx"));
}

TEST_CASE("built-ins are found without their underscores, and in either case") {
  CHECK(has(names_for("sync|"), "__syncthreads"));
  CHECK(has(names_for("__sy|"), "__syncthreads"));
  CHECK(has(names_for("threadi|"), "threadIdx"));
  CHECK_FALSE(has(names_for("sync|"), "threadIdx"));
}

TEST_CASE("a variable is not offered behind the end of its block, nor before it is declared") {
  CHECK(has(names_for(kKernel + "  ro|"), "rows"));
  const CodeText code = with_caret(kKernel + "  ro|");
  for (const Completion& one :
       completions(vocabulary_of(code), builtins(), {0, "row", {}}, code.caret()))
    if (one.name == "row") CHECK(one.kind == Completion::Kind::word);
  CHECK(has(names_for("void f() { va| \n}\nint value;"), "value"));
}

TEST_CASE("nothing is offered in comments, strings, numbers and behind a dot") {
  for (const char* text : {"// thr|", "/* thr|", "\"thr|", "1thr|", "threadIdx.th|", "p->th|", "|"})
    CHECK(name_before_caret(with_caret(text)).letters.empty());
  CHECK(name_before_caret(with_caret("x = thr|")).letters == "thr");
}

TEST_CASE("a name under the mouse says its declared type and where it is declared") {
  CHECK(said(kKernel + "  inp|ut") ==
        "const float* __restrict__ input\nA parameter of sums, line 3.");
  CHECK(said(kKernel + "  ti|le") ==
        "__shared__ float tile[32][33]\nIn shared memory, declared on line 5.");
  CHECK(said(kKernel + "  tw|ice") ==
        "__device__ float twice(float value)\nA function of this file, line 2.");
  CHECK(said(kKernel + "  TI|LE") == "#define TILE 32\nA macro, line 1.");
  CHECK(said("void f(float* out) {\n  float a = 1, *b = out;\n  |b = 0;\n}") ==
        "float *b\nA variable, declared on line 2.");
}

TEST_CASE("the nearest declaration counts, and none reaches past its block") {
  CHECK(said("int x;\nvoid f() { float x; |x; }").starts_with("float x\n"));
  CHECK(said("int x;\nvoid f() { float x; }\nint y = |x;").starts_with("int x\n"));
  CHECK(said("void f(int n) {}\nint y = |n;").empty());
  CHECK(said("void f(int n);\nint y = |n;").empty());
}

TEST_CASE("a built-in says what it does, what it costs, and what the course says of it") {
  warplab::exercise::Glossary glossary;
  glossary.terms.push_back({"barrier", {"barrier"}, "Where threads wait."});
  const std::string text = said("__sync|threads();", &glossary);
  CHECK(text.starts_with("void __syncthreads()\nWaits until all threads of the block are here"));
  CHECK(text.find("\nCost: every warp waits") != std::string::npos);
  CHECK(text.ends_with("barrier: Where threads wait."));
  CHECK(said("threadIdx.|x").starts_with("uint3 threadIdx"));
  CHECK(said("// __sync|threads").empty());
  CHECK(said("unkno|wn").empty());
}

TEST_CASE("no expression is taken for a declaration") {
  const CodeText code(
      "void f() {\n  return x;\n  a = b * c;\n  g(a * b, c);\n  if (i < n && j > m) k;\n"
      "  y ? a : b * c;\n  p[i] += q;\n}");
  for (const NameInCode& name : names_in(code.buffer())) CHECK(name.name == "f");
}

TEST_CASE("a text that is half written, or none at all, is read without harm") {
  for (const char* text :
       {"", "(", "}", "}}}}", "template <", "void f(", "void f(int", "struct", "int a[", "#define",
        "for (int i", "x::", "x<y<", "\"", "/*", "int x ="}) {
    const CodeText code(text);
    CHECK(names_in(code.buffer()).size() <= 1);
  }
  CodeText deep(std::string(5000, '{') + "int x;" + std::string(5000, '}'));
  CHECK(names_in(deep.buffer()).size() == 1);
}

TEST_CASE(
    "functions in extern \"C\" and in a namespace are told and offered as those of the file") {
  const std::string block =
      "extern \"C\" {\n__global__ void sums(const float* input, int rows) {\n  "
      "input[rows];\n}\n}\n";
  CHECK(said("extern \"C\" {\n__global__ void sums(const float* input, int rows) {\n  "
             "in|put[0];\n}\n}\n") == "const float* input\nA parameter of sums, line 2.");
  CHECK(said(block + "void g() { su|ms(0, 1); }").starts_with("__global__ void sums("));
  CHECK(said(block + "void g() { ro|ws; }").empty());
  CHECK(names_for(block + "void g() { su|").front() == "sums");

  const std::string spaces =
      "namespace {\n__device__ int one(int left) { return left; }\n}\n"
      "namespace a::b {\nstruct Pair { int x; };\n__device__ float two(float right) {\n"
      "  float own = right;\n  return own;\n}\n}\n";
  CHECK(said(spaces + "int g() { return o|ne(1); }") ==
        "__device__ int one(int left)\nA function of this file, line 2.");
  CHECK(said(spaces + "float g() { return a::b::t|wo(1); }").starts_with("__device__ float two("));
  CHECK(said("namespace a { namespace b { int x; } int y = b::|x; }").starts_with("int x\n"));
  CHECK(names_for(spaces + "float g() { return a::b::t|").front() == "two");
  CHECK(said("namespace a {\nint x;\nvoid f(int p) { int q = p + |x; }\n}").starts_with("int x\n"));
}

TEST_CASE("a name of a namespace is nobody's without it, and its variables are not its names") {
  const std::string text = "namespace a {\nint x;\nvoid f(int p) { int q = p; }\n}\n";
  CHECK(said(text + "int y = |x;").empty());
  CHECK(said(text + "int y = b::|x;").empty());
  CHECK(said(text + "int y = a::|q;").empty());
  CHECK(said(text + "int y = a::|p;").empty());
  CHECK(said(text + "int y = a::|x;").starts_with("int x\n"));
}

TEST_CASE("a function of a struct is a function, and a variable with arguments is none") {
  CHECK(said("struct Pair {\n  int sum(int more) { return x + mo|re; }\n  int x;\n};") ==
        "int more\nA parameter of sum, line 2.");
  CHECK(said("struct Pair { int x; };\nvoid f() {\n  Pair pair(1);\n  pa|ir.x;\n}")
            .starts_with("Pair pair\nA variable"));
}
