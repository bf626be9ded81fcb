#pragma once
// Where a kernel lies under the roof of the memory: across, the instructions for each byte that has
// to be moved; upwards, how many of them a second were carried out. Source: Williams, Waterman,
// Patterson, "Roofline: an insightful visual performance model", 2009.
#include <optional>

#include "model/timing_chart.hpp"
#include "views/ui.hpp"

namespace warplab::app {

// `bandwidth` in bytes a second: the roof. `last`: the attempt before.
void draw_roofline(Ui& ui, double bandwidth, const RooflinePoint& now,
                   const std::optional<RooflinePoint>& last);

}  // namespace warplab::app
