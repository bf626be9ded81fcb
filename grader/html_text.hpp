#pragma once
// Text of others in a page of ours, or in XML.
#include <string>
#include <string_view>

namespace warplab {

// & < > " ' as entities, and what a terminal would obey as question marks (printable_lines()):
// students choose their names, their files and what their kernels print.
std::string html_text(std::string_view text);

// The colours of all our pages, light and dark, as custom properties: --ink, --soft, --line, --bar,
// --bad, --paper. The font, the width of the page, and tables.
extern const char* const kPageStyle;

// "<!DOCTYPE html> ... <body>": a page that loads nothing and runs nothing, with `style` behind
// kPageStyle. `title` is any text.
std::string page_head(std::string_view title, std::string_view style);

}  // namespace warplab
