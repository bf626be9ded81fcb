#pragma once
// The report of a whole program, for people and for programs.
#include <filesystem>
#include <string>

#include "runtime/program_report.hpp"

namespace warplab::grader {

// Whether it is something to mend, and not only something to know.
bool is_fault(const runtime::ProgramFinding& finding);

// Places are shown as seen from `folder`. `quiet`: findings alone, nothing where there are none.
std::string program_text(const runtime::ProgramReport& report, const std::filesystem::path& folder,
                         bool quiet);
std::string program_json(const runtime::ProgramReport& report, const std::filesystem::path& folder);

}  // namespace warplab::grader
