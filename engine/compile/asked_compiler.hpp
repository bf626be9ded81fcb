#pragma once
// A file may ask which compiler reads it: `#ifdef __CUDACC_RTC__`. Around code of the host that is
// nobody's business. Where it decides what the kernel does, what was graded is not what others get
// who compile the same file, so it is asked what they would get.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplab::compile {

struct AskedCompiler {
  size_t offset = 0;  // of the first question in the source
  std::string name;
  // The source as compilers would read it for whom no such name is defined, and for whom all are.
  // Places stay as they are, but for lines that come before the first.
  std::vector<std::string> otherwise;
};

// Nothing where it does not ask.
std::optional<AskedCompiler> asked_compiler(std::string_view source);

// Without comments and what says where in the source an instruction comes from.
std::string instructions_alone(std::string_view ptx);

// The error, one sentence.
std::string message_of(const AskedCompiler& asked);

}  // namespace warplab::compile
