#pragma once
// How long the kernel takes: on a GPU of this machine, every sample beside the limits, our own copy
// and what a model of the same GPU says; on any other, what its model says (time/what_if_view.hpp),
// and below that what was counted.
#include "draw/ui.hpp"
#include "lab/lab.hpp"
#include "time/sample_chart.hpp"
#include "time/what_if_view.hpp"

namespace warplab::app {

struct TimingState {
  size_t chosen = 0;  // of several timings
  SampleChartState samples;
  bool shows_model = false;  // although a time was measured
  WhatIfState what_if;
};

void draw_timing(Ui& ui, TimingState& state, Lab& lab);

}  // namespace warplab::app
