#pragma once
#include <string_view>
#include <vector>

#include "ptx/module.hpp"

namespace warplab::ptx {

// #line, and .loc in inline assembly, may say lines that a file does not have. Places of
// `file_name` (compared as in source_line()) beyond its `lines` become line 0, which takes the
// line of the instruction before.
void forget_lines_beyond(Module& module, std::string_view file_name, int lines);

// All places in `file_name` along the inline chain of an instruction, the innermost first.
std::vector<SourcePlace> source_places(const Module& module, const Function& function,
                                       size_t instruction, std::string_view file_name);

}  // namespace warplab::ptx
