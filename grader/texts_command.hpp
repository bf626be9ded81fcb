#pragma once
// `grader texts`: every text that findings, gates, wrong answers and errors of the compiler are
// told with, for translators and for reading aloud.
#include <string>

namespace warplab::grader {

// A line each: its key, or "compiler", a tab, and the text with a name in braces for each thing
// that it names.
std::string texts_listed();

int run_texts();

}  // namespace warplab::grader
