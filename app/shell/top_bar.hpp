#pragma once
// The bar at the top: run and cancel, the device, and the verdict as one sentence.
#include "draw/ui.hpp"
#include "lab/lab.hpp"

namespace warplab::app {

inline constexpr float kTopBarHeight = 52;

void draw_top_bar(Ui& ui, Lab& lab);

}  // namespace warplab::app
