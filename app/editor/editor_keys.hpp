#pragma once
// What keys do in the editor.
#include <string>

#include "draw/ui.hpp"
#include "editor/code_text.hpp"

namespace warplab::app {

enum class KeyEffect {
  none,   // not a key of the editor's: left to others
  moved,  // the caret or the text changed
  copied,
  open_find,
  open_replace,
  open_go_to_line,
  complete,  // what could stand at the caret is to be listed
  find_next,
  find_previous,
  close,
};

// Carries out one event on the text. `clipboard` is read and written like the system's. A page has
// `page_lines` rows; where `wrap` breaks lines, up and down go by its rows.
KeyEffect apply_key(const InputEvent& event, CodeText& code, std::string& clipboard, int page_lines,
                    LineWrap* wrap = nullptr);

}  // namespace warplab::app
