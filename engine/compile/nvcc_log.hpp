#pragma once
// What nvcc says of a file with host code: the same front end as NVRTC's, so the same messages.
#include <string>
#include <vector>

#include "compile/compile.hpp"

namespace warplab::compile {

// The messages about `source`, in a student's terms. `folder`: in front of the file's name in the
// log, with a slash at its end.
std::vector<Diagnostic> explain_nvcc(std::string log, const Source& source,
                                     const std::string& folder);

}  // namespace warplab::compile
