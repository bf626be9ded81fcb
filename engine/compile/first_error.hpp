#pragma once
#include <string>
#include <vector>

#include "compile/compile.hpp"

namespace warplab::compile {

// The first error, as a sentence: "Line 12: identifier "n" is undefined (and 2 more errors).";
// `line` becomes its line, 0: it has none. Empty: there is no error.
std::string first_error(const std::vector<Diagnostic>& diagnostics, int& line);

// Of what did not compile. The compiler's log is no sentence: it quotes lines of the source, which
// not everybody may read, and goes over many lines.
std::string why_not_compiled(const Compiled& compiled);

}  // namespace warplab::compile
