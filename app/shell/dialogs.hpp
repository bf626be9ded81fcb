#pragma once
// Questions and the list of keys, over everything else.
#include "draw/ui.hpp"
#include "lab/lab.hpp"

namespace warplab::app {

struct DialogsState {
  bool ask_reset = false;  // open the question at the next frame
  bool show_shortcuts = false;
};

void draw_dialogs(Ui& ui, DialogsState& state, const Lab& lab);

}  // namespace warplab::app
