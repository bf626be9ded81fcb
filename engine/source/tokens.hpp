#pragma once
// The words and signs of a C++ source: C++20 standard, [lex]. Any bytes are read, in linear time;
// what is not closed ends with its line, or with the text.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warplab::source {

struct Token {
  // text: a string or character; sign: one character; directive: the # that begins one.
  enum class Kind : uint8_t { word, number, text, sign, comment, directive };
  Kind kind = Kind::sign;
  // Of the source, but for what a reader of tokens puts in, and signs that are written by two
  // others: <: is [. Of a word that goes on in the next line it has the joint, too.
  std::string_view text;
  size_t offset = 0;
  size_t end() const { return offset + text.size(); }
};
using Tokens = std::vector<Token>;

// A word without the joints of lines in it.
std::string joined_word(std::string_view word);

// What a line inherits from the ones above it.
enum class LineState : uint8_t { code, comment, preprocessor };

// All tokens of a line, comments and directives among them; `state` becomes that of the next line.
Tokens tokens_of_line(std::string_view line, LineState& state);

// All but comments and directives.
Tokens tokens_of(std::string_view source);

struct Directive {
  size_t begin = 0, end = 0;  // offsets: from its # to behind its last token
  Tokens tokens;              // behind the #: `define`, `N`, `32`
  bool is(std::string_view name) const { return !tokens.empty() && tokens[0].text == name; }
};
std::vector<Directive> directives_of(std::string_view source);

struct MacroDefinition {
  std::string_view name;
  bool is_called = false;  // NAME(...)
  std::vector<std::string_view> parameters;
  Tokens body;  // what stands in place of the name; offsets are the source's
};

// Every #define in the source, in its order.
std::vector<MacroDefinition> macro_definitions(std::string_view source);

}  // namespace warplab::source
