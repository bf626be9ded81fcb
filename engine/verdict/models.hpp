#pragma once
// Modelled times of an exercise's launches on GPUs that need not be there: the launches are
// recorded in a worker of their own and replayed here (engine/model), at the graded size and at the
// one for a GPU.
#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/dim3.hpp"
#include "base/result.hpp"
#include "exercise/exercise.hpp"
#include "model/gpu.hpp"
#include "verdict/model_session.hpp"
#include "verdict/modelled_run.hpp"
#include "verdict/run_plan.hpp"

namespace warplab::verdict {

struct ModelQuestion {
  const exercise::Exercise& exercise;
  std::optional<Dim3> block;  // the student's choice
  const std::vector<model::Gpu>& gpus;
  std::chrono::milliseconds time_limit{60'000};  // of each recording
  const std::atomic<bool>* cancel = nullptr;
};

// The runs of one variant: `graded` and, where the exercise has a size for a GPU, the same at that
// size. The Error says why there are none; it is no fault of the kernel's that counts.
Result<std::vector<ModelledRun>> model_runs(ModelSession& session, const ModelQuestion& question,
                                            const PlannedRun& graded);

}  // namespace warplab::verdict
