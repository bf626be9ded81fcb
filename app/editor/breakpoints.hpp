#pragma once
// Lines of the student's text at which a walk stops (the tab Steps). They stand at lines of the
// text as it is now, from 1, and move with them; a walk knows the lines of the text that was run.
#include <vector>

#include "common/text_buffer.hpp"
#include "data/steps.hpp"

namespace warplab::app {

using Breakpoints = std::vector<data::Breakpoint>;

// Sets it, or takes it away where this one is set: another thread's on the same line stays.
void toggle(Breakpoints& breakpoints, const data::Breakpoint& breakpoint);
// What a press in the margin does: one for any thread, or away with all that the line has.
void toggle_line(Breakpoints& breakpoints, int line);
// After changes of the text. Those whose line was taken away go with it.
void move_breakpoints(Breakpoints& breakpoints, const std::vector<LineChange>& changes);
// At the lines that they had when the text was run, `moved` since then; without those that were not
// there.
Breakpoints breakpoints_of_run(const Breakpoints& breakpoints,
                               const std::vector<LineChange>& moved);

}  // namespace warplab::app
