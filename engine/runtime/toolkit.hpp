#pragma once
// Where nvcc is.
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace warplab::runtime {

struct Toolkit {
  std::filesystem::path nvcc;
  std::filesystem::path folder;  // above bin
  std::filesystem::path include;
  std::string version;  // "13.0", of the runtime's headers
  int major() const;
};

// $WARPLAB_NVCC, then that of a CUDA Toolkit ($CUDA_HOME, $CUDA_PATH, $PATH, /usr/local/cuda), then
// NVIDIA's Python packages, which ./lab fetches beside this program's own folder. The Error says
// what to do.
Result<Toolkit> find_toolkit();

}  // namespace warplab::runtime
