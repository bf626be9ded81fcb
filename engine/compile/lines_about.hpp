#pragma once
#include <vector>

#include "compile/compile.hpp"

namespace warplab::compile {

// The lines of the source that the compiler warns about, ascending, each once.
std::vector<int> lines_about(const std::vector<Diagnostic>& diagnostics, Diagnostic::About about);

}  // namespace warplab::compile
