#pragma once
// `grader texts`: every text that findings, gates and wrong answers are told with, for translators
// and for reading aloud.
#include <string>

namespace warplab::grader {

// A line each: its key, a tab, and the text with a name in braces for each thing that it names.
std::string texts_listed();

int run_texts();

}  // namespace warplab::grader
