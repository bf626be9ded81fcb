#pragma once
// Draws a chart: its values are read under the mouse or by the arrow keys, and stand in a table as
// well. hand_chart.hpp draws one that is drawn by hand.
#include <string>

#include "draw/chart.hpp"
#include "draw/ui.hpp"

namespace warplab::app {

struct ChartState {
  int place = -1;  // index into places_of() that is read; -1: none was chosen
  int series = 0;  // index into Chart::series
  bool as_table = false;
  bool pen_is_down = false;
  ChartPoint pen;  // where it was in the frame before, as parts of the axes
};

// Over the width of the current window, the plot itself `height` pixels high; `name` tells the
// charts of a window apart. Faded: an answer that is being replaced.
void draw_chart(Ui& ui, ChartState& state, const Chart& chart, const std::string& name,
                float height, bool faded = false);
// The chart, its table, or both beside each other where there is room; a pair of names to press
// chooses.
void draw_chart_and_table(Ui& ui, ChartState& state, const Chart& chart, const std::string& name,
                          float height, bool faded = false);
void draw_chart_table(Ui& ui, const Chart& chart, const std::string& name, float width,
                      float height, bool faded = false);

}  // namespace warplab::app
