#pragma once
// Times of an experiment's launches on a GPU that is here, by the recipe of docs/GRADING.md
// ("Time"): rounds of samples between copies of as many bytes, until they stand still.
#include <atomic>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "exercise/exercise.hpp"
#include "verdict/gpu/gpu_session.hpp"

namespace warplab::experiment {

// Compiles the text once and keeps its worker. Calls are made by one thread at a time.
class GpuTimes {
 public:
  // `gpu` is shared with whoever else uses it, and outlives this. Only kernels that the simulator
  // found nothing wrong with belong on it.
  GpuTimes(std::shared_ptr<verdict::GpuSession> gpu, std::string source);
  ~GpuTimes();

  // The median, in microseconds, of one launch (an index into Exercise::launches) or of all
  // together (-1). The Error is one sentence. RunOptions::measure has this form.
  Result<double> microseconds(const exercise::Exercise& rig, const exercise::SizeSet& size,
                              const exercise::Variant& variant, int launch,
                              const std::atomic<bool>* cancel);

 private:
  struct Loaded;
  Result<Loaded*> loaded(const exercise::Exercise& rig, const std::atomic<bool>* cancel);

  std::shared_ptr<verdict::GpuSession> gpu_;
  std::string source_;
  std::unique_ptr<Loaded> loaded_;
};

}  // namespace warplab::experiment
