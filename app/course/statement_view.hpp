#pragma once
// What the exercise asks for, and its hints, one at a time.
#include "draw/markdown_view.hpp"
#include "lab/lab.hpp"

namespace warplab::app {

struct StatementState {
  MarkdownState text, task;
  // Of the sections behind what is read first: those that were opened.
  struct Section {
    MarkdownState text;
    bool is_open = false;
  };
  std::vector<Section> sections;
  std::vector<MarkdownState> hints;
  std::string slug;
  float scroll = 0;     // of the text in the last frame
  int hints_seen = 0;   // a further one is scrolled to
  int hint_frames = 0;  // for so many frames, while what is around it finds its size
};

void draw_statement(Ui& ui, StatementState& state, Lab& lab);

}  // namespace warplab::app
