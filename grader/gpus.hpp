#pragma once
// The GPUs of a run: the one that kernels are timed on, and those that a model stands in for.
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "exercise/exercise.hpp"
#include "model/gpu.hpp"
#include "options.hpp"
#include "verdict/gpu/gpu_session.hpp"
#include "verdict/grade.hpp"

namespace warplab::grader {

// The GPU that --backend asks for, if there is one.
class ChosenGpu {
 public:
  // The Error is that it must be there and is not.
  Result<bool> open(const Options& options, const std::atomic<bool>& interrupted);
  void hand_to(verdict::GradeOptions& grade) const;
  // What it is: "NVIDIA H200, driver 13.0", or why there is none.
  std::string description() const;

 private:
  std::unique_ptr<verdict::GpuSession> session_;
  std::string description_;
  std::string why_not_ = "no time was measured, because the simulator alone was asked for";
};

// The GPUs that --model and --model-file ask for.
Result<std::vector<model::Gpu>> chosen_models(const Options& options);

// The GPUs that gates of these exercises may name for a model to stand in; none are read where no
// gate does. A folder that is not there leaves these gates unchecked, with the reason.
Result<std::vector<model::Gpu>> gpus_for_gates(const std::vector<const exercise::Entry*>& chosen);

}  // namespace warplab::grader
