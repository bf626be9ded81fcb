#pragma once
// `grader run FILE.cu [ARGUMENT...]`: a whole CUDA program on the simulator.
#include <string>
#include <vector>

namespace warplab::grader {

// `words`: behind `run`. The program's own exit code; 128 and the signal that ended it; what
// --error-exit says; 2 where it could not be built or started.
int run_whole_program(const std::vector<std::string>& words);

// `warplab-nvcc WORD...`: nvcc with these words, for programs that run on the simulator. Does not
// come back, but with an exit code where nvcc cannot be started.
int stand_in_for_nvcc(const std::vector<std::string>& words);

}  // namespace warplab::grader
