#pragma once
// What is between the panes: bars that can be drawn along, and strips where a column is folded
// away.
#include "common/settings.hpp"
#include "draw/pane_places.hpp"
#include "draw/ui.hpp"
#include "time/gpus_asked.hpp"

namespace warplab::app {

// Drawing along a bar changes the layout.
void draw_bars(Ui& ui, Layout& layout, const PanePlaces& places);

// Where a column is folded away: a press anywhere on the strip brings it back.
void draw_strip(Ui& ui, const Rect& strip, Fold which);

}  // namespace warplab::app
