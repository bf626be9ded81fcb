#pragma once
// Functions that return the address of one of their variables, of which the compiler warns.
#include <vector>

#include "compile/compile.hpp"

namespace warplab::compile {

// The line of the first such warning; 0: there is none.
int line_of_returned_address(const std::vector<Diagnostic>& diagnostics);

}  // namespace warplab::compile
