#pragma once
// Colours for CUDA C++: a line at a time, so that only visible lines are ever looked at.
#include <string_view>
#include <vector>

#include "model/text_buffer.hpp"

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

// What a line inherits from the ones above it.
enum class LineState : uint8_t { code, comment, preprocessor };

// Tokens of one line in order, without the spaces between them; `state` becomes that of the next
// line.
std::vector<Token> tokenize(std::string_view line, LineState& state);

// The state at the start of each line of a text, kept up to date as the text changes.
class SyntaxStates {
 public:
  LineState at(const TextBuffer& text, int line);

 private:
  uint64_t version_ = ~uint64_t{0};
  std::vector<LineState> states_;  // of the lines known so far
};

}  // namespace warplab::app
