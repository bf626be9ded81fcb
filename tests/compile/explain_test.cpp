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
        "max exists for several types, and (int, float) could become more than one of them. "
        "Cast an argument so that all have the same type, as in "
        "static_cast<float>(x)");
  CHECK(contains(of_call("min", "int, size_t"), "as in static_cast<int>(x)"));
  CHECK(contains(of_call("min", "int, const double"), "as in static_cast<double>(x)"));
  CHECK(of_call("abs", "unsigned int") ==
        "abs exists for several types, and unsigned int could become more than one of them. "
        "Cast the argument to the type that you mean, as in "
        "abs(static_cast<int>(x))");
  CHECK(contains(of_call("abs", "size_t"), "abs(static_cast<long long>(x))"));
  CHECK(contains(of_call("f", "long, long"), "Cast the arguments to the types that you mean"));
  CHECK(contains(of_call("f", "int (*)(int, int), pair<int, float>"),
                 "and (int (*)(int, int), pair<int, float>) could become more than one"));
  // Where the compiler lists no types nothing is known.
  const auto bare = explained(
      "kernel.cu(1): error: more than one instance of overloaded function \"f\" matches the "
      "argument list\n  x\n  ^\n",
      "x\n");
  REQUIRE(bare.size() == 1);
  CHECK_FALSE(contains(bare[0].message, "extern"));
}
