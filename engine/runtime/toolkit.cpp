#include "runtime/toolkit.hpp"

#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "base/environment.hpp"

namespace warplab::runtime {
namespace fs = std::filesystem;
namespace {

// Programs lie in build/bin, build/test/bin and the like; the packages lie in build/nvcc.
constexpr int kFoldersUpward = 4;

// From "#define CUDART_VERSION  13000".
std::string version_of(const fs::path& include) {
  std::ifstream header(include / "cuda_runtime_api.h");
  constexpr std::string_view kDefine = "#define CUDART_VERSION";
  std::string line;
  while (std::getline(header, line)) {
    if (!line.starts_with(kDefine)) continue;
    int number = 0;
    const size_t digits = line.find_first_of("0123456789", kDefine.size());
    if (digits == std::string::npos) continue;
    std::from_chars(line.data() + digits, line.data() + line.size(), number);
    return fmt::format("{}.{}", number / 1000, number % 1000 / 10);
  }
  return {};
}

std::optional<Toolkit> toolkit_at(const fs::path& nvcc) {
  std::error_code error;
  if (access(nvcc.c_str(), X_OK) != 0 || fs::is_directory(nvcc, error)) return std::nullopt;
  Toolkit toolkit;
  // A link leads into the toolkit's own folder.
  toolkit.nvcc = fs::canonical(nvcc, error);
  if (error) return std::nullopt;
  toolkit.folder = toolkit.nvcc.parent_path().parent_path();
  for (const char* const below :
       {"include", "targets/x86_64-linux/include", "targets/sbsa-linux/include"}) {
    toolkit.include = toolkit.folder / below;
    toolkit.version = version_of(toolkit.include);
    if (!toolkit.version.empty()) return toolkit;
  }
  return std::nullopt;
}

std::vector<fs::path> candidates() {
  std::vector<fs::path> all;
  for (const char* const name : {"CUDA_HOME", "CUDA_PATH"})
    if (const auto folder = environment(name)) all.push_back(fs::path(*folder) / "bin/nvcc");
  std::istringstream path(environment("PATH").value_or(""));
  for (std::string folder; std::getline(path, folder, ':');)
    if (!folder.empty()) all.push_back(fs::path(folder) / "nvcc");
  all.emplace_back("/usr/local/cuda/bin/nvcc");
  std::error_code error;
  fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (int k = 0; k < kFoldersUpward; ++k, folder = folder.parent_path())
    for (const fs::path& packages : {folder / "nvcc", folder / "build/nvcc"})
      all.push_back(packages / "nvidia/cu13/bin/nvcc");
  return all;
}

}  // namespace

int Toolkit::major() const { return std::atoi(version.c_str()); }

Result<Toolkit> find_toolkit() {
  if (const auto named = environment("WARPLAB_NVCC")) {
    for (const fs::path& nvcc : {fs::path(*named), fs::path(*named) / "bin/nvcc"})
      if (auto toolkit = toolkit_at(nvcc)) return *std::move(toolkit);
    return Error{
        fmt::format("WARPLAB_NVCC is {}, which is neither nvcc nor a toolkit's folder.", *named)};
  }
  for (const fs::path& nvcc : candidates())
    if (auto toolkit = toolkit_at(nvcc)) return *std::move(toolkit);
  return Error{
      "There is no nvcc here: ./lab run fetches it, or install a CUDA Toolkit, or set "
      "WARPLAB_NVCC."};
}

}  // namespace warplab::runtime
