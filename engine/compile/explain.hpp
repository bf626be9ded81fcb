#pragma once
// A compiler's messages in a student's terms.
#include <string>
#include <vector>

#include "compile/compile.hpp"
#include "compile/header_set.hpp"

namespace warplab::compile {

// What was compiled when the messages came.
struct Compilation {
  const Source& source;
  const std::string& ptx;  // as far as it was made; may be empty
  const HeaderSet& headers;
};

// The most messages that anybody reads; more become one note that says how many more.
inline constexpr size_t kMaxDiagnostics = 100;

// Puts messages of parse_log() at lines of the student's file (what is wrong inside a header, at
// the #include that brought it; what ptxas says of a line of PTX, at the line it was made from),
// drops what only concerns headers, leaves out talk of options that nobody can give here, and adds
// a hint where a beginner needs one.
std::vector<Diagnostic> explain(const std::vector<Diagnostic>& log, const Compilation& of);

}  // namespace warplab::compile
