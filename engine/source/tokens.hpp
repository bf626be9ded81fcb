#pragma once
// The words and signs of a C++ source, without comments and preprocessor lines.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warplab::source {

struct Token {
  enum class Kind { word, number, text, sign };  // text: a string or character; sign: one character
  Kind kind = Kind::sign;
  // Of the source, but for what a reader of tokens puts in, and signs that are written by two
  // others: <: is [. Of a word that goes on in the next line it has the joint, too.
  std::string_view text;
  size_t offset = 0;
};

// Behind a raw text, R"delimiter(...)delimiter", whose first quote stands at `quote`; the end where
// nothing closes it.
size_t behind_raw_text(std::string_view source, size_t quote);

// A word without the joints of lines in it.
std::string joined_word(std::string_view word);

// All but comments and lines that begin with #.
std::vector<Token> tokens_of(std::string_view source);

struct MacroDefinition {
  std::string_view name;
  bool is_called = false;  // NAME(...)
  std::vector<std::string_view> parameters;
  std::vector<Token> body;  // what stands in place of the name; offsets are the source's
};

// Every #define in the source, in its order.
std::vector<MacroDefinition> macro_definitions(std::string_view source);

}  // namespace warplab::source
