#pragma once
// Every word of a C++ source, those in lines of the preprocessor among them: what a file can ask of
// whoever reads it stands mostly there. Words in comments and texts are none.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warplab::compile {

struct SourceWord {
  std::string_view text;      // of the source
  bool in_directive = false;  // a line that begins with # or %:
  bool in_condition = false;  // of #if, #ifdef, #ifndef or #elif
};

struct SourceWords {
  std::vector<SourceWord> words;
  // Two words may become one, by ## or because a line is continued in the middle of one: then there
  // are names that do not stand in the file.
  bool are_joined = false;
};

SourceWords source_words(std::string_view source);

struct IncludeLine {
  size_t offset = 0, length = 0;  // in the source, without the end of the line
  std::string_view header;        // "<x>", or "\"x\""
};
std::vector<IncludeLine> include_lines(std::string_view source);

// Lines that include each of these headers that there is, and no other.
std::string includes_that_are_there(std::string_view source);

}  // namespace warplab::compile
