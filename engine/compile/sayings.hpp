#pragma once
// What the compiler says in its own terms, and what that means in a kernel.
#include <string>
#include <string_view>

namespace warplab::compile {

// What to add to an error about `line` of the source; empty where nothing is known of it.
std::string meaning_of(std::string_view message, std::string_view line);

// What is wrong with a line that is none of C++'s: what a merge has left, or a text in Markdown.
// Empty where it is neither.
std::string_view foreign_line(std::string_view line);

}  // namespace warplab::compile
