#include "time/gpu_models.hpp"

#include <algorithm>
#include <cctype>
#include <system_error>

#include "exercise/places.hpp"

namespace warplab::app {
namespace {

namespace fs = std::filesystem;

bool same_letters(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

std::vector<fs::path> descriptions_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code why;
  for (fs::directory_iterator at(folder, why), end; !why && at != end; at.increment(why))
    if (at->path().extension() == ".toml") files.push_back(at->path());
  std::ranges::sort(files);
  return files;
}

}  // namespace

const model::Gpu* GpuModels::find(std::string_view name) const {
  const auto is_called = [&](const model::Gpu& gpu) {
    return same_letters(gpu.name, name) ||
           std::ranges::any_of(gpu.names,
                               [&](const std::string& one) { return same_letters(one, name); });
  };
  const auto found = std::ranges::find_if(gpus, is_called);
  return found == gpus.end() ? nullptr : &*found;
}

GpuModels load_gpu_models(const std::vector<fs::path>& folders) {
  GpuModels models;
  for (const fs::path& folder : folders)
    for (const fs::path& file : descriptions_in(folder)) {
      Result<model::LoadedGpu> loaded = model::load_gpu(file);
      if (!loaded) {
        models.problems.push_back(loaded.error());
        continue;
      }
      std::erase_if(models.gpus, [&](const model::Gpu& known) {
        return same_letters(known.name, loaded->gpu.name);
      });
      models.gpus.push_back(std::move(loaded->gpu));
    }
  std::ranges::sort(models.gpus, {}, &model::Gpu::name);
  return models;
}

fs::path shipped_gpus() {
  if (fs::path shipped = exercise::shipped_folder("assets/gpus"); !shipped.empty()) return shipped;
  std::error_code error;
  const fs::path here = fs::path("assets") / "gpus";
  return fs::is_directory(here, error) ? here : fs::path();
}

}  // namespace warplab::app
