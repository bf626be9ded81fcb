#pragma once
// An empty chart that a curve is drawn into by hand: what is expected, before it is measured.
#include <string>

#include "draw/chart_view.hpp"

namespace warplab::app {

// `chart` has axes with fixed ends and no series that gives the answer away. The mouse draws; by
// keyboard left and right choose a point, up and down move it. Returns whether the curve changed.
bool draw_hand_chart(Ui& ui, ChartState& state, const Chart& chart, HandCurve& curve,
                     const std::string& name, float height);

// What it takes in all, with its axis and the line below it.
float height_of_hand_chart(const Ui& ui, float height);

}  // namespace warplab::app
