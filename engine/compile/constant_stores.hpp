#pragma once
#include <vector>

#include "compile/compile.hpp"

namespace warplab::compile {

// The lines at which the compiler warns that constant memory is written, ascending, each once.
std::vector<int> constant_store_lines(const std::vector<Diagnostic>& diagnostics);

}  // namespace warplab::compile
