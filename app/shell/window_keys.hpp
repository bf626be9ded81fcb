#pragma once
// Keys that work everywhere in the window, those of the tab that is shown, and dropped files.
#include "shell/lab_window.hpp"

namespace warplab::app {

// Takes what it knows out of `ui.input`; nothing while a menu or a dialog is open.
void apply_global_keys(Ui& ui, LabWindowState& state, Lab& lab);

// Keys of the tab that is shown, where neither the text nor a field has the keyboard.
void apply_tab_keys(Ui& ui, LabWindowState& state, const Lab& lab);

// Hands them to the tab that is shown, or says where a file can be dropped.
void take_dropped_files(Ui& ui, LabWindowState& state, Lab& lab);

}  // namespace warplab::app
