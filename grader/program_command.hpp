#pragma once
// `grader run FILE.cu [ARGUMENT...]`: a whole CUDA program on the simulator.
#include <string>
#include <vector>

namespace warplab::grader {

// `words`: behind `run`. The program's own exit code; 128 and the signal that ended it; what
// --error-exit says; 2 where it could not be built or started.
int run_whole_program(const std::vector<std::string>& words);

}  // namespace warplab::grader
