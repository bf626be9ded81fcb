#pragma once
// What `warplab-nvcc` hands on to nvcc: somebody's Makefile compiles and links with it, and the
// program then runs on the simulator.
#include <filesystem>
#include <string>
#include <vector>

#include "runtime/toolkit.hpp"

namespace warplab::runtime {

// `words`: of nvcc's command line. The same with PTX in place of machine code, with lines, and
// linked with the library in the folder `library`.
std::vector<std::string> stand_in_command(const Toolkit& toolkit,
                                          const std::filesystem::path& library,
                                          int compute_capability,
                                          const std::vector<std::string>& words);

}  // namespace warplab::runtime
