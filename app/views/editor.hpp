#pragma once
// The pane in the middle: the student's file with colours, marks on lines and badges of what lines
// cost.
#include <string>

#include "model/cuda_syntax.hpp"
#include "model/lab.hpp"
#include "views/ui.hpp"

namespace warplab::app {

struct EditorState {
  bool focused = false;
  bool focus_request = true;  // take the keyboard at the next frame
  bool reveal_caret = false;  // scroll to the caret at the next frame
  bool center_caret = false;  // and put it into the middle, as when a message was clicked
  double last_key = 0;        // when, for the caret's blinking
  std::string slug;           // what the cached things below belong to
  SyntaxStates syntax;
  uint64_t widest_version = ~uint64_t{0};
  int widest_columns = 0;
  bool dragging = false;

  enum class Bar { none, find, go_to_line };
  Bar bar = Bar::none;
  bool bar_focus = false;  // give the bar's field the keyboard
  std::string needle, line_wanted;
  bool match_case = false, not_found = false;
};

// `lab.work()` may be null: then the pane says why there is nothing to edit.
void draw_editor(Ui& ui, EditorState& state, Lab& lab);

// Moves the caret to a line (from 1) and into the middle of the pane.
void go_to_line(EditorState& state, CodeText& code, int line, int column);

// The text area below the header and bars, over the space that is left (editor_text.cpp).
void draw_editor_text(Ui& ui, EditorState& state, Work& work);

}  // namespace warplab::app
