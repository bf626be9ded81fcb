#pragma once
#include "options.hpp"

namespace warplab::grader {

// `grader new NAME --like EXERCISE`: a copy of an exercise and its solutions under another name, to
// start from. Returns the exit code.
int run_new(const Options& options);

}  // namespace warplab::grader
