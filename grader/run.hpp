#pragma once
// The commands of the grader.
#include "options.hpp"

namespace warplab::grader {

// Does what the command line says and returns the exit code.
int run(const Options& options);

}  // namespace warplab::grader
