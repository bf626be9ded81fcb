#pragma once
// What is in memory at a position of the walk, in the tab Steps.
#include "draw/ui.hpp"
#include "steps/steps.hpp"

namespace warplab::app {

// Arrays in shared memory and the buffers in global memory, as rows of cells. A shared array of
// many words is a grid of them, 32 in a row as there are banks.
void draw_memory(Ui& ui, const StepsAnswer& answer);

}  // namespace warplab::app
