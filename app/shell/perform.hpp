#pragma once
// What becomes of what the views ask for.
#include "shell/lab_window.hpp"

namespace warplab::app {

void perform(Ui& ui, LabWindowState& state, Lab& lab, const Action& action);

}  // namespace warplab::app
