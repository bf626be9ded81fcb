#pragma once
// Statements that compile and that hardly anybody means, of which NVRTC says nothing: `if (i = n)`
// and `if (i < n);`. Found by their form, in the tokens of the file; macros are not expanded.
#include <string>
#include <string_view>
#include <vector>

namespace warplab::compile {

struct StatementSlip {
  size_t offset = 0;    // in the source, of what the sentence is about
  std::string message;  // one sentence
};

// In the order of the source, with those of expressions (expression_slips.hpp). An assignment in
// brackets of its own, `if ((i = n))`, is meant, and so is one whose value comes from a call; a
// loop without a body is one that waits, unless a block in { } follows.
std::vector<StatementSlip> statement_slips(std::string_view source);

}  // namespace warplab::compile
