#pragma once
// Colours of a terminal (ECMA-48, select graphic rendition), and text that is safe on one.
#include <string>
#include <string_view>

namespace warplab::grader {

enum class Color : unsigned char { green, red, yellow, bold, dim };

// `text` in that colour, or as it is where `use_color` is false.
std::string colored(std::string_view text, Color color, bool use_color);

// Standard output is a terminal, and the user has not said NO_COLOR (no-color.org).
bool wants_color();

// With a question mark for every character that a terminal obeys or does not show, and for every
// byte that is no UTF-8: what a student's kernel prints must not steer the reader's terminal, nor
// look like what it is not. A tab is two blanks.
std::string printable(std::string_view text);

}  // namespace warplab::grader
