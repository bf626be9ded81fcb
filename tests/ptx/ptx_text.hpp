#pragma once
// PTX for tests: from tests/ptx/data, or a few lines with the rest of a module around them.
#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "ptx/parser.hpp"

namespace warplab::ptx::testing {

inline std::string text_of(std::string_view file) {
  std::ifstream stream(WARPLAB_SOURCE_DIR "/tests/ptx/data/" + std::string(file));
  REQUIRE_MESSAGE(stream.good(), file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// The module that `text` stands for; the test fails when it has an error.
inline Module module_of(std::string_view text) {
  auto module = parse(text);
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  return *module;
}

inline Module module_in(std::string_view file) { return module_of(text_of(file)); }

// A module with these directives, the first on PTX line 4.
inline std::string with_header(std::string_view directives) {
  return ".version 9.0\n.target sm_90\n.address_size 64\n" + std::string(directives);
}

// A module whose only kernel is `k` with these statements, the first on PTX line 8.
inline std::string with_kernel(std::string_view statements) {
  return with_header(
             ".entry k(.param .u64 address, .param .u32 count) {\n"
             ".reg .pred %p<4>; .reg .b16 %rs<4>; .reg .b32 %r<10>;\n"
             ".reg .b64 %rd<10>; .reg .f32 %f<10>; .reg .f64 %fd<4>;\n\n") +
         std::string(statements) + "\n}\n";
}

inline Function kernel_of(std::string_view statements) {
  return module_of(with_kernel(statements)).functions.at(0);
}

// The only instruction among `statements`; the kernel ends in the `ret` that the parser adds.
inline Instruction instruction_of(std::string_view statements) {
  const Function function = kernel_of(statements);
  REQUIRE(function.body.size() == 2);
  return function.body[0];
}

// The message for a text that has an error; the test fails when it has none.
inline std::string error_of(std::string_view text) {
  const auto module = parse(text);
  REQUIRE_MESSAGE(!module, "parsed without an error");
  return module.error();
}

// The first instruction of `function` that is written like this.
inline const Instruction& written(const Function& function, std::string_view spelling) {
  for (const Instruction& instruction : function.body)
    if (instruction.spelling() == spelling) return instruction;
  FAIL("no instruction is written " << spelling);
  return function.body.front();
}

inline const Function& function_named(const Module& module, std::string_view name) {
  const Function* const function = module.find_function(name);
  REQUIRE_MESSAGE(function, name);
  return *function;
}

}  // namespace warplab::ptx::testing
