#pragma once
// Every gate of the last run as a row: what, yours, ideal, limit, status, and where the number
// comes from.
#include "model/lab.hpp"
#include "views/ui.hpp"

namespace warplab::app {

void draw_results(Ui& ui, const Lab& lab);

}  // namespace warplab::app
