#include <doctest/doctest.h>

#include "ptx/source_lines.hpp"
#include "ptx_text.hpp"

using namespace warplab::ptx;
using namespace warplab::ptx::testing;

namespace {

struct Lines {
  Module module;
  const Function* function = nullptr;

  explicit Lines(std::string_view text, std::string_view name = "k") : module(module_of(text)) {
    function = &function_named(module, name);
  }
  int of(size_t instruction, std::string_view file = "kernel.cu") const {
    return source_line(module, *function, instruction, file);
  }
  // Of the instruction number `nth` with this spelling.
  int of(std::string_view spelling, int nth = 0) const {
    for (size_t i = 0; i < function->body.size(); ++i)
      if (function->body[i].spelling() == spelling && nth-- == 0) return of(i);
    FAIL("no such instruction: " << spelling);
    return -1;
  }
};

std::string with_files(std::string_view statements) {
  return with_kernel(statements) +
         ".file 1 \"/home/student/kernel.cu\"\n.file 2 \"include/math.hpp\"\n";
}

}  // namespace

TEST_CASE("an instruction has the line of the .loc before it") {
  const Lines lines(text_of("vector_add.ptx"), "vector_add");
  CHECK(lines.of("mov.u32") == 2);
  CHECK(lines.of("setp.ge.s32") == 3);
  CHECK(lines.of("ld.global.f32") == 4);
  CHECK(lines.of("st.global.f32") == 4);
  CHECK(lines.of("ret") == 5);
}

TEST_CASE("code of a function in the student's file keeps the line inside that function") {
  const Lines lines(text_of("inlined_twice.ptx"), "inlined_twice");
  CHECK(lines.of("mul.f32", 0) == 2);
  CHECK(lines.of("fma.rn.f32", 0) == 6);
  CHECK(lines.of("sqrt.rn.f32", 0) == 7);
  CHECK(lines.of("st.global.f32", 0) == 11);
  CHECK(lines.of("mul.f32", 1) == 2);
  CHECK(lines.of("st.global.f32", 1) == 12);
}

TEST_CASE("a function inlined twice has two chains of call sites") {
  const Lines lines(text_of("inlined_twice.ptx"), "inlined_twice");
  const Function& function = *lines.function;
  std::vector<int> outermost;
  for (const Instruction& instruction : function.body) {
    if (instruction.spelling() != "mul.f32") continue;
    int location = instruction.location;
    while (function.locations[static_cast<size_t>(location)].inlined_at >= 0)
      location = function.locations[static_cast<size_t>(location)].inlined_at;
    outermost.push_back(function.locations[static_cast<size_t>(location)].line);
  }
  CHECK(outermost == std::vector<int>{11, 12});
}

TEST_CASE("code of another file has the line that called it") {
  const Lines lines(text_of("inlined_from_header.ptx"), "halve");
  CHECK(lines.of("cvt.rn.f16.f32", 0) == 4);
  CHECK(lines.of("cvt.rn.f16.f32", 1) == 5);
  CHECK(lines.of("mul.f16") == 4);
  const auto convert = lines.function->body[9].location;
  CHECK(lines.function->locations.at(static_cast<size_t>(convert)).file == 2);
}

TEST_CASE("a line of zero is the line before") {
  const Lines lines(
      with_files(".loc 1 4 3\nmov.u32 %r1, 1;\n.loc 1 0 3\nmov.u32 %r1, 2;\nmov.u32 %r1, 3;\n"
                 ".loc 1 6 1\nret;"));
  CHECK(lines.of(0) == 4);
  CHECK(lines.of(1) == 4);
  CHECK(lines.of(2) == 4);
  CHECK(lines.of(3) == 6);
}

TEST_CASE("a line of zero in another file is the line that called it") {
  const Lines lines(with_files(
      ".loc 1 4 3\nmov.u32 %r1, 1;\n.loc 1 7 2\n.loc 2 0 3, function_name $f, inlined_at 1 7 2\n"
      "mov.u32 %r1, 2;"));
  CHECK(lines.of(1) == 7);
}

TEST_CASE("a line of zero with nothing before it is no line") {
  const Lines lines(with_files(".loc 1 0 3\nmov.u32 %r1, 1;\n.loc 1 3 3\nret;"));
  CHECK(lines.of(0) == 0);
  CHECK(lines.of(1) == 3);
}

TEST_CASE("code before the first .loc has no line") {
  const Lines lines(with_files("mov.u32 %r1, 1;\n.loc 1 3 3\nret;"));
  CHECK(lines.of(0) == 0);
  CHECK(lines.function->body[0].location == -1);
}

TEST_CASE("code of another file that nothing of the student's called has no line") {
  const Lines lines(with_files(".loc 2 55 3\nmov.u32 %r1, 1;"));
  CHECK(lines.of(0) == 0);
  CHECK(lines.of(0, "math.hpp") == 55);
}

TEST_CASE("files are compared by their last component") {
  const Lines lines(with_files(".loc 1 4 3\nret;"));
  CHECK(lines.of(0, "kernel.cu") == 4);
  CHECK(lines.of(0, "elsewhere/kernel.cu") == 4);
  CHECK(lines.of(0, "other_kernel.cu") == 0);
  CHECK(lines.of(0, "") == 0);
}

TEST_CASE("a call site that no .loc announced is taken as it stands") {
  const Lines lines(with_files(".loc 2 8 1, function_name $f+4, inlined_at 1 12 9\nret;"));
  CHECK(lines.of(0) == 12);
  CHECK(lines.function->locations.size() == 2);
}

TEST_CASE("the latest location at a call site is the call site") {
  const Lines lines(
      with_files(".loc 2 5 1, inlined_at 1 10 1\n.loc 2 9 9, inlined_at 2 5 1\nmov.u32 %r1, 1;\n"
                 ".loc 2 5 1, inlined_at 1 20 1\n.loc 2 9 9, inlined_at 2 5 1\nret;"));
  CHECK(lines.of(0) == 10);
  CHECK(lines.of(1) == 20);
}

TEST_CASE("equal locations are one") {
  CHECK(kernel_of(".loc 1 4 3\n.loc 1 5 3\n.loc 1 4 3\nret;").locations.size() == 2);
}

TEST_CASE("a cycle of call sites made by hand ends") {
  Module module;
  module.files[1] = "other.cu";
  Function function;
  function.locations = {{1, 3, 1, 1}, {1, 4, 1, 0}};
  function.body.resize(1);
  function.body[0].location = 0;
  CHECK(source_line(module, function, 0, "kernel.cu") == 0);
  CHECK(source_line(module, function, 9, "kernel.cu") == 0);
}

TEST_CASE("a line that the file does not have is no line, one of another file is not looked at") {
  Module module = module_of(with_header(
      ".file 1 \"kernel.cu\"\n.file 2 \"other.h\"\n.entry k() {\n.loc 1 10 1\nbar.sync 0;\n"
      ".loc 1 11 1\nbar.sync 1;\n.loc 1 2147483648 1\nbar.sync 2;\n"
      ".loc 2 4000 1, inlined_at 1 9 1\nret;\n}\n"));
  const Function& k = *module.find_function("k");
  CHECK(source_line(module, k, 1, "kernel.cu") == 11);
  forget_lines_beyond(module, "kernel.cu", 10);
  CHECK(source_line(module, k, 0, "kernel.cu") == 10);
  CHECK(source_line(module, k, 1, "kernel.cu") == 10);
  CHECK(source_line(module, k, 2, "kernel.cu") == 10);
  CHECK(source_line(module, k, 3, "kernel.cu") == 9);
  CHECK(source_line(module, k, 3, "other.h") == 4000);
}

TEST_CASE("a condition that is loaded behind a barrier, in no line, has that of its comparison") {
  const std::string barrier = R"(
  .reg .pred %p; .reg .b32 %x; .reg .b64 %a;
  .loc 1 9 5
  bar.sync 0;
  .loc 1 0 0
  ld.shared.u32 %x, [%a];
  .loc 1 10 5
  add.s32 %x, %x, 0;
  .loc 1 11 5
)";
  const Lines compared(with_files(barrier + "setp.gt.s32 %p, %x, 0; ret;"));
  CHECK(compared.of("ld.shared.u32") == 11);
  CHECK(compared.of("bar.sync") == 9);
  const Lines unused(with_files(barrier + "ret;"));
  CHECK(unused.of("ld.shared.u32") == 9);
}
