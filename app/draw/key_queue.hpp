#pragma once
// Keys in the order in which they came, also where a frame takes longer than a student needs for
// the next key. A key such as Escape or Ctrl+F hands the keyboard on, which takes ImGui some
// frames; what is typed behind it waits until it is done, and then goes where it was meant to go.
#include <vector>

#include "draw/ui.hpp"

namespace warplab::app {

struct KeyQueue {
  std::vector<InputEvent> waiting;
  int frames_held = 0;  // since the keyboard began to be handed on
};

// Leaves in `ui.input` what this frame is for and keeps the rest. `hands_on`: the keyboard is being
// handed on, so that nothing is for this frame. `in_text`: the editor has it, whose Enter and Tab
// are letters. ImGui's own fields get the same letters in the same frame.
void take_turn(Ui& ui, KeyQueue& queue, bool hands_on, bool in_text);

}  // namespace warplab::app
