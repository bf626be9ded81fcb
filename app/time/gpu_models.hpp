#pragma once
// The GPUs that a time can be modelled for: the files of assets/gpus, and those that the user has
// added.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "model/load_gpu.hpp"

namespace warplab::app {

struct GpuModels {
  std::vector<model::Gpu> gpus;       // by their names
  std::vector<std::string> problems;  // a sentence for each file that cannot be used
  const model::Gpu* find(std::string_view name) const;  // by its own name or another; null: none
};

// Of all *.toml files of these folders; one that is not there has none. A file that cannot be read
// costs itself. Of two files for one GPU that of the later folder counts: a user may know better.
GpuModels load_gpu_models(const std::vector<std::filesystem::path>& folders);

// assets/gpus beside the program, or the one in the working folder; empty: there is none.
std::filesystem::path shipped_gpus();

}  // namespace warplab::app
