#pragma once
// What the exercise asks for, and its hints, one at a time.
#include "model/lab.hpp"
#include "views/markdown_view.hpp"

namespace warplab::app {

struct StatementState {
  MarkdownState text;
  std::vector<MarkdownState> hints;
  std::string slug;
  int hints_seen = 0;  // a further one is scrolled to
  bool wide = false;   // over the editor's place too, for reading
};

void draw_statement(Ui& ui, StatementState& state, const Lab& lab);

}  // namespace warplab::app
