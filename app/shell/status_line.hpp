#pragma once
// The line at the bottom: where the picture comes from, which file is edited, where the caret is.
#include "draw/ui.hpp"
#include "lab/lab.hpp"

namespace warplab::app {

inline constexpr float kStatusLineHeight = 26;

void draw_status_line(Ui& ui, const Lab& lab);

}  // namespace warplab::app
