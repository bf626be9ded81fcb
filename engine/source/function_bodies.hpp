#pragma once
// Where the functions and lambdas of a kernel file begin and end, and where threads may leave them
// early. Found by their form, in the tokens of the file.
#include <cstddef>
#include <string_view>
#include <vector>

namespace warplab::source {

// Bytes from the beginning of the source, half open: [begin, end), from brace to brace.
struct FunctionBody {
  size_t begin = 0, end = 0;
  // Its own `return`s (not those of a lambda in it), `exit` by assembly, and uses of macros that
  // may hide either.
  std::vector<size_t> returns;
  bool may_exit = false;  // one of these may end the thread, whoever has called
  bool has_goto = false;
};

// Outer ones first.
std::vector<FunctionBody> function_bodies(std::string_view source);

}  // namespace warplab::source
