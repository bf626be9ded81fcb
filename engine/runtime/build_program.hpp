#pragma once
// From sources to a program whose CUDA runtime is the simulator's.
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "runtime/toolkit.hpp"

namespace warplab::runtime {

struct BuildRequest {
  std::vector<std::filesystem::path> sources;
  std::vector<std::string> compile_options;  // for nvcc: -I, -D, -O, -std and the like
  std::vector<std::string> link_options;     // for the host's linker: -l, -L
  int compute_capability = 90;
  std::filesystem::path cache;  // of programs that were built before
};

struct BuiltProgram {
  std::filesystem::path program;
  std::filesystem::path library;  // the folder that holds the runtime
  std::string messages;           // of the compilers: warnings
  bool was_cached = false;
};

// Builds it, unless the cache has what the same text, options and compiler have given. The Error
// has the compilers' own words.
Result<BuiltProgram> build_program(const Toolkit& toolkit, const BuildRequest& request);

// The folder of the runtime's library for programs that were built elsewhere.
Result<std::filesystem::path> build_runtime(const Toolkit& toolkit,
                                            const std::filesystem::path& cache);

}  // namespace warplab::runtime
