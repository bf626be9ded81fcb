#pragma once
// Where kernels lie under the roofs of a GPU: across, the instructions for each byte that has to be
// moved; upwards, how many of them a second were carried out. Source: Williams, Waterman,
// Patterson, "Roofline: an insightful visual performance model", 2009; with instructions, Ding and
// Williams, "An instruction roofline model for GPUs", 2019.
#include "draw/ui.hpp"
#include "time/timing_chart.hpp"

namespace warplab::app {

// Nothing is drawn without points. `faded`: of a question before.
void draw_roofline(Ui& ui, const Roofline& roofline, bool faded = false);

}  // namespace warplab::app
