#pragma once
// The row in which the colours of a picture and their range are chosen.
#include "results/output_view.hpp"

namespace warplab::app {

// `map`: null for a line, which has no colours of values.
void draw_colors(Ui& ui, OutputState& state, const ColorMap* map);

}  // namespace warplab::app
