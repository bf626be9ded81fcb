#pragma once
// Findings that a line of the program's own says to leave out: "// warplab: ignore" or, of some
// kinds alone, "// warplab: ignore race out_of_bounds".
#include <cstddef>

#include "runtime/program_report.hpp"

namespace warplab::runtime {

// Takes them away; how many they were.
size_t remove_ignored(ProgramReport& report);

}  // namespace warplab::runtime
