#pragma once
// The list of what could be written at the caret, below the line that is being typed, or above it:
// never over it.
#include <string>
#include <vector>

#include "draw/ui.hpp"
#include "editor/completion.hpp"

namespace warplab::app {

struct CompletionList {
  bool is_open = false;
  std::vector<Completion> all;
  int chosen = 0;
  NameStart start;
  int line = -1;  // where the name begins whose letters were typed last
  Vocabulary vocabulary;
};

// After a letter was typed, or was asked for by a key (then one letter is enough).
void find_completions(CompletionList& list, const CodeText& code, const Builtins& builtins,
                      bool asked);
void close_completions(CompletionList& list);

// Returns whether the key was for the list, which writes the name that is chosen.
bool take_completion_key(CompletionList& list, CodeText& code, const InputEvent& event);

// `caret` is the upper left corner of the caret's line where the name begins. Returns whether it
// was pressed, so that the text has to get the keyboard back.
bool draw_completions(Ui& ui, CompletionList& list, CodeText& code, ImVec2 caret,
                      float line_height);

}  // namespace warplab::app
