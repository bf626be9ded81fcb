#pragma once
// What the host and the GPU did when: spans in lanes on one axis of time, and the memory that was
// in use below them.
#include <string>

#include "draw/ui.hpp"
#include "experiment/time_line.hpp"

namespace warplab::app {

struct TimeLineState {
  int span = -1;                  // index into TimeLine::spans that is read; -1: none was chosen
  double from_us = 0, to_us = 0;  // the part that is shown; equal: all of it
};

// "Recorded on NVIDIA H200 (CUDA 12.8), 2026-11-22", or "Live on ...".
std::string origin_of(const experiment::Recording& recording);
// Most bytes that were in use at one time; 0 where memory was not looked at.
uint64_t peak_of(const experiment::TimeLine& line);

// Over the width of the current window. `end_us`: where the axis ends while all is shown, so that
// two lines can be compared; at least the line's own end. `clock`: the note of the line with what
// the program's clock showed, marked from its first call on; may be empty. The arrows go from span
// to span and, up and down, nearer and back.
struct TimeLineAxis {
  double end_us = 0;
  std::string clock;
};
void draw_time_line(Ui& ui, TimeLineState& state, const experiment::TimeLine& line,
                    const std::string& name, const TimeLineAxis& axis);

}  // namespace warplab::app
