#pragma once
// Every check of the exercise as a row: whether it passes, its number and its limit. What it asks
// for is under the mouse, and a press leads to the line that decides it.
#include "draw/ui.hpp"
#include "lab/lab.hpp"

namespace warplab::app {

void draw_gate_rows(Ui& ui, const Work& work);

}  // namespace warplab::app
