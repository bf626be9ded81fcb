#pragma once
// Modelled times of an exercise's launches on GPUs that need not be there: the launches are
// recorded in the locked worker (ModelSession) and replayed here (engine/model), at the graded size
// and at the one for a GPU.
#include <atomic>
#include <concepts>
#include <optional>
#include <vector>

#include "base/result.hpp"
#include "exercise/exercise.hpp"
#include "model/gpu.hpp"
#include "verdict/gpu/model_session.hpp"
#include "verdict/plan/run_plan.hpp"
#include "verdict/result/modelled_run.hpp"
#include "verdict/result/result.hpp"

namespace warplab::verdict {

// The graded run at the size for a GPU; none where the exercise has no such size.
std::optional<PlannedRun> at_gpu_size(const exercise::Exercise& exercise, const PlannedRun& graded);

// For each of the exercise's launches, why no model is to be had of it: what it was counted to do
// in the graded run is not what the blocks recorded of that run say. One sentence; empty: it is.
// `counted` has one for each launch of the run.
std::vector<std::string> unlike_what_was_counted(const exercise::Exercise& exercise,
                                                 const RecordedRun& graded,
                                                 const std::vector<sim::Counters>& counted);

// Of each launch, in order.
template <std::derived_from<sim::LaunchReport> Launch>
std::vector<sim::Counters> totals_of(const std::vector<Launch>& launches) {
  std::vector<sim::Counters> totals;
  for (const Launch& launch : launches) totals.push_back(launch.total);
  return totals;
}

// Every launch on every GPU. The Error says why there are none; it is no fault of the kernel's that
// counts.
Result<ModelledRun> modelled_run(const RecordedRun& recorded, ModelSession& session,
                                 const std::vector<model::Gpu>& gpus,
                                 const std::atomic<bool>* cancel = nullptr);

}  // namespace warplab::verdict
