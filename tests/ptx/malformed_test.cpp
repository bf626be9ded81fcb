// Texts with errors: one sentence, the line of the PTX text, what was found and what was expected.
#include <doctest/doctest.h>

#include <string>

#include "ptx_text.hpp"

using namespace warplab::ptx;
using namespace warplab::ptx::testing;

namespace {

struct Case {
  const char* text;
  const char* error;
};

std::string repeated(std::string_view piece, size_t times) {
  std::string text;
  for (size_t i = 0; i < times; ++i) text += piece;
  return text;
}

}  // namespace

TEST_CASE("an error in a module is one sentence") {
  const Case cases[] = {
      {"", "PTX line 1: expected \".version\", which begins a PTX module."},
      {"hello",
       "PTX line 1: expected a directive such as \".visible\", \".func\" or \".global\", found "
       "\"hello\"."},
      {".version x", "PTX line 1: expected a version such as 9.0, found \"x\"."},
      {".version 9.0\n.target 5", "PTX line 2: expected a target such as sm_90, found \"5\"."},
      {".address_size 32", "PTX line 1: addresses of 32 bits are not supported, only 64."},
      {".file 1", "PTX line 1: expected a file name in quotes, found the end of the text."},
      {".file 1 \"kernel.cu",
       "PTX line 1: expected a file name in quotes, found a string that does not end on its line."},
      {"/* no end",
       "PTX line 1: expected a directive such as \".visible\", \".func\" or \".global\", found a "
       "comment that does not end."},
      {".section .debug_str { .b8 1", "PTX line 1: the section has no closing \"}\"."},
      {".visible .entry k(",
       "PTX line 1: expected a parameter, that is, \".param\", found the end of the text."},
      {".entry k(.param .u32 a .param .u32 b)",
       "PTX line 1: expected \")\" to close the parameters, found \".param\"."},
      {".entry k()",
       "PTX line 1: expected \"{\" or \";\" after the signature of \"k\", found the end of the "
       "text."},
      {".entry k() .maxtid 3 {}",
       "PTX line 1: expected \"{\", \";\" or a directive such as \".maxntid\", found \".maxtid\"."},
      {".entry k() {}\n.entry k() {}", "PTX line 2: \"k\" is defined twice."},
      {".global .u32 k;\n.func k() {}", "PTX line 2: \"k\" is defined twice."},
      {".global .u32 x;\n.global .f32 x;", "PTX line 2: \"x\" is defined twice."},
      {".alias a, b;", "PTX line 1: the function \"a\" of the alias is not declared."},
      {".func a() {}\n.func b();\n.alias a, b;",
       "PTX line 3: the alias \"a\" needs no body and \"b\" needs one."},
      {".pragma nounroll;", "PTX line 1: expected a string after \".pragma\", found \"nounroll\"."},
      {"\x01",
       "PTX line 1: expected a directive such as \".visible\", \".func\" or \".global\", found "
       "\"?\"."},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(error_of(c.text) == c.error);
  }
}

TEST_CASE("an error in a declaration is one sentence") {
  const Case cases[] = {
      {".global x;", "PTX line 4: expected the type of the variable, found \"x\"."},
      {".global .q32 x;", "PTX line 4: expected a type such as \".b32\", found \".q32\"."},
      {".global .u32;", "PTX line 4: expected the name of the variable, found \";\"."},
      {".global .u32 x",
       "PTX line 4: expected \";\" after the declaration, found the end of the text."},
      {".global .pred x;", "PTX line 4: a variable in memory cannot have the type .pred."},
      {".global .align 3 .u32 x;",
       "PTX line 4: the alignment 3 is not a power of two up to 1048576."},
      {".global .u32 x[-1];", "PTX line 4: -1 is no length for the array \"x\"."},
      {".global .u32 x[4;", "PTX line 4: expected \"]\" after the array length, found \";\"."},
      {".global .u32 x[1.5];",
       "PTX line 4: expected an array length, found a floating-point number."},
      {".global .u32 x[1<<39][1<<39];", "PTX line 4: the variable \"x\" is too large."},
      {".global .u32 x[2] = {1, 2, 3};",
       "PTX line 4: the variable \"x\" has more values than elements."},
      {".global .u32 x[2] = {1 2};",
       "PTX line 4: expected \",\" or \"}\" after a value, found \"2\"."},
      {".global .u32 x[2] = 1;",
       "PTX line 4: expected \"{\" to begin the values of the array, found \"1\"."},
      {".global .u32 x[2] = {{1}};",
       "PTX line 4: the values of \"x\" are nested deeper than its dimensions."},
      {".global .u32 x[2] = {1,", "PTX line 4: expected a constant, found the end of the text."},
      {".global .u32 x = 12abc;", "PTX line 4: \"12abc\" is not a number that PTX knows."},
      {".global .u32 x = 0f123;", "PTX line 4: \"0f123\" is not a number that PTX knows."},
      {".global .u64 x = 18446744073709551616;",
       "PTX line 4: \"18446744073709551616\" is not a number that PTX knows."},
      {".global .u32 x = 089;", "PTX line 4: \"089\" is not a number that PTX knows."},
      {".global .u32 x = 1/0;", "PTX line 4: the constant expression divides by zero."},
      {".global .f32 x = 1.5+2;",
       "PTX line 4: arithmetic on floating-point constants is not supported."},
      {".global .u16 x = 0f3F800000;",
       "PTX line 4: a floating-point number cannot initialise \"x\", which has the type .u16."},
      {".global .u64 x = nowhere;",
       "PTX line 4: \"x\" holds the address of \"nowhere\", which is not declared."},
      {".global .u16 x = x;", "PTX line 4: an address does not fit into .u16, the type of \"x\"."},
      {".global .u64 x = generic(x;",
       "PTX line 4: expected \")\" after \"generic(\" and a name, found \";\"."},
      {".global .b8 x[8] = {0xFF00(x)};",
       "PTX line 4: the bytes of the address of \"x\" are not in order."},
      {".global .b8 x[8] = {0xFF1(x)};",
       "PTX line 4: a masked address needs a mask of one byte and an array of .b8 or .u8."},
      {".global .b8 x[99999999999] = {1};",
       "PTX line 4: the initial values up to \"x\" take too many bytes."},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(error_of(with_header(c.text)) == c.error);
  }
}

TEST_CASE("an error in a function is one sentence") {
  const Case cases[] = {
      {"mov.u32 %r1, %r77;", "PTX line 8: the register \"%r77\" is not declared."},
      {"mov.u32 %r1, %tid;", "PTX line 8: the register \"%tid\" is not declared."},
      {"mov.u32 %r1, somewhere;",
       "PTX line 8: \"somewhere\" is not declared: expected a register, a variable, a parameter or "
       "a function."},
      {"mov.u32 %r1, %r2", "PTX line 9: expected \";\" after \"mov.u32\", found \"}\"."},
      {"mov.u32 %r1 %r2;", "PTX line 8: expected \";\" after \"mov.u32\", found \"%r2\"."},
      {"mov.u32 %r1,;", "PTX line 8: expected an operand, found \";\"."},
      {"mov.u32 %r1, {%r2, %r3;",
       "PTX line 8: expected \"}\" after an element of the vector, found \";\"."},
      {"mov.u32 %r1, %r2.x;", "PTX line 8: the register \"%r2\" has no part \"x\"."},
      {"mov.u32 %r1|3, %r2;", "PTX line 8: expected a register after \"|\", found \"3\"."},
      {"ld.global.u32 %r1, [%rd1+%r2];", "PTX line 8: expected a constant, found \"%r2\"."},
      {"ld.global.u32 %r1, [%rd1;", "PTX line 8: expected \"]\" after the address, found \";\"."},
      {"ld.global.u32 %r1, [];", "PTX line 8: expected an address, found \"]\"."},
      {"ld.global.u32 %r1, [%tid.x];",
       "PTX line 8: an address needs a register, a variable or a number."},
      {"selp.u32 %r1, 1, 0, !count;", "PTX line 8: \"!\" needs a predicate register."},
      {"%r1 = 3;", "PTX line 8: expected an instruction, found \"%r1\"."},
      {"3;", "PTX line 8: expected an instruction, found \"3\"."},
      {"@ret;", "PTX line 8: expected a predicate register after \"@\", found \"ret\"."},
      {"@%r1 ret;", "PTX line 8: expected a predicate register after \"@\", found \"%r1\"."},
      {"@!;", "PTX line 8: expected a predicate after \"@\", found \";\"."},
      {"\nbra nowhere;", "PTX line 9: there is no label named \"nowhere\" in this function."},
      {"{ inside: ret; } bra inside;",
       "PTX line 8: there is no label named \"inside\" in this function."},
      {"bra %r1;", "PTX line 8: there is no label named \"%r1\" in this function."},
      {"bra;", "PTX line 8: expected a label, found \";\"."},
      {"a: ret;\na: ret;", "PTX line 9: the label \"a\" is declared twice in one scope."},
      {"brx.idx %r1, nothing;",
       "PTX line 8: there is no list of .branchtargets named \"nothing\" in this function."},
      {"a: ret; brx.idx %r1, a;",
       "PTX line 8: there is no list of .branchtargets named \"a\" in this function."},
      {"t: .branchtargets gone;\nbrx.idx %r1, t;",
       "PTX line 9: there is no label named \"gone\" in this function, which the branch targets "
       "\"t\" list."},
      {"brx.idx %r1;", "PTX line 8: expected \",\" after the index of the branch, found \";\"."},
      {"call 3;", "PTX line 8: expected the function to call, found \"3\"."},
      {"call count;", "PTX line 8: \"count\" cannot be called: expected a function or a register."},
      {"call (%r1) k;", "PTX line 8: expected \",\" after the results of the call, found \"k\"."},
      {"call %rd1, (%r1), gone;",
       "PTX line 8: there is no .callprototype named \"gone\" in this function."},
      {".reg .b32 %r1;", "PTX line 8: \"%r1\" is declared twice in one scope."},
      {".reg .b32 %x<99999999>;", "PTX line 8: the module declares too many registers."},
      {".reg .b32 %x<many>;", "PTX line 8: expected a number of registers, found \"many\"."},
      {".reg %x;", "PTX line 8: expected a type such as \".b32\", found \"%x\"."},
      {".shared .u32 x; .shared .u32 x;", "PTX line 8: \"x\" is declared twice in one scope."},
      {".loc 1 2", "PTX line 9: expected a file, line and column number in \".loc\", found \"}\"."},
      {".loc 1 2 3, from 4 5 6",
       "PTX line 8: expected \"function_name\" or \"inlined_at\" in \".loc\", found \"from\"."},
      {".version 9.0",
       "PTX line 8: expected a declaration, a label or an instruction, found \".version\"."},
      {".pragma \"used_bytes_mask many\";",
       "PTX line 8: the pragma \"used_bytes_mask many\" has no 32-bit mask."},
      {"{ ret;", "PTX line 10: the function \"k\" has no closing \"}\"."},
      {"mov.u32 %r1, \"text\";", "PTX line 8: expected an operand, found the string \"text\"."},
      {"mov.u32 %r1, #;", "PTX line 8: expected an operand, found \"#\"."},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(error_of(with_kernel(c.text)) == c.error);
  }
}

TEST_CASE("long and unprintable text is cut and cleaned in a message") {
  const std::string error = error_of(with_kernel("mov.u32 %r1, " + std::string(500, 'x') + ";"));
  CHECK(error.size() < 200);
  CHECK(error.find("xxx...\"") != std::string::npos);
}

TEST_CASE("nesting without end is an error, not the end of the program") {
  const size_t deep = 100'000;
  CHECK(error_of(with_kernel("mov.u32 %r1, " + repeated("(", deep))) ==
        "PTX line 8: the constant expression is nested too deeply.");
  CHECK(error_of(with_kernel("mov.u32 %r1, " + repeated("-", deep))) ==
        "PTX line 8: the constant expression is nested too deeply.");
  CHECK(error_of(with_kernel("mov.u32 %r1, " + repeated("{", deep))) ==
        "PTX line 8: the operand is nested too deeply.");
  CHECK(error_of(with_kernel("mov.u32 %r1, " + repeated("[%rd1, ", deep))) ==
        "PTX line 8: the operand is nested too deeply.");
  CHECK(error_of(with_kernel(repeated("{", deep))) ==
        "PTX line 8: the scopes are nested too deeply.");
  CHECK(error_of(with_header(".global .u32 x[1] = " + repeated("{", deep))) ==
        "PTX line 4: the values of \"x\" are nested deeper than its dimensions.");
}

TEST_CASE("a text cut off anywhere is accepted or is an error") {
  for (const char* file : {"call_struct.ptx", "initial_values.ptx", "inline_assembly.ptx"}) {
    const std::string text = text_of(file);
    for (size_t length = 0; length < text.size(); length += 3) {
      const auto module = parse(std::string_view(text).substr(0, length));
      if (!module) CHECK(module.error().starts_with("PTX line "));
    }
  }
}

TEST_CASE("a text with any one character replaced is accepted or is an error") {
  const std::string text = text_of("print.ptx");
  for (const char replacement : {'\0', '{', ';', '"', '.', '0'}) {
    for (size_t i = 0; i < text.size(); ++i) {
      std::string changed = text;
      changed[i] = replacement;
      const auto module = parse(changed);
      if (!module) CHECK(module.error().starts_with("PTX line "));
    }
  }
}
