#pragma once
// Every sample of a time, in the order in which they were taken, beside the median, our own copy
// and the limits.
#include <optional>
#include <vector>

#include "draw/ui.hpp"
#include "time/modelled_chart.hpp"
#include "time/timing_chart.hpp"

namespace warplab::app {

struct SampleChartState {
  bool magnified = false;  // the samples fill the chart; else its axis starts at 0
  int sample = -1;         // whose value is read
};

// `modelled`: what a model of the same GPU says, as a band with its range; none: there is none.
void draw_sample_chart(Ui& ui, SampleChartState& state, const verdict::Timing& timing,
                       const std::vector<TimeLimit>& limits,
                       const std::optional<ModelledTime>& modelled);

}  // namespace warplab::app
