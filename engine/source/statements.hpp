#pragma once
// Statements and functions of a kernel file, as those ask for them who know its PTX alone. Found by
// their form, in the tokens of the file; macros are not expanded. All places are bytes from the
// beginning of the source, and ranges half open: [begin, end).
#include <cstddef>
#include <string_view>
#include <vector>

namespace warplab::source {

// An `if`, a loop or a switch. PTX does not tell a barrier inside of an `if` from one behind an
// early `return`: both are jumps to the end. The source does.
struct ControlStatement {
  size_t begin = 0, end = 0;            // from its keyword; of an `if`, with all of its `else`
  size_t head_begin = 0, head_end = 0;  // the keyword and its condition, in a `do` at its end
  bool is_loop = false;
  bool returns = false;  // `return` is in it, or `exit` by assembly
  bool jumps = false;    // `break`, `continue` or `goto` is
};

// Outer ones first. None where the nesting is deeper than any that a person writes.
std::vector<ControlStatement> control_statements(std::string_view source);

// Of a function or a lambda, from brace to brace, and where threads may leave it early.
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
