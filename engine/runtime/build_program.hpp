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
  // Somebody else's sources: the compilers are locked into a room, in which beside the system and
  // the toolkit only the sources' folders are (runtime/lock.hpp).
  bool is_locked = false;
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

// Where programs that were built are kept: $XDG_CACHE_HOME/warplab, ~/.cache/warplab, or a folder
// beside the other temporary ones.
std::filesystem::path default_cache();

// The folder of the runtime's library for programs that were built elsewhere.
Result<std::filesystem::path> build_runtime(const Toolkit& toolkit,
                                            const std::filesystem::path& cache);

}  // namespace warplab::runtime
