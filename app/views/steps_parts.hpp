#pragma once
// The parts of the tab Steps, from top to bottom.
#include <optional>
#include <string>
#include <vector>

#include "model/steps.hpp"
#include "views/ui.hpp"

namespace warplab::app {

struct PlaceView {
  const StepsAnswer& answer;
  const std::vector<std::string>& lines;  // of the source
  const std::vector<data::Breakpoint>& breakpoints;
};
// Where the lane is that is looked at: its line, its instruction, its calls; and the breakpoints.
void draw_place(Ui& ui, const PlaceView& view);

struct ChosenLane {
  uint32_t warp = 0, lane = 0;
};
// All warps, a row of 32 lanes each. Returns the lane that was clicked.
std::optional<ChosenLane> draw_warps(Ui& ui, const StepsAnswer& answer);
// Registers in the lane; of the chosen one all lanes.
void draw_registers(Ui& ui, const StepsAnswer& answer, std::optional<std::string>& chosen);
// The words of shared memory, 32 in a row as there are banks.
void draw_shared_memory(Ui& ui, const StepsAnswer& answer);
void draw_printed(Ui& ui, const StepsAnswer& answer);

}  // namespace warplab::app
