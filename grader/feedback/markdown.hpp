#pragma once
// Text in Markdown (CommonMark 0.31): of others, so that it stays text, and the statement's own.
#include <string>
#include <string_view>

namespace warplab::grader {

// Text of others in a line of Markdown: it begins no heading, link, picture or HTML, and has no
// lines of its own.
std::string markdown_text(std::string_view text);
// Text of others as a block of code, whatever it holds; with an empty line after it.
std::string code_block(std::string_view text);
// Paragraphs, lists, code and emphasis of a statement as HTML; what else there is stays text.
std::string markdown_as_html(std::string_view text);

}  // namespace warplab::grader
