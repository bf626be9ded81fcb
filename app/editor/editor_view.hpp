#pragma once
// The pane in the middle: the student's file with colours, marks on lines and badges of what lines
// cost.
#include <optional>
#include <string>
#include <vector>

#include "draw/ui.hpp"
#include "editor/completion_list.hpp"
#include "editor/find_bar.hpp"
#include "editor/line_wrap.hpp"
#include "lab/lab.hpp"

namespace warplab::app {

struct EditorState {
  bool focused = false;
  bool focus_request = true;  // take the keyboard at the next frame
  bool takes_over = false;    // it was asked to, and does not have it yet
  bool reveal_caret = false;  // scroll to the caret at the next frame
  bool center_caret = false;  // and put it into the middle, as when a message was clicked
  double last_key = 0;        // when, for the caret's blinking
  std::string slug;           // what the cached things below belong to
  uint64_t widest_version = ~uint64_t{0};
  int widest_columns = 0;
  int executing_seen = 0;  // the line of a walk that was brought into sight
  bool wraps = false;      // lines that are wider than the pane are broken
  LineWrap wrap;
  bool dragging = false;
  FindBar bar;
  CompletionList completion;

  // When the text changed last, so that it is compiled once the typing rests.
  uint64_t seen_version = ~uint64_t{0};
  double changed_at = 0;

  // Where the left button went down with Alt: a rectangle is dragged.
  std::optional<Position> column_anchor;
  int anchor_column = 0;  // of the screen

  // What is under the mouse is explained once it has rested there, until a key is pressed.
  ImVec2 mouse{-1, -1};
  double mouse_rests_since = 0;
  bool explains = true;
  uint64_t names_version = ~uint64_t{0};  // of the text that `names` are of
  std::vector<NameInCode> names;
};

// `lab.work()` may be null: then the pane says why there is nothing to edit.
void draw_editor(Ui& ui, EditorState& state, Lab& lab);

// Moves the caret to a line (from 1) and into the middle of the pane.
void go_to_line(EditorState& state, CodeText& code, int line, int column);

// The text area below the header and bars, over the space that is left (editor_text.cpp).
void draw_editor_text(Ui& ui, EditorState& state, Work& work, const Builtins& builtins);

}  // namespace warplab::app
