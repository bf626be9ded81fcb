#pragma once
// What a modelled time is spent on: a bar for each part of a GPU, as long as that part is busy.
#include "draw/ui.hpp"
#include "time/modelled_chart.hpp"

namespace warplab::app {

// All bars have one scale, up to the whole time. `faded`: of a question before.
void draw_parts(Ui& ui, const model::LaunchModel& model, bool faded);

// How many blocks a multiprocessor holds at a time, and what it has no room for.
void draw_occupancy(Ui& ui, const model::Occupancy& occupancy, bool faded);

}  // namespace warplab::app
