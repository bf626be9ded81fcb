#pragma once
// A whole program without an exercise: its file, what it prints, and what is found in it.
#include <memory>
#include <string>

#include "draw/ui.hpp"
#include "results/program_runs.hpp"

namespace warplab::app {

struct ProgramDialogState {
  bool open = false;  // at the next frame
  bool run = false;   // likewise, what is in `file`
  std::string file;
  std::unique_ptr<ProgramRuns> runs;  // since something was run
  std::filesystem::path grader = grader_beside();
};

void draw_program_dialog(Ui& ui, ProgramDialogState& state);

}  // namespace warplab::app
