#pragma once
// Whole programs without an exercise: a file is run by `grader run`, as from a shell, in a process
// of its own.
#include <filesystem>
#include <string>

#include "common/answering_thread.hpp"

namespace warplab::app {

struct ProgramQuestion {
  std::filesystem::path file;
};
struct ProgramAnswer {
  std::filesystem::path file;
  std::string output;  // the program's own, as far as it has come
  std::string report;  // once it has ended
  bool has_ended = false;
};
using ProgramRuns = AnsweringThread<ProgramQuestion, ProgramAnswer>;

// `grader`: the program; tests put another in its place. A new question ends the program before.
ProgramRuns::Machine* make_program_machine(std::filesystem::path grader);
// Beside the window's own program.
std::filesystem::path grader_beside();

}  // namespace warplab::app
