#pragma once
// One access of a warp as a picture: lanes over the sectors that they touch, or over the banks of
// shared memory; who meets whom in an atomic; and what a line costs over time.
#include <optional>

#include "draw/ui.hpp"
#include "memory/lens_page.hpp"

namespace warplab::app {

// Over the width of the window. Returns the lane that was chosen, by the mouse or by the left and
// right arrows.
std::optional<int> draw_lens_picture(Ui& ui, const LensView& view, int lane);

// The accesses of the line in the order in which they were made. Returns the one that was chosen,
// a place in the log: by the mouse, or by left and right.
std::optional<size_t> draw_lens_strip(Ui& ui, const LensView& view);

}  // namespace warplab::app
