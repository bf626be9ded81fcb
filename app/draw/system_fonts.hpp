#pragma once
// Fonts of the system, for letters that the program's own fonts do not have: Chinese, Japanese and
// Korean ones, and whatever else somebody writes in a comment.
#include <string>
#include <vector>

namespace warplab::app {

struct SystemFont {
  std::string file;
  int index = 0;                  // in a file of several
  std::vector<char32_t> letters;  // of those that were asked for
};

// As few fonts as have these letters; a letter that none has is left out. Empty where the system
// has no fontconfig.
std::vector<SystemFont> system_fonts_for(std::vector<char32_t> letters);

}  // namespace warplab::app
