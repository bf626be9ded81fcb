#pragma once
// The pane of the tabs: their names, a menu of those that do not fit, and the tab that is shown.
#include "shell/lab_window.hpp"

namespace warplab::app {

// `folds`: the pane can be folded away.
void draw_tabs(Ui& ui, LabWindowState& state, Lab& lab, bool folds);

}  // namespace warplab::app
