#pragma once
// The parts that charts are drawn of: the plot with its axes, marks, stretches and lines to compare
// with.
#include <algorithm>
#include <string>
#include <vector>

#include "draw/chart.hpp"
#include "draw/ui.hpp"

namespace warplab::app {

// Where values are on the screen.
struct Frame {
  ImVec2 from, end;  // corners of the plot
  AxisScale x, y;
  float at_x(double value) const {
    return from.x + (end.x - from.x) * static_cast<float>(x.part(value));
  }
  // What lies beyond the axis stands at its end; its number says where it is.
  float at_y(double value) const {
    return end.y - (end.y - from.y) * static_cast<float>(std::clamp(y.part(value), 0.0, 1.0));
  }
};

struct SeriesLook {
  ImU32 ink = 0;
  int mark = 0;
  bool hollow = false, dashed = false;
};

// Of the series with this index. Faded: of an answer that is being replaced.
SeriesLook look_of(const Ui& ui, const Chart& chart, size_t index, bool faded);

void draw_mark(Ui& ui, ImVec2 p, const SeriesLook& look, float size = 1);
void draw_stretch(Ui& ui, ImVec2 from, ImVec2 to, ImU32 ink, bool dashed);

// Axes take what they need of the room from `at` on; what is left is the plot.
Frame draw_axes(Ui& ui, const Chart& chart, ImVec2 at, float width, float height);

// What stands above and below a plot: the title of its upright axis, labels and title of the other.
float height_around(const Ui& ui);

// Dashed, each with its name above one end; names move apart. A name's ground hides values and no
// line.
void draw_lines(Ui& ui, const Chart& chart, const Frame& frame);

// Index into `places` of the one that is nearest to `x` on the screen; -1: there are none.
int nearest_place(const Frame& frame, const std::vector<double>& places, float x);

// "stride 4 elements"
std::string place_title(const Chart& chart, double place);

}  // namespace warplab::app
