#pragma once
// Colours for CUDA C++: a line at a time, so that only visible lines are ever looked at.
#include <string_view>
#include <vector>

#include "common/text_buffer.hpp"
#include "source/tokens.hpp"

namespace warplab::app {

enum class TokenKind : uint8_t {
  plain,
  keyword,
  type,
  cuda,  // cuda: __global__, threadIdx, __syncthreads and their like
  function,
  number,
  string,
  comment,
  preprocessor,
  punctuation,
};

struct Token {
  int begin = 0, end = 0;  // bytes in the line
  TokenKind kind = TokenKind::plain;
};

using source::LineState;

// Keywords and types, each kind in the order of the alphabet.
std::vector<std::string_view> language_words();

// Tokens of one line in order, without the spaces between them; `state` becomes that of the next
// line.
std::vector<Token> tokenize(std::string_view line, LineState& state);

// The state at the start of each line of one text, kept up to date as it changes: what stands above
// a change is not looked at again.
class SyntaxStates {
 public:
  LineState at(const TextBuffer& text, int line);

 private:
  uint64_t version_ = 0;
  std::vector<LineState> states_{LineState::code};  // of the lines known so far
};

// What a position in a line (bytes) is inside of.
enum class Inside : uint8_t { code, comment, string };
Inside inside_of(std::string_view line, LineState state, int column);

}  // namespace warplab::app
