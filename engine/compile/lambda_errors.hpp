#pragma once
#include <string_view>
#include <vector>

#include "compile/compile.hpp"

namespace warplab::compile {

// A lambda in a kernel is device code, and nvcc takes it so. NVRTC says of one with `auto`
// parameters that it is of the host, unless all is device code that does not say what it is.
bool complains_of_lambdas_alone(const std::vector<Diagnostic>& messages, std::string_view file,
                                std::string_view text);

}  // namespace warplab::compile
