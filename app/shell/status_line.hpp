#pragma once
// The line at the bottom: which file is edited, or what the lab has to say of it, and where the
// caret is.
#include <string>

#include "draw/ui.hpp"
#include "lab/lab.hpp"

namespace warplab::app {

inline constexpr float kStatusLineHeight = 26;

struct StatusState {
  std::string read;  // the sentence of the lab's that was read last
};

void draw_status_line(Ui& ui, StatusState& state, const Lab& lab);

}  // namespace warplab::app
