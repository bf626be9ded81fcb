#pragma once
// Questions, the list of keys and the history of runs, over everything else.
#include "draw/ui.hpp"
#include "lab/lab.hpp"
#include "results/history_view.hpp"
#include "shell/program_dialog.hpp"

namespace warplab::app {

struct DialogsState {
  bool ask_reset = false;  // open the question at the next frame
  bool show_shortcuts = false;
  bool show_history = false;
  HistoryState history;
  ProgramDialogState program;
};

void draw_dialogs(Ui& ui, DialogsState& state, Lab& lab);

}  // namespace warplab::app
