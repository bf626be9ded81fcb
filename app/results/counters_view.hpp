#pragma once
// What each line of the kernel cost in memory, worst first, and the totals.
#include "draw/ui.hpp"
#include "lab/lab.hpp"

namespace warplab::app {

struct CountersState {
  bool is_open = false;   // below the accesses
  bool show_all = false;  // every counter by name, below the lines
};

void draw_counters(Ui& ui, CountersState& state, const Lab& lab);

}  // namespace warplab::app
