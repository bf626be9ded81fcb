#pragma once
// How long the kernel takes on a GPU: every sample beside the limits and our own copy, and where
// that is under the roof of the memory. Without a GPU: what was counted, and why no time was
// measured.
#include "model/lab.hpp"
#include "views/sample_chart.hpp"
#include "views/ui.hpp"

namespace warplab::app {

struct TimingState {
  size_t chosen = 0;  // of several timings
  SampleChartState samples;
};

void draw_timing(Ui& ui, TimingState& state, Lab& lab);

}  // namespace warplab::app
