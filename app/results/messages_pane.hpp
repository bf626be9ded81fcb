#pragma once
// Compiler errors and findings, each a link to its line, and what the kernel printed.
#include "draw/ui.hpp"
#include "lab/lab.hpp"

namespace warplab::app {

struct MessagesState {
  bool printed = false;  // shows what the kernel printed
  int current = -1;      // the message that F8 went to
  int of_run = -1;
};

// `as_line`: folded to one line, which says how much there is to say and begins with the worst.
void draw_messages(Ui& ui, MessagesState& state, const Lab& lab, bool as_line = false);

// In pixels, at a width; 0: there is nothing to say.
float wanted_messages_height(Ui& ui, const MessagesState& state, const Lab& lab, float width);

// F8 and Shift+F8: goes to the next message that has a line.
void step_message(Ui& ui, MessagesState& state, const Lab& lab, int direction);

}  // namespace warplab::app
