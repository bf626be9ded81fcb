#pragma once
// What is wrong with a file, place by place, for whoever shows it beside the file: editors, and
// services that check code. One list for all of them, and the two forms that they read.
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "runtime/program_report.hpp"
#include "verdict/result/result.hpp"

namespace warplab::grader {

struct Problem {
  enum class Severity : uint8_t { error, warning, note };
  std::filesystem::path file;
  int line = 0;        // from 1; 0: the whole file
  int column = 0;      // from 1; 0: the line
  int other_line = 0;  // of the same file: the other side of a race; 0: none
  Severity severity = Severity::error;
  std::string rule;     // "race", "coalesced loads", "compiler"
  std::string message;  // one line, safe to show
};

// Errors are what the exercise fails for, warnings the compiler's, notes what fails nothing. A gate
// that only names another gate's fault is left out. `source` gives columns of lines.
std::vector<Problem> problems_of(const verdict::ExerciseResult& result, const std::string& source,
                                 const std::filesystem::path& file);
// Of a whole program; findings without a place are left out, as nothing can show them.
std::vector<Problem> problems_of(const runtime::ProgramReport& report);

// "sums.cu:12:5: error: ... [coalesced loads]": a line each, in the order of files and lines.
// Files are named as seen from `folder`.
std::string gcc_text(std::vector<Problem> problems, const std::filesystem::path& folder);
// SARIF 2.1.0 (OASIS, 2020). Files in `folder` have names relative to it, as code scanning wants.
std::string sarif_text(std::vector<Problem> problems, const std::filesystem::path& folder);

}  // namespace warplab::grader
