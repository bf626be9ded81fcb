#pragma once
// Reads the data files of GPUs. docs/GPU-MODEL.md says what is in one.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "model/gpu.hpp"

namespace warplab::model {

// Where the numbers of one GPU come from, for those who print them.
struct GpuSource {
  std::string key, text;
};

struct LoadedGpu {
  Gpu gpu;
  std::vector<GpuSource> sources;  // one for each number, in the order of gpu.hpp
};

// `file` names the text in errors, which say line, key and what was expected. A number without a
// source is an error.
Result<LoadedGpu> parse_gpu(std::string_view text, const std::string& file);
Result<LoadedGpu> load_gpu(const std::filesystem::path& file);

// All *.toml of a folder, by file name. Two GPUs of one name are an error that names both files.
Result<std::vector<LoadedGpu>> load_gpus(const std::filesystem::path& folder);

// The GPU that is called so, in capitals or not; the Error lists those that there are.
Result<const LoadedGpu*> find_gpu(const std::vector<LoadedGpu>& gpus, std::string_view name);

}  // namespace warplab::model
