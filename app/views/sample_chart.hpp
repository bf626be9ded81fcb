#pragma once
// Every sample of a time, in the order in which they were taken, beside the median, our own copy
// and the limits.
#include <vector>

#include "model/timing_chart.hpp"
#include "views/ui.hpp"

namespace warplab::app {

struct SampleChartState {
  bool magnified = false;  // the samples fill the chart; else its axis starts at 0
  int sample = -1;         // whose value is read
};

void draw_sample_chart(Ui& ui, SampleChartState& state, const verdict::Timing& timing,
                       const std::vector<TimeLimit>& limits);

}  // namespace warplab::app
