#pragma once
// What the lane has, in the tab Steps.
#include <optional>
#include <string>

#include "draw/ui.hpp"
#include "steps/steps.hpp"

namespace warplab::app {

// Variables by their names where they are noted, as the registers below.
void draw_variables(Ui& ui, const StepsAnswer& answer, std::optional<std::string>& chosen);
// Registers in the lane; of the chosen one all lanes.
void draw_registers(Ui& ui, const StepsAnswer& answer, std::optional<std::string>& chosen);

}  // namespace warplab::app
