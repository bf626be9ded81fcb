#pragma once
// The bar above the text in which is looked for something, and where a line's number is typed.
#include <string>
#include <vector>

#include "draw/ui.hpp"
#include "editor/code_text.hpp"

namespace warplab::app {

struct FindBar {
  enum class Kind { none, find, go_to_line };
  Kind kind = Kind::none;
  bool replaces = false;  // there is a second line, for what comes in its place
  enum class Field { none, first, replacement };
  Field takes_focus = Field::none;  // give it the keyboard
  bool in_replacement = false;      // it had the keyboard in the frame before
  bool is_opening = false;  // the first field was given the keyboard, and has not got it yet
  std::string needle, replacement, line_wanted;
  FindOptions options;

  // What was found in the text as it is now.
  struct Matches {
    uint64_t version = ~uint64_t{0};
    std::string needle;
    FindOptions options;
    std::vector<Range> all;
    bool more = false;  // than are kept
  } matches;
};

// What the bar asks of the editor.
struct FindBarNews {
  bool moved = false;             // the selection: show it
  bool closed = false;            // the text gets the keyboard back
  std::optional<int> go_to = {};  // a line, from 1
};

// Finds again where text, word or options have changed.
const FindBar::Matches& find_matches(FindBar& bar, const CodeText& code);

// With what is selected as the word to find, where that is on one line.
void open_bar(FindBar& bar, const CodeText& code, FindBar::Kind kind, bool replaces = false);

// Selects the next one. Returns whether there is one.
bool find_next(FindBar& bar, CodeText& code, bool backward);

// `text_is_focused`: keys are the text's.
FindBarNews draw_find_bar(Ui& ui, FindBar& bar, CodeText& code, bool text_is_focused);

}  // namespace warplab::app
