#pragma once
// Which lines of the source PTX was made from: its .loc directives (PTX ISA 9.0, section 11.5.3).
#include <string_view>

namespace warplab::compile {

// Of a line of the PTX, from 1: the line of the last .loc before it. 0: there is none.
int source_line_of_ptx(std::string_view ptx, int ptx_line);

// Where a kernel begins: the line of the first .loc after its .entry. 0: there is none.
int source_line_of_kernel(std::string_view ptx, std::string_view kernel);

}  // namespace warplab::compile
