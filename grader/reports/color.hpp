#pragma once
// Colours of a terminal (ECMA-48, select graphic rendition), and text that is safe on one.
#include <string>
#include <string_view>

#include "base/printable.hpp"

namespace warplab::grader {

enum class Color : unsigned char { green, red, yellow, bold, dim };

// `text` in that colour, or as it is where `use_color` is false.
std::string colored(std::string_view text, Color color, bool use_color);

// Standard output is a terminal, and the user has not said NO_COLOR (no-color.org).
bool wants_color();

using warplab::printable;

}  // namespace warplab::grader
