#pragma once
#include <string_view>

#include "base/result.hpp"
#include "ptx/module.hpp"

namespace warplab::ptx {

// Parses PTX text as NVRTC emits it (and inline assembly with scoped registers). The error names
// the PTX line, the offending text and what was expected. Never crashes on any input.
Result<Module> parse(std::string_view text);

}  // namespace warplab::ptx
