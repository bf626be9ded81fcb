#pragma once
// A compiler's messages in a student's terms.
#include <vector>

#include "compile/messages/table.hpp"

namespace warplab::compile {

// The most messages that anybody reads; more become one note that says how many more.
inline constexpr size_t kMaxDiagnostics = 100;

// Puts messages of parse_log() at lines of the student's file (what is wrong inside a header, at
// the #include that brought it; what ptxas says of a line of PTX, at the line it was made from),
// drops what only concerns headers or follows from another message, and says the rest as the table
// of messages does.
std::vector<Diagnostic> explain(const std::vector<Diagnostic>& log, const Compilation& of,
                                UsedRows* used = nullptr);

// A lambda in a kernel is device code, and nvcc takes it so. NVRTC says of one with `auto`
// parameters that it is of the host, unless all is device code that does not say what it is.
bool complains_of_lambdas_alone(const std::vector<Diagnostic>& log, std::string_view file,
                                std::string_view text);

}  // namespace warplab::compile
