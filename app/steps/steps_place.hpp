#pragma once
// Where the threads of the block are, in the tab Steps.
#include <optional>
#include <string>
#include <vector>

#include "draw/ui.hpp"
#include "editor/breakpoints.hpp"
#include "steps/steps.hpp"

namespace warplab::app {

struct PlaceView {
  const StepsAnswer& answer;
  const std::vector<std::string>& lines;  // of the source
  bool has_breakpoint = false;            // where the lane is
};
// Where the lane is that is looked at: its line, its instruction, its calls.
void draw_place(Ui& ui, const PlaceView& view);
// A button for each: it goes to its line in the editor, a second one makes it that of one thread or
// of any, a third takes it away.
void draw_breakpoints(Ui& ui, const StepsAnswer& answer, Breakpoints& breakpoints);

struct ChosenLane {
  uint32_t warp = 0, lane = 0;
};
// All warps, a row of 32 lanes each. Returns the lane that was clicked.
std::optional<ChosenLane> draw_warps(Ui& ui, const StepsAnswer& answer);
void draw_printed(Ui& ui, const StepsAnswer& answer);

}  // namespace warplab::app
