#pragma once
// Where the `if`s, loops and switches of a kernel file begin and end. PTX does not tell a barrier
// inside of an `if` from one behind an early `return`: both are jumps to the end. The source does.
// Statements are found by their form, in the tokens of the file; macros are not expanded.
#include <string_view>
#include <vector>

namespace warplab::source {

// Bytes from the beginning of the source, half open: [begin, end).
struct ControlStatement {
  size_t begin = 0, end = 0;            // from its keyword; of an `if`, with all of its `else`
  size_t head_begin = 0, head_end = 0;  // the keyword and its condition, in a `do` at its end
  bool is_loop = false;
  bool returns = false;  // `return` is in it, or `exit` by assembly
  bool jumps = false;    // `break`, `continue` or `goto` is
};

// Outer ones first. None where the nesting is deeper than any that a person writes.
std::vector<ControlStatement> control_statements(std::string_view source);

}  // namespace warplab::source
