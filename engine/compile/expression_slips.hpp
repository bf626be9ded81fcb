#pragma once
// Expressions that compile and mean something else than they look like, of which NVRTC says
// nothing: `0 <= y < rows`, `10^-1`, `sum =+ x`, `y * 0,1`. Other compilers warn of some of them
// (-Wparentheses, -Wxor-used-as-pow).
#include <string_view>
#include <vector>

#include "compile/statement_slips.hpp"
#include "source/declarations.hpp"

namespace warplab::compile {

using source::Tokens;

// In the order of the source, whose tokens are `t`.
std::vector<StatementSlip> expression_slips(const Tokens& t, std::string_view source);

}  // namespace warplab::compile
