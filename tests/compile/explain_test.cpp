#include "compile/explain.hpp"

#include <doctest/doctest.h>

#include "compile/compiler_log.hpp"
#include "temporary_folder.hpp"

using namespace warplab::compile;
using warplab::test::contains;
using warplab::test::TemporaryFolder;
using Severity = Diagnostic::Severity;

namespace {

// The explained messages of `log`, about `text` as kernel.cu.
std::vector<Diagnostic> explained(const std::string& log, const std::string& text = "",
                                  const std::string& ptx = "", const HeaderSet& headers = {}) {
  const Source source{"kernel.cu", text, 90};
  return explain(parse_log(log, [](std::string_view) { return true; }), {source, ptx, headers});
}

}  // namespace

TEST_CASE("an ordinary message stays as it is, under the student's file name") {
  const auto messages = explained("/kernel.cu(3): error: expected a \";\"\n");
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].file == "kernel.cu");
  CHECK(messages[0].line == 3);
  CHECK(messages[0].message == "expected a \";\"");
}

TEST_CASE("a semicolon is missing on the line that it belongs to") {
  const std::string text = "int a = 1\n\n// why\nint b = 2; int c = 3 int d;\n";
  const auto late = explained(
      "kernel.cu(4): error: expected a \";\"\n  int b = 2; int c = 3 int d;\n  ^\n", text);
  REQUIRE(late.size() == 1);
  CHECK(late[0].line == 1);
  CHECK(late[0].column == 10);
  CHECK(late[0].message == "expected a \";\" at the end of this line");
  const auto on_its_line = explained(
      "kernel.cu(4): error: expected a \";\"\n  int b = 2; int c = 3 int d;\n                      "
      " ^\n",
      text);
  REQUIRE(on_its_line.size() == 1);
  CHECK(on_its_line[0].line == 4);
}

TEST_CASE("a return without its semicolon is one error") {
  const auto messages = explained(
      "kernel.cu(3): error: expected an expression\n  }\n  ^\n\n"
      "kernel.cu(3): error: expected a \";\"\n  }\n  ^\n",
      "void f() {\n  return\n}\n");
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].line == 2);
}

TEST_CASE("a brace that is never closed is named by its line") {
  const auto messages = explained(
      "kernel.cu(4): error: linkage specification is not allowed\n  extern\n  ^\n\n"
      "At end of source: error: expected a \"}\"\n"
      "kernel.cu(1): note #3196-D: to match this \"{\"\n  void f() {\n           ^\n",
      "void f() {\n  a();\n\nvoid g() {\n  b();\n}\n");
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].severity == Severity::error);
  CHECK(messages[0].file == "kernel.cu");
  CHECK(messages[0].line == 1);
  CHECK(messages[0].message ==
        "the \"{\" on this line is never closed: a \"}\" is missing after it");
}

TEST_CASE("an error at the end of the text that is about no brace is at the last line of code") {
  const auto messages = explained("At end of source: error: expected a declaration\n",
                                  "template <class T>\n\n// nothing follows\n");
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].line == 1);
  CHECK(messages[0].message == "expected a declaration at the end of the file");
}

TEST_CASE("a brace too many is called that") {
  const std::string text = "void f() {\n}\n}\n";
  const auto messages = explained("kernel.cu(3): error: expected a declaration\n  }\n  ^\n", text);
  REQUIRE(messages.size() == 1);
  CHECK(contains(messages[0].message, "closes nothing"));
  const auto other =
      explained("kernel.cu(1): error: expected a declaration\n  void f() {\n  ^\n", text);
  REQUIRE(other.size() == 1);
  CHECK(other[0].message.starts_with("expected a declaration: outside of functions"));
}

TEST_CASE("a function without its first brace is one error") {
  const auto messages = explained(
      "kernel.cu(2): error: a type qualifier is not allowed on a nonmember function\n  const int "
      "i;\n"
      "  ^\n\nkernel.cu(2): error: expected a \"{\"\n  const int i;\n        ^\n",
      "void f()\nconst int i;\n}\n");
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].message == "expected a \"{\" before this");
}

TEST_CASE("a file that cannot be included is named with what can be") {
  const auto messages = explained(
      "kernel.cu(1): catastrophic error: could not open source file \"vector\" (no directories in "
      "search list)\n");
  REQUIRE(messages.size() == 1);
  CHECK(contains(messages[0].message, "\"vector\" cannot be included"));
  CHECK(contains(messages[0].message, "<cstdint>"));
}

TEST_CASE("without a toolkit a header of its own says what it needs") {
  const auto messages = explained(
      "kernel.cu(2): catastrophic error: cannot open source file \"cooperative_groups.h\"\n"
      "kernel.cu(3): catastrophic error: cannot open source file \"cuda_fp16.h\"\n");
  REQUIRE(messages.size() == 2);
  CHECK(contains(messages[0].message, "cooperative groups need the CUDA Toolkit headers"));
  CHECK(contains(messages[1].message, "half precision (__half) needs the CUDA Toolkit headers"));
}

TEST_CASE("with a toolkit a header that it lacks is not blamed on a missing toolkit") {
  TemporaryFolder folder;
  folder.write("include/cuda_fp16.h");
  HeaderSet headers;
  headers.add_toolkit(folder.path() / "include");
  const auto messages =
      explained("kernel.cu(2): catastrophic error: cannot open source file \"cub/cub.cuh\"\n", "",
                "", headers);
  REQUIRE(messages.size() == 1);
  CHECK(contains(messages[0].message, "cub/cub.cuh"));
  CHECK_FALSE(contains(messages[0].message, "no CUDA Toolkit was found"));
}

TEST_CASE("host code is told what makes it host code, without compiler options") {
  const auto messages = explained(
      "kernel.cu(6): error: A function without execution space annotations "
      "(__host__/__device__/__global__) is considered a host function, and host functions are not "
      "allowed in JIT mode. Consider using -default-device flag to process unannotated functions "
      "as "
      "__device__ functions in JIT mode\n");
  REQUIRE(messages.size() == 1);
  CHECK(contains(messages[0].message, "neither __device__ nor __global__"));
  CHECK_FALSE(contains(messages[0].message, "-default-device"));
}

TEST_CASE("a name that is nearly one of CUDA's is answered with that") {
  const auto messages =
      explained("kernel.cu(1): error: identifier \"__syncthread\" is undefined\n");
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].message ==
        "identifier \"__syncthread\" is undefined; did you mean __syncthreads?");
}

TEST_CASE("a name of the student's own gets no suggestion") {
  const auto messages = explained(
      "kernel.cu(1): error: identifier \"column\" is undefined\n"
      "kernel.cu(2): error: identifier \"x\" is undefined\n");
  REQUIRE(messages.size() == 2);
  CHECK(messages[0].message == "identifier \"column\" is undefined");
  CHECK(messages[1].message == "identifier \"x\" is undefined");
}

TEST_CASE("calls of the CUDA runtime are told that they are the lab's") {
  const auto messages = explained("kernel.cu(1): error: identifier \"cudaMalloc\" is undefined\n");
  REQUIRE(messages.size() == 1);
  CHECK(contains(messages[0].message, "host code"));
}

TEST_CASE("std::min and std::max are answered with what device code has") {
  const auto messages = explained("kernel.cu(1): error: namespace \"std\" has no member \"min\"\n");
  REQUIRE(messages.size() == 1);
  CHECK(contains(messages[0].message, "write min(a, b)"));
}

TEST_CASE("an error in inline PTX is at the line of the source that it was made from") {
  const std::string ptx =
      ".visible .entry k()\n{\n\t.loc\t1 2 0\n\tmov.u32 %r1, 0;\n\t.loc 1 7 3\n\tfoo.bar %r1;\n}\n";
  const auto messages = explained(
      "ptxas application ptx input, line 6; error   : Not a name of any known instruction: 'foo'\n"
      "ptxas fatal   : Ptx assembly aborted due to errors\n",
      "", ptx);
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].file == "kernel.cu");
  CHECK(messages[0].line == 7);
  CHECK(messages[0].message == "in inline PTX: Not a name of any known instruction: 'foo'");
}

TEST_CASE("too much static shared memory is said in bytes, at the kernel") {
  const std::string ptx = ".visible .entry k(\n\t.param .u64 k_param_0\n)\n{\n\t.loc\t1 4 0\n}\n";
  const auto messages = explained(
      "ptxas error   : Entry function 'k' uses too much shared data (0x13880 bytes, 0xc000 max)\n",
      "", ptx);
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].line == 4);
  CHECK(contains(messages[0].message, "k declares 80 000 bytes"));
  CHECK(contains(messages[0].message, "49 152"));
}

TEST_CASE(
    "an error inside a header is put at the line that includes it, warnings there are dropped") {
  TemporaryFolder folder;
  folder.write("include/cooperative_groups.h", "#include \"cooperative_groups/details/sync.h\"\n");
  folder.write("include/cooperative_groups/details/sync.h", "");
  HeaderSet headers;
  headers.add_toolkit(folder.path() / "include");
  const auto messages = explained(
      "cooperative_groups/details/sync.h(40): error: no\n"
      "/cooperative_groups/details/sync.h(41): error: no\n"
      "cooperative_groups/details/sync.h(42): warning #1-D: dull\n"
      "warplab_prelude.h(3): note #2-D: dull\n",
      "// first line\n#include <cmath>\n#include <cooperative_groups.h>\n", "", headers);
  REQUIRE(messages.size() == 2);
  for (const Diagnostic& message : messages) {
    CHECK(message.file == "kernel.cu");
    CHECK(message.line == 3);
    CHECK(contains(message.message, "in <cooperative_groups/details/sync.h>, line 4"));
  }
}

TEST_CASE("a thousand messages are cut to what can be read, with the number of the rest") {
  std::string log;
  for (int i = 1; i <= 1000; ++i) log += "kernel.cu(" + std::to_string(i) + "): error: no\n";
  const auto messages = explained(log);
  REQUIRE(messages.size() == kMaxDiagnostics + 1);
  CHECK(messages.back().severity == Severity::note);
  CHECK(messages.back().message == "and 900 more");
}

TEST_CASE("a class without its semicolon is one error, at the line where it belongs") {
  const std::string text = "struct P { int x; }\n// why\nextern \"C\" __global__ void k() {\n}\n";
  const auto messages = explained(
      "kernel.cu(3): error: linkage specification is not allowed\n  extern \"C\" __global__\n  "
      "^\n\n"
      "kernel.cu(3): error: expected a \";\"\n  extern \"C\" __global__\n             ^\n\n"
      "kernel.cu(3): error: A function without execution space annotations "
      "(__host__/__device__/__global__) is considered a host function\n",
      text);
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].line == 1);
  CHECK(messages[0].message == "expected a \";\" at the end of this line");
}

TEST_CASE("what the compiler says in its own terms is said in a kernel's, too") {
  const auto says = [](const std::string& message, const std::string& part) {
    const auto messages = explained("kernel.cu(1): error: " + message + "\n");
    REQUIRE(messages.size() == 1);
    CHECK(contains(messages[0].message, message));
    CHECK(contains(messages[0].message, part));
  };
  says("expression must be a modifiable lvalue", "To compare, write ==");
  says("expression must have pointer-to-object type but it has type \"float\"",
       "a[row * cols + column]");
  says("expression must have arithmetic or unscoped enum type", "is a[i]");
  says(
      "device-side kernel launch could not be processed as the required runtime APIs are not "
      "declared",
      "Warp Lab launches the kernels");
  says("return value type does not match the function type", "a kernel is void");
  says("argument of type \"int\" is incompatible with parameter of type \"const char *\"",
       "printf begins with a format");
  says("identifier \"half\" is undefined", "#include <cuda_fp16.h>");
  says("linkage specification is not allowed", "after template <...>");
  says("initializer not allowed for __shared__ variable", "__syncthreads()");
}

TEST_CASE("an operator that CUDA's vectors do not have is explained, and no other") {
  const auto explained_operands = [](const std::string& types) {
    const auto messages = explained(
        "kernel.cu(1): error: no operator \"+\" matches these operands; operand types are: " +
        types + "\n");
    REQUIRE(messages.size() == 1);
    return messages[0].message;
  };
  CHECK(contains(explained_operands("const float4 + const float4"), "no arithmetic for float4"));
  CHECK(contains(explained_operands("double2 + double"), "no arithmetic for double2"));
  CHECK(contains(explained_operands("unsigned int + const uint3"), "write threadIdx.x"));
  CHECK(contains(explained_operands("int + dim3"), "write threadIdx.x"));
  for (const char* other : {"Pair + Pair", "const Point3 + int", "float + Matrix4", "long + point"})
    CHECK(explained_operands(other).ends_with(other));
}

TEST_CASE("an else without an if is called that, and other statements are not") {
  const std::string text = "  else { }\n  x y;\n";
  const auto log = [](int line, const char* at) {
    return "kernel.cu(" + std::to_string(line) + "): error: expected a statement\n" + at;
  };
  const auto is_else = explained(log(1, "    else { }\n    ^\n"), text);
  REQUIRE(is_else.size() == 1);
  CHECK(contains(is_else[0].message, "this else belongs to no if"));
  const auto other = explained(log(2, "    x y;\n    ^\n"), text);
  REQUIRE(other.size() == 1);
  CHECK(other[0].message == "expected a statement");
}

TEST_CASE("what only follows from an error on its line is left out") {
  const auto vector = explained(
      "kernel.cu(1): error: namespace \"std\" has no member \"vector\"\n"
      "kernel.cu(1): error: type name is not allowed\n"
      "kernel.cu(2): error: identifier \"v\" is undefined\n");
  REQUIRE(vector.size() == 2);
  CHECK(vector[1].line == 2);
  const auto quote = explained(
      "kernel.cu(1): error: missing closing quote\n"
      "kernel.cu(2): error: expected a \")\"\n"
      "kernel.cu(2): error: identifier \"w\" is undefined\n");
  REQUIRE(quote.size() == 2);
  CHECK(contains(quote[0].message, "missing on this line"));
  CHECK(contains(quote[1].message, "\"w\""));
}

TEST_CASE("what beginners write is answered with what to write instead") {
  // The line that the error is on, what the compiler says, and a part of what is added.
  constexpr struct {
    const char *line, *message, *part;
  } kMistakes[] = {
      {"f(n));", "expected an expression", "one sign too many"},
      {"<html>", "expected a declaration", "outside of functions there can only be functions"},
      {"a[x] = 1;", "expression must have integral or unscoped enum type", "a whole number"},
      {"__shared__ float t[n];", "expression must have a constant value",
       "blockDim are known only at"},
      {"case n:", "expression must have a constant value", "when the file is compiled"},
      {"threadIdx.w", "class \"uint3\" has no member \"w\"", "the parts x, y and z"},
      {"x = 2f;", "user-defined literal operator not found", "(as in 2.0f)"},
      {"__device__ f() {", "explicit type is missing (\"int\" assumed)", "nothing is void"},
      {"x", "this declaration has no storage class or type specifier", "begins with a type"},
      {"f(1);", "too few arguments in function call", "the parameters of the function"},
      {"extern \"C\"", "this declaration may not have extern \"C\" linkage", "a template has none"},
      {"", "more than one instance of overloaded function \"k\" has \"C\" linkage", "another name"},
      {"return &x;", "returning pointer to local variable", "ends with the function"},
      {"return x;", "returning reference to local variable", "Return the value itself"},
      {"int i;", "\"i\" has already been declared in the current scope", "leave the type out"},
      {"#include <a", "expected a file name", "#include <name>"},
      {"", "no instance of overloaded function \"atomicAdd\" matches", "such as &a[i]"},
      {"x ** 2", "operand of \"*\" must be a pointer but has type \"int\"", "x * x"},
      {"in.size()", "expression must have class type but it has type \"float *\"", "after a dot"},
      {"const int i;", "const variable \"i\" requires an initializer", "where it is declared"},
      {"int k()", "a __global__ function must have a void return type", "stores its answer"},
      {"out = 1;", "a value of type \"int\" cannot be assigned to an entity of type \"int *\"",
       "a[i]"},
      {"int* p = in;",
       "a value of type \"const int *\" cannot be used to initialize an entity of type \"int *\"",
       "point to const, too"},
      {"if i < n", "expected a \"(\"", "is written in ( )"},
      {"int32 x;", "identifier \"int32\" is undefined", "write int"},
      {"bool b = True;", "identifier \"True\" is undefined", "write true"},
      {"'a;", "missing closing quote", "a ' is missing"},
      {"\"a;", "missing closing quote", "a \" is missing"},
  };
  for (const auto& [line, message, part] : kMistakes) {
    CAPTURE(line);
    CAPTURE(message);
    const auto messages =
        explained(std::string("kernel.cu(1): error: ") + message + "\n  " + line + "\n  ^\n",
                  std::string(line) + "\n");
    REQUIRE(messages.size() == 1);
    CHECK(contains(messages[0].message, part));
  }
  for (const char* message :
       {"expected a \")\"", "expected a \"(\"", "identifier \"k\" is undefined",
        "a value of type \"int\" cannot be assigned to an entity of type "
        "\"float4\""}) {
    const auto messages =
        explained(std::string("kernel.cu(1): error: ") + message + "\n  x\n  ^\n", "x\n");
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].message == message);
  }
}

TEST_CASE(
    "a name that is declared further below says where, one that is only used there does not") {
  const std::string error =
      "kernel.cu(1): error: identifier \"f\" is undefined\n  int a = f(1);\n  ^\n";
  const auto told = explained(error, "int a = f(1);\n\n__device__ int f(int x) { return x; }\n");
  REQUIRE(told.size() == 1);
  CHECK(contains(told[0].message, "it is declared on line 3, and must come before what uses it"));
  for (const char* text :
       {"int a = f(1);\nint b = f(2);\n", "int a = f(1);\nint b() { return f; }\n",
        "int a = f(1);\n// int f;\n"}) {
    CAPTURE(text);
    const auto messages = explained(error, text);
    REQUIRE(messages.size() == 1);
    CHECK_FALSE(contains(messages[0].message, "declared"));
  }
}

TEST_CASE("an error behind more warnings than anybody reads is told") {
  std::string log, text;
  for (int line = 1; line <= 3000; ++line) {
    log += "kernel.cu(" + std::to_string(line) +
           "): warning #177-D: variable \"a\" was declared but never referenced\n";
    text += "__device__ int f() { int a; return 0; }\n";
  }
  log += "kernel.cu(3001): error: identifier \"z\" is undefined\n";
  const auto messages = explained(log, text + "int y = z;\n");
  REQUIRE(messages.size() == kMaxDiagnostics + 1);
  const auto& last = messages[kMaxDiagnostics - 1];
  CHECK(last.severity == Severity::error);
  CHECK(last.line == 3001);
  CHECK(messages[kMaxDiagnostics - 2].line == 99);
  CHECK(messages.back().message == "and 2901 more");
}

TEST_CASE("what a merge or a text in Markdown has left is named, once") {
  const auto messages = explained(
      "kernel.cu(1): error: expected an expression\n  <<<<<<< HEAD\n  ^\n\n"
      "kernel.cu(3): error: expected an expression\n  =======\n  ^\n\n"
      "kernel.cu(5): error: expected a declaration\n  >>>>>>> other\n  ^\n",
      "<<<<<<< HEAD\nint a;\n=======\nint b;\n>>>>>>> other\n");
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].line == 1);
  CHECK(contains(messages[0].message, "left over from a merge"));
  const auto fence =
      explained("kernel.cu(1): error: unrecognized token\n  ```cuda\n  ^\n", "```cuda\n");
  REQUIRE(fence.size() == 1);
  CHECK(contains(fence[0].message, "Markdown"));
  const auto shift =
      explained("kernel.cu(1): error: expected a \";\"\n  a << b\n  ^\n", "a << b\n");
  REQUIRE(shift.size() == 1);
  CHECK(shift[0].message == "expected a \";\"");
}

TEST_CASE("of a comment that is never closed nothing else is told") {
  const auto messages = explained(
      "kernel.cu(2): error: comment unclosed at end of file\n  /* a\n  ^\n\n"
      "At end of source: error: expected a \"}\"\n",
      "void f() {\n/* a\n}\n");
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].line == 2);
  CHECK(contains(messages[0].message, "write */ where it ends"));
}

TEST_CASE("a line of the PTX that is named in words is the source's") {
  const std::string ptx = "a\n.loc 1 7 3\nb\nc\n";
  const auto messages =
      explained("ptxas fatal   : Unexpected non-ASCII character encountered on line 4\n", "", ptx);
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].line == 7);
  CHECK(messages[0].message == "in inline PTX: Unexpected non-ASCII character encountered");
}

namespace {

// The explained messages of errors at places that `text` marks with a ^ behind each line's number:
// "3:5 expected a \">\"".
std::vector<std::string> told(const std::string& text, const std::vector<std::string>& errors,
                              const HeaderSet& headers = {}) {
  std::string log;
  for (const std::string& error : errors) {
    const size_t colon = error.find(':'), blank = error.find(' ');
    const int column = std::stoi(error.substr(colon + 1));
    log += "kernel.cu(" + error.substr(0, colon) + "): error: " + error.substr(blank + 1) +
           "\n  x\n" + std::string(static_cast<size_t>(column) + 1, ' ') + "^\n\n";
  }
  std::vector<std::string> messages;
  for (const Diagnostic& d : explained(log, text, "", headers))
    messages.push_back(std::to_string(d.line) + " " + d.message);
  return messages;
}

std::string undefined(const std::string& name) {
  return "identifier \"" + name + "\" is undefined";
}

}  // namespace

TEST_CASE("a > that is missed behind an unknown name is that name, with where it is declared") {
  const std::string text =
      "void f(int n) {\n  if (n) {\n    int row = 0;\n  }\n  if (row < n && j < n) {\n  }\n"
      "  if (n < 3) {\n  }\n}\n";
  const auto names = told(text, {"5:23 expected a \">\""});
  REQUIRE(names.size() == 2);
  CHECK(names[0] ==
        "5 identifier \"row\" is undefined; it is declared on line 3, and is known only "
        "inside the { } there: declare it before them");
  CHECK(names[1] == "5 identifier \"j\" is undefined");
  // A template's own.
  CHECK(told(text, {"7:12 expected a \">\""}) == std::vector<std::string>{"7 expected a \">\""});
}

TEST_CASE("a name that was known before says where it ended") {
  const std::string text =
      "void f(int n) {\n"
      "  for (int i = 0; i < n; ++i) {\n  }\n"
      "  n = i;\n"
      "  for (int k = 0; k < n; ++k);\n"
      "  n = k;\n"
      "  for (int m = 0; m < n; ++m)\n    n += m;\n"
      "  n = m;\n"
      "  if (n)\n    int p = 3;\n"
      "  n = p;\n"
      "  for (int i = 0; i < n; ++i) {\n  }\n"
      "}\n"
      "void g(int q) {\n  q = n;\n}\n";
  const auto says = [&](const char* place, const std::string& name, const char* part) {
    CAPTURE(name);
    const auto messages = told(text, {place + undefined(name)});
    REQUIRE(messages.size() == 1);
    CHECK(contains(messages[0], part));
  };
  says("4:7 ", "i", "declared on line 2, and is known only in the loop there");
  says("6:7 ", "k", "in the loop there. That ends at the \";\" after its )");
  says("9:7 ", "m", "in the loop there. That has only one statement without { }");
  says("12:7 ", "p", "the one statement that belongs to the \"if\" on line 10");
  says("17:7 ", "n", "on line 1 another function has one with that name");
  const auto unknown = told(text, {"4:7 " + undefined("z")});
  REQUIRE(unknown.size() == 1);
  CHECK(unknown[0] == "4 " + undefined("z"));
}

TEST_CASE("a slip in a word of C++, of CUDA or of the file is answered with what was meant") {
  const std::string text = "void f(float* out, int n, int rows) {\n  x y;\n}\n";
  const auto says = [&](const std::string& written, const std::string& meant) {
    CAPTURE(written);
    const auto messages = told(text, {"2:3 " + undefined(written)});
    REQUIRE(messages.size() == 1);
    CHECK(messages[0] ==
          "2 " + undefined(written) + (meant.empty() ? "" : "; did you mean " + meant + "?"));
  };
  says("cosnt", "const");
  says("viod", "void");
  says("retrun", "return");
  says("fro", "for");
  says("If", "if");
  says("N", "n");
  says("Out", "out");
  says("rowss", "rows");
  says("shared", "__shared__");
  says("_global_", "__global__");
  says("sum", "");
  says("fir", "");
  says("input", "");
}

TEST_CASE("the name that nobody knows stands first of its line, and once in the file") {
  const std::string text =
      "__global__ void f(cosnt float* in, int n) {\n  n = q + q;\n  n = q;\n  in[0] = 1;\n}\n";
  const auto messages =
      told(text, {"1:1 attribute \"__global__\" does not apply here", "1:19 " + undefined("cosnt"),
                  "1:25 expected a \")\"", "2:7 " + undefined("q"), "3:7 " + undefined("q"),
                  "4:3 " + undefined("in")});
  REQUIRE(messages.size() == 2);
  CHECK(contains(messages[0], "did you mean const?"));
  CHECK(messages[1] == "2 " + undefined("q"));
  // What is wrong before a name and does not come from it stays, and is first.
  const auto both = told("void f() {\n  int a = 3 int b = c;\n}\n",
                         {"2:13 expected a \";\"", "2:21 " + undefined("c")});
  REQUIRE(both.size() == 2);
  CHECK(both[0] == "2 expected a \";\"");
}

TEST_CASE("a word before the type is a name, and extern C lacks its quotes") {
  const std::string missing = "explicit type is missing (\"int\" assumed)";
  const auto global = told("extern \"C\" _global_ void f(int n) {\n}\n",
                           {"1:12 " + missing, "1:21 expected a \";\""});
  REQUIRE(global.size() == 1);
  CHECK(global[0] == "1 " + undefined("_global_") + "; did you mean __global__?");
  const auto quotes =
      told("extern C __global__ void f(int n) {\n}\n", {"1:8 " + missing, "1:21 expected a \";\""});
  REQUIRE(quotes.size() == 1);
  CHECK(quotes[0] == "1 the C stands in quotes: write extern \"C\"");
  const auto function = told("__device__ f(int n) {\n}\n", {"1:12 " + missing});
  REQUIRE(function.size() == 1);
  CHECK(contains(function[0], "write the type before the name"));
}

TEST_CASE("an error at a place that tells its cause names that, and nothing else of the line") {
  const struct {
    const char *code, *error, *part;
  } kSlips[] = {
      {"void f(int n); {\n}\n", "1:16 expected a declaration", "take it out"},
      {"void f(int n) {\n  if (n =< 3) {\n  }\n}\n", "2:10 expected an expression", "write <="},
      {"void f(int n) {\n  if (n => 3) {\n  }\n}\n", "2:10 expected an expression", "write >="},
      {"void f(int n) {\n  if (n < 3)) {\n  }\n}\n", "2:13 expected an expression",
       "this \")\" closes nothing"},
      {"void f(int n) {\n  if (n < 3):\n  }\n}\n", "2:13 expected an expression",
       "a loop into { }"},
      {"void f(int* in int n) {\n}\n", "1:16 expected a \")\"",
       "a \",\" is missing before \"int\""},
      {"void f(int n) {\n  f(n n);\n}\n", "2:7 expected a \")\"", "or a sign such as +"},
      {"void f(int n) {\n  for (int r = 0, r < n; ++r) {\n  }\n}\n",
       "2:19 \"r\" has already been declared in the current scope", "here is a \",\""},
      {"void f(int n) {\n  int g;\n  void h() { }\n}\n",
       "3:8 A function without execution space annotations is considered a host function",
       "inside another one"},
  };
  for (const auto& [code, error, part] : kSlips) {
    CAPTURE(std::string(code));
    const std::string line = std::string(error).substr(0, 2);
    const auto messages = told(code, {error, line + "20 expected a \";\""});
    REQUIRE(messages.size() == 1);
    CHECK(contains(messages[0], part));
  }
  const auto plain = told("void f(int n) {\n  n = ;\n  n = (n 3);\n}\n",
                          {"2:7 expected an expression", "3:10 expected a \")\""});
  REQUIRE(plain.size() == 2);
  CHECK(contains(plain[0], "a value is missing before this place"));
  CHECK(plain[1] == "3 expected a \")\"");
}

TEST_CASE("what has an index and cannot is told by its name, one index too many by that") {
  const std::string message = "expression must have pointer-to-object type but it has type ";
  const std::string text =
      "void f(float* a, int n) {\n  int one;\n  one[n] = 1;\n  a[n][n] = 1;\n  (a + 1)[0][n];\n}\n";
  const auto one = told(text, {"3:7 " + message + "\"int\""});
  REQUIRE(one.size() == 1);
  CHECK(contains(one[0], "one is a single int and not an array (line 2)"));
  const auto two = told(text, {"4:3 " + message + "\"float\""});
  REQUIRE(two.size() == 1);
  CHECK(contains(two[0], "there is one index too many"));
  const auto other = told(text, {"5:3 " + message + "\"float\""});
  REQUIRE(other.size() == 1);
  CHECK(contains(other[0], "[ ] needs an array or a pointer before it"));
}

TEST_CASE("arguments that do not fit are told by what is wrong with them") {
  const std::string text =
      "template <typename T>\n__device__ void g(T* a, int b, int c) {\n}\n"
      "void f(float* a) {\n  g(a, 2);\n  g(a, 2, a);\n}\n";
  const std::string no_instance =
      "no instance of function template \"g\" matches the argument list";
  const auto fewer = told(text, {"5:3 " + no_instance});
  REQUIRE(fewer.size() == 1);
  CHECK(contains(fewer[0], "g has 3 parameters (line 2), and 2 are given here"));
  const auto as_many = told(text, {"6:3 " + no_instance});
  REQUIRE(as_many.size() == 1);
  CHECK(as_many[0] == "6 " + no_instance);

  const auto atomic = [](const std::string& name, const std::string& types) {
    const auto messages = told("x\n", {"1:1 no instance of overloaded function \"" + name +
                                       "\" matches; argument types are: (" + types + ")"});
    REQUIRE(messages.size() == 1);
    return messages[0];
  };
  CHECK(contains(atomic("atomicSub", "float *, const float"), "atomicAdd(&x, -value)"));
  CHECK(contains(atomic("atomicCAS", "float *, float, float"), "There is none for float, only"));
  CHECK(contains(atomic("atomicAdd", "float, float"), "is an address, such as &a[i]"));
  CHECK(contains(atomic("atomicAdd", "const float *, float"), "something const"));
  CHECK(contains(atomic("atomicExch", "float *, int *"), "Compare the number and the types"));
}

TEST_CASE("a call that fits several functions is answered with a cast, and without their list") {
  const auto of_call = [](const std::string& name, const std::string& types) {
    const auto messages =
        explained("kernel.cu(1): error: more than one instance of overloaded function \"" + name +
                      "\" matches the argument list:\n"
                      "            function \"" +
                      name +
                      "(double, float)\" (declared implicitly)\n"
                      "            function \"" +
                      name +
                      "(int, int)\" (declared implicitly)\n"
                      "            argument types are: (" +
                      types + ")\n  x\n  ^\n",
                  "x\n");
    REQUIRE(messages.size() == 1);
    return messages[0].message;
  };
  CHECK(of_call("max", "int, float") ==
        "there are several functions max, none of them is for (int, float), and this call fits "
        "more than one. Cast an argument so that all have the same type, as in "
        "static_cast<float>(x)");
  CHECK(contains(of_call("min", "int, size_t"), "as in static_cast<int>(x)"));
  CHECK(contains(of_call("min", "int, const double"), "as in static_cast<double>(x)"));
  CHECK(of_call("abs", "unsigned int") ==
        "there are several functions abs, none of them is for unsigned int, and this call fits "
        "more than one. Cast the argument to the type that you mean, as in "
        "abs(static_cast<int>(x))");
  CHECK(contains(of_call("abs", "size_t"), "abs(static_cast<long long>(x))"));
  CHECK(contains(of_call("f", "long, long"), "Cast the arguments to the types that you mean"));
  CHECK(contains(of_call("f", "int (*)(int, int), pair<int, float>"),
                 "none of them is for (int (*)(int, int), pair<int, float>)"));
  // Where the compiler lists no types nothing is known.
  const auto bare = explained(
      "kernel.cu(1): error: more than one instance of overloaded function \"f\" matches the "
      "argument list\n  x\n  ^\n",
      "x\n");
  REQUIRE(bare.size() == 1);
  CHECK_FALSE(contains(bare[0].message, "extern"));
}

TEST_CASE("a header of the exercise's is meant, or needed, where that is so") {
  HeaderSet headers;
  REQUIRE(headers.add("ising.cuh", "#pragma once\nconstexpr int kValues = 9;\n"));
  const auto messages =
      explained("kernel.cu(1): catastrophic error: could not open source file \"ising.h\"\n", "",
                "", headers);
  REQUIRE(messages.size() == 1);
  CHECK(contains(messages[0].message, "did you mean \"ising.cuh\"?"));
  const auto other = explained(
      "kernel.cu(1): catastrophic error: could not open source file \"vector\"\n", "", "", headers);
  REQUIRE(other.size() == 1);
  CHECK(contains(other[0].message, "the exercise's \"ising.cuh\""));
  const auto name = told("int a = kValues;\nint b = kOthers;\n",
                         {"1:9 " + undefined("kValues"), "2:9 " + undefined("kOthers")}, headers);
  REQUIRE(name.size() == 2);
  CHECK(contains(name[0], "it needs #include \"ising.cuh\""));
  CHECK(name[1] == "2 " + undefined("kOthers"));
}

TEST_CASE("what the compiler warns of is said in a kernel's terms, too") {
  const auto warned = [](const std::string& message) {
    const auto messages = explained("kernel.cu(1): warning #174-D: " + message + "\n");
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].severity == Severity::warning);
    return messages[0].message;
  };
  CHECK(contains(warned("expression has no effect"), "a function is called with ( )"));
  CHECK(contains(warned("pointless comparison of unsigned integer with zero"), "never below 0"));
  CHECK(contains(warned("use of \"=\" where \"==\" may have been intended"), "== compares"));
  const auto comma = explained(
      "kernel.cu(1): warning #3008-D: an unparenthesized comma operator in an array subscript "
      "expression is deprecated\n"
      "kernel.cu(1): warning #174-D: expression has no effect\n"
      "kernel.cu(2): warning #174-D: expression has no effect\n");
  REQUIRE(comma.size() == 2);
  CHECK(contains(comma[0].message, "Only the last one counts"));
  CHECK(comma[1].line == 2);
  CHECK(warned("variable \"i\" was declared but never referenced") ==
        "variable \"i\" was declared but never referenced");
}

TEST_CASE("an error where a macro is used names its #define, if that has a = or a ; too many") {
  const std::string text =
      "#define SIZE = 32\n#define STEP 8;\n#define WIDTH 16\n"
      "int a = SIZE;\nint b = STEP + 1;\nint c = WIDTH +;\n";
  const std::string missing = "expected an expression";
  const auto equals = told(text, {"4:9 " + missing});
  REQUIRE(equals.size() == 1);
  CHECK(
      contains(equals[0], "in place of SIZE stands \"= 32\" here, as its #define on line 1 says"));
  CHECK(contains(equals[0], "needs no \"=\""));
  const auto semicolon = told(text, {"5:9 " + missing});
  REQUIRE(semicolon.size() == 1);
  CHECK(contains(semicolon[0], "in place of STEP stands \"8;\" here, as its #define on line 2"));
  const auto other = told(text, {"6:16 " + missing});  // a macro that is as it should be
  REQUIRE(other.size() == 1);
  CHECK_FALSE(contains(other[0], "#define"));
}

TEST_CASE("a function that is called and has no body is named at its declaration") {
  const std::string text = "\n__device__ int index(int);\n\nvoid f() { index(1); }\n";
  const auto mangled = explained("ptxas fatal   : Unresolved extern function '_Z5indexi'\n", text);
  REQUIRE(mangled.size() == 1);
  CHECK(mangled[0].line == 2);
  CHECK(contains(mangled[0].message, "index is declared here and called"));
  CHECK(contains(mangled[0].message, "has a body"));
  // One that the text does not declare stays as it is.
  const auto other = explained("ptxas fatal   : Unresolved extern function 'vprintf2'\n", text);
  REQUIRE(other.size() == 1);
  CHECK(other[0].message == "Unresolved extern function 'vprintf2'");
}

TEST_CASE("a type before a variable that is to be changed is one too many") {
  const std::string text = "float sum = 0;\nfor (;;) float sum += a;\nfloat other\n+ b;\n";
  const auto again = told(text, {"2:20 expected a \";\""});
  REQUIRE(again.size() == 1);
  CHECK(contains(again[0], "leave float out to change the sum that is there"));
  const auto plain = told(text, {"4:1 expected a \";\""});
  REQUIRE(plain.size() == 1);
  CHECK(contains(plain[0], "expected a \";\" at the end of this line"));
}

TEST_CASE("words of other languages and of older books are answered with those of here") {
  const std::string text =
      "var s = 0;\nint i = cuda.grid(1);\ncuda::barrier b;\nx += __shfl_down(x, 8);\n"
      "cudaDeviceSynchronize();\n";
  const auto messages =
      told(text, {"1:1 " + undefined("var"), "2:9 " + undefined("cuda"), "3:1 " + undefined("cuda"),
                  "4:6 " + undefined("__shfl_down"), "5:1 " + undefined("cudaDeviceSynchronize")});
  REQUIRE(messages.size() >= 4);
  CHECK(contains(messages[0], "write a type"));
  CHECK(contains(messages[1], "write blockIdx.x * blockDim.x + threadIdx.x"));
  CHECK(contains(messages[messages.size() - 2], "__shfl_down_sync(0xffffffff, ...)"));
  CHECK(contains(messages.back(), "__syncthreads()"));
}

TEST_CASE("a sign that C++ has not is shown, and a loop over a pointer is told once") {
  CHECK(told("@cuda.jit\n", {"1:1 unrecognized token"}) ==
        std::vector<std::string>{"1 @ is not a character that C++ uses"});
  const std::string requires_one = "this range-based \"for\" statement requires a suitable ";
  const auto loop = told("for (float x : in) {}\n",
                         {"1:14 " + requires_one + "\"begin\" function and none was found",
                          "1:14 " + requires_one + "\"end\" function and none was found"});
  REQUIRE(loop.size() == 1);
  CHECK(contains(loop[0], "for (int k = 0; k < n; ++k)"));
}

TEST_CASE("what a vector has not, and what is to become one, is told with its parts") {
  const auto part = told("z.a = 1;\n", {"1:3 class \"float4\" has no member \"a\""});
  REQUIRE(part.size() == 1);
  CHECK(contains(part[0], "has the parts x, y, z and w"));
  const auto other = told("z.a = 1;\n", {"1:3 class \"Tile\" has no member \"a\""});
  REQUIRE(other.size() == 1);
  CHECK(other[0] == "1 class \"Tile\" has no member \"a\"");
  const auto conversion =
      told("float2 x = a[i];\n", {"1:12 no suitable constructor exists to convert from \"const "
                                  "float\" to \"float2\""});
  REQUIRE(conversion.size() == 1);
  CHECK(contains(conversion[0], "reinterpret_cast<const float2*>(a)[i]"));
}

TEST_CASE("text where a number is expected is told as text, and an address as an address") {
  const auto text_value = told(
      "x = y + \".\";\n",
      {"1:5 a value of type \"const char *\" cannot be assigned to an entity of type \"float\""});
  REQUIRE(text_value.size() == 1);
  CHECK(contains(text_value[0], "what stands in quotes is text"));
  const auto address = told(
      "x = a;\n",
      {"1:5 a value of type \"const float *\" cannot be assigned to an entity of type \"float\""});
  REQUIRE(address.size() == 1);
  CHECK(contains(address[0], "that is an address"));
}
