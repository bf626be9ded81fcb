#pragma once
// Brackets that belong together. Those in strings and comments are letters.
#include <optional>

#include "common/cuda_syntax.hpp"
#include "common/text_buffer.hpp"

namespace warplab::app {

// The bracket at `caret`, else the one before it, and its partner, in the order of the text.
std::optional<Range> bracket_pair(const TextBuffer& text, SyntaxStates& states, Position caret);

}  // namespace warplab::app
