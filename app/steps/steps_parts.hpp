#pragma once
// The parts of the tab Steps, from top to bottom.
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
// Variables by their names where they are noted, as the registers below.
void draw_variables(Ui& ui, const StepsAnswer& answer, std::optional<std::string>& chosen);
// Registers in the lane; of the chosen one all lanes.
void draw_registers(Ui& ui, const StepsAnswer& answer, std::optional<std::string>& chosen);
// The words of shared memory, 32 in a row as there are banks.
void draw_shared_memory(Ui& ui, const StepsAnswer& answer);
void draw_printed(Ui& ui, const StepsAnswer& answer);

}  // namespace warplab::app
