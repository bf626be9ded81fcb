#pragma once
// What the exercise asks for, and its hints, one at a time.
#include "draw/markdown_view.hpp"
#include "draw/pane_places.hpp"
#include "lab/lab.hpp"

namespace warplab::app {

struct StatementState {
  MarkdownState text, task;
  std::vector<MarkdownState> hints;
  std::string slug;
  float scroll = 0;     // of the text in the last frame
  int hints_seen = 0;   // a further one is scrolled to
  int hint_frames = 0;  // for so many frames, while what is around it finds its size
  Reading reading = Reading::in_column;
};

void draw_statement(Ui& ui, StatementState& state, Lab& lab);

}  // namespace warplab::app
