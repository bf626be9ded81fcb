#include "gpus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "course/timed_on.hpp"
#include "exercise_choice.hpp"
#include "model/load_gpu.hpp"
#include "progress_line.hpp"
#include "verdict/gpu/modelled_timing.hpp"

namespace warplab::grader {
namespace fs = std::filesystem;

Result<bool> ChosenGpu::open(const Options& options, const std::atomic<bool>& interrupted) {
  if (options.backend == Options::Backend::sim) return true;
  session_ = std::make_unique<verdict::GpuSession>(options.gpu);
  ProgressLine line;
  line.show("starting the GPU");
  const Result<worker::GpuReady> ready = session_->open(&interrupted);
  if (ready) {
    description_ = fmt::format("{}, driver {}", ready->device.name,
                               course::driver_text(ready->device.driver_version));
    return true;
  }
  session_.reset();
  // A GPU that is asked for by name, too, is not to be done without.
  if (options.backend == Options::Backend::cuda || !options.gpu.empty())
    return Error{"no time can be measured: " + ready.error() +
                 " With --backend sim kernels run in the simulator only."};
  why_not_ = "no time was measured, because there is no NVIDIA GPU";
  return true;
}

void ChosenGpu::hand_to(verdict::GradeOptions& grade) const {
  grade.gpu = session_.get();
  grade.why_no_gpu = why_not_;
}

std::string ChosenGpu::description() const { return session_ ? description_ : "no GPU"; }

Result<std::vector<model::Gpu>> chosen_models(const Options& options) {
  std::vector<model::Gpu> chosen;
  for (const fs::path& file : options.model_files) {
    Result<model::LoadedGpu> loaded = model::load_gpu(file);
    if (!loaded) return Error{loaded.error()};
    chosen.push_back(std::move(loaded->gpu));
  }
  if (options.models.empty()) return chosen;
  const Result<fs::path> folder = find_gpus();
  if (!folder) return Error{folder.error()};
  const Result<std::vector<model::LoadedGpu>> all = model::load_gpus(*folder);
  if (!all) return Error{all.error()};
  for (const std::string& name : options.models) {
    if (name == "all") {
      for (const model::LoadedGpu& loaded : *all) chosen.push_back(loaded.gpu);
      continue;
    }
    const Result<const model::LoadedGpu*> found = model::find_gpu(*all, name);
    if (!found) return Error{found.error()};
    chosen.push_back((*found)->gpu);
  }
  return chosen;
}

Result<std::vector<model::Gpu>> gpus_for_gates(const std::vector<const exercise::Entry*>& chosen) {
  const bool asked = std::ranges::any_of(chosen, [](const exercise::Entry* entry) {
    return entry->exercise && verdict::asks_for_models(*entry->exercise);
  });
  std::vector<model::Gpu> gpus;
  const Result<fs::path> folder = find_gpus();
  if (!asked || !folder) return gpus;
  const Result<std::vector<model::LoadedGpu>> all = model::load_gpus(*folder);
  if (!all) return Error{all.error()};
  for (const model::LoadedGpu& loaded : *all) gpus.push_back(loaded.gpu);
  return gpus;
}

}  // namespace warplab::grader
