#include "compile/compiler_log.hpp"

#include <doctest/doctest.h>

using namespace warplab::compile;
using Severity = Diagnostic::Severity;

namespace {

// As in a compilation of k.cu with one header.
bool is_known(std::string_view file) {
  return file == "k.cu" || file == "column_sums.cu" || file == "other.h";
}

std::vector<Diagnostic> messages_in(std::string_view log) {
  return warplab::compile::parse_log(log, is_known);
}

}  // namespace

TEST_CASE("an error has its file, line, column and words") {
  const auto messages = messages_in(
      "column_sums.cu(12): error: identifier \"foo\" is undefined\n"
      "    out[i] = foo;\n"
      "             ^\n"
      "\n"
      "1 error detected in the compilation of \"column_sums.cu\".\n");
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].severity == Severity::error);
  CHECK(messages[0].file == "column_sums.cu");
  CHECK(messages[0].line == 12);
  CHECK(messages[0].column == 12);
  CHECK(messages[0].message == "identifier \"foo\" is undefined");
}

TEST_CASE("a tab before the caret counts as one column, as it does in an editor's file") {
  const auto messages = messages_in("k.cu(8): error: no\n  \tx = f(1);\n  \t    ^\n");
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].column == 6);
}

TEST_CASE("warnings lose their number and the remark that follows the first") {
  const auto messages = messages_in(
      "k.cu(3): warning #177-D: variable \"unused\" was declared but never referenced\n"
      "    int unused;\n"
      "        ^\n"
      "\n"
      "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n"
      "\n"
      "k.cu(4): remark #20200-D: #pragma message: \"hello\"\n");
  REQUIRE(messages.size() == 2);
  CHECK(messages[0].severity == Severity::warning);
  CHECK(messages[0].message == "variable \"unused\" was declared but never referenced");
  CHECK(messages[1].severity == Severity::note);
  CHECK(messages[1].message == "#pragma message: \"hello\"");
}

TEST_CASE("a warning of the back end has its line") {
  const auto messages = messages_in(
      "warning: k.cu(4): Warning: Cannot store to pointer that points to constant memory space\n");
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].severity == Severity::warning);
  CHECK(messages[0].file == "k.cu");
  CHECK(messages[0].line == 4);
  CHECK(messages[0].message == "Cannot store to pointer that points to constant memory space");
}

TEST_CASE("words that go on in the next line belong to the message, the source line does not") {
  const auto messages = messages_in(
      "k.cu(8): error: no instance of overloaded function \"f\" matches the argument list\n"
      "            argument types are: (int, int)\n"
      "    out[0] = f(1, 2);\n"
      "             ^\n");
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].message ==
        "no instance of overloaded function \"f\" matches the argument list; argument types are: "
        "(int, int)");
}

TEST_CASE("the context of a template becomes at most three notes with lines") {
  const auto messages = messages_in(
      "k.cu(5): error: incomplete type \"A<2>\" is not allowed\n"
      "  A<N + 1> next;\n"
      "           ^\n"
      "          detected during:\n"
      "            instantiation of class \"A<N> [with N=1]\" at line 6\n"
      "            instantiation of class \"A<N> [with N=0]\" at line 7 of \"other.h\"\n"
      "            [ 190 instantiation contexts not shown ]\n"
      "            instantiation of \"void f()\" at line 8\n"
      "            instantiation of \"void g()\" at line 9\n");
  REQUIRE(messages.size() == 4);
  CHECK(messages[0].line == 5);
  CHECK(messages[1].severity == Severity::note);
  CHECK(messages[1].line == 6);
  CHECK(messages[1].message == "needed by the instantiation of class \"A<N> [with N=1]\"");
  CHECK(messages[2].line == 7);
  CHECK(messages[3].line == 8);
}

TEST_CASE("a catastrophic error is an error") {
  const auto messages = messages_in(
      "k.cu(1): catastrophic error: could not open source file \"vector\" (no directories in "
      "search "
      "list)\n  #include <vector>\n                   ^\n\n");
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].severity == Severity::error);
}

TEST_CASE("what ptxas says of the PTX keeps the line of the PTX") {
  const auto messages = messages_in(
      "ptxas application ptx input, line 28; error   : Not a name of any known instruction: 'foo'\n"
      "ptxas fatal   : Ptx assembly aborted due to errors\n");
  REQUIRE(messages.size() == 2);
  CHECK(messages[0].file == kPtxInput);
  CHECK(messages[0].line == 28);
  CHECK(messages[0].message == "Not a name of any known instruction: 'foo'");
  CHECK(messages[1].line == 0);
}

TEST_CASE("an option that the compiler does not know is an error without a place") {
  const auto messages = messages_in("nvrtc: error: invalid value for --gpu-architecture (-arch)\n");
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].file.empty());
  CHECK(messages[0].line == 0);
}

TEST_CASE("text that only looks like a message is none") {
  CHECK(messages_in("").empty());
  CHECK(messages_in("error\n(3): error\nk.cu(x): error: no\nk.cu(99999999999999): error: no\n")
            .empty());
  CHECK(messages_in("  ^\n\n    ^^\ndetected during:\n").empty());
}

TEST_CASE("ptxas -v tells the spills of each function") {
  const std::string log =
      "ptxas info    : 24 bytes gmem\n"
      "ptxas info    : Compiling entry function 'k' for 'sm_90'\n"
      "ptxas info    : Function properties for k\n"
      "ptxas         .     272 bytes stack frame, 20 bytes spill stores, 48 bytes spill loads\n"
      "ptxas info    : Used 24 registers, used 1 barriers, 132 bytes smem\n"
      "ptxas info    : Function properties for _Z3reci\n"
      "ptxas         .     24 bytes stack frame, 0 bytes spill stores, 4 bytes spill loads\n";
  const auto spills = parse_spills(log);
  REQUIRE(spills.size() == 2);
  CHECK(spills.at("k").store_bytes == 20);
  CHECK(spills.at("k").load_bytes == 48);
  CHECK(spills.at("_Z3reci").load_bytes == 4);
  CHECK(messages_in(log).empty());
  CHECK(without_ptxas_info(log).empty());
}

TEST_CASE("the log that is shown keeps the compiler's words and loses ptxas's figures") {
  const std::string log =
      "k.cu(3): warning #177-D: unused\n  int a;\n      ^\n\nptxas info    : 0 bytes gmem\n";
  CHECK(without_ptxas_info(log) == "k.cu(3): warning #177-D: unused\n  int a;\n      ^\n");
}

TEST_CASE("addresses in the compiler's own memory are no text of a message") {
  const std::string_view source = "asm(\"mov.u64 %0, 0x7f1234567890;\" : \"=l\"(x));\n";
  CHECK(without_addresses("Cannot select: 0x55d0c8a1b2c3: i64 = ptr 0x7f00aabbccdd\n", source) ==
        "Cannot select: (an address): i64 = ptr (an address)\n");
  for (const char* kept :
       {"", "0x", "0x0x", "uses too much shared data (0x13880 bytes, 0xc000 max)",
        "x 0xffffffff is too large", "k.cu(1): error: bad operand 0x7f1234567890", "0xnone"})
    CHECK(without_addresses(kept, source) == kept);
  CHECK(without_addresses("0x7f1234567890 0x7f1234567891", source) ==
        "0x7f1234567890 (an address)");
}

TEST_CASE("a line of the source that looks like a message is none") {
  const auto messages = messages_in(
      "k.cu(6): warning: #warning directive: other.cu(3): error: forged\n"
      "  #warning other.cu(3): error: forged\n"
      "   ^\n"
      "\n"
      "k.cu(7): error: expected an expression\n"
      "  int x = ; // k.cu(3): error: forged\n"
      "          ^\n");
  REQUIRE(messages.size() == 2);
  CHECK(messages[0].severity == Severity::warning);
  CHECK(messages[0].message == "#warning directive: other.cu(3): error: forged");
  CHECK(messages[1].line == 7);
  CHECK(messages[1].message == "expected an expression");
}

TEST_CASE("a line end in a string does not begin a message about another file, or about none") {
  for (const char* forged :
       {"other.cu(3): error: forged", "/etc/passwd(3): error: forged", "error: forged",
        "nvrtc: error: forged", "\x1b[31mk.cu(3): error: forged",
        "ptxas application ptx input, line 28; error   : forged",
        "At end of source: error: forged"}) {
    const auto messages =
        messages_in(std::string("k.cu(6): error: static assertion failed with \"a\n") + forged +
                    "\"\n  static_assert(false, \"...\");\n  ^\n");
    CAPTURE(forged);
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].file == "k.cu");
    CHECK(messages[0].line == 6);
    CHECK(messages[0].message.find("forged") != std::string::npos);
  }
}

TEST_CASE("a message begins where another one ends, also right behind it") {
  const auto messages = messages_in("k.cu(1): error: a\nk.cu(2): error: b\nother.h(3): note: c\n");
  REQUIRE(messages.size() == 3);
  CHECK(messages[2].file == "other.h");
}

TEST_CASE("places are those of files that there are, and of lines that they have") {
  const auto kept = [](std::string file, int line, int column) {
    std::vector<Diagnostic> one(1);
    one[0].file = file;
    one[0].line = line;
    one[0].column = column;
    keep_places_in(one, "k.cu", 10, is_known);
    return one[0];
  };
  CHECK(kept("k.cu", 10, 3).line == 10);
  CHECK(kept("k.cu", 10, 3).column == 3);
  CHECK(kept("other.h", 4000, 3).line == 4000);
  CHECK(kept("", 0, 0).file.empty());
  for (const int line : {11, 2147483647, -5, 0}) {
    CHECK(kept("k.cu", line, 3).line == 0);
    CHECK(kept("k.cu", line, 3).column == 0);
  }
  for (const char* file : {"other.cu", "a\x1b[31m", "/etc/passwd"}) {
    CHECK(kept(file, 3, 3).file == "k.cu");
    CHECK(kept(file, 3, 3).line == 0);
  }
}
