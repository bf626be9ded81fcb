#pragma once
// What a grading may use and how it is told of: one structure for the grader, the window and
// `grader check`.
#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "base/special_members.hpp"
#include "exercise/exercise.hpp"
#include "model/gpu.hpp"
#include "verdict/run/evidence.hpp"
#include "verdict/run/reference.hpp"

namespace warplab::verdict {

class GpuSession;

struct Progress {
  // "compiling", "checking rows 96, cols 33, seed 3", "timing on NVIDIA H200: rows 4096, cols 4096"
  std::string doing;
  double fraction = 0;     // of the whole run, 0 ... 1
  bool is_timing = false;  // on a GPU, which should have nothing else to do
};

struct GradeOptions {
  uint64_t seed = 1;  // added to the exercise's own check seeds, less 1
  unsigned threads = 1;
  // On the clock, of the student's code, compiler included, for the whole exercise. It is a last
  // resort: what it ends could not be graded. What decides a mark is counted (work_budget.hpp).
  double timeout_seconds = 300;
  uint64_t schedule_seed = 0;
  bool keep_pictures = false;
  // Say of a wrong element what the thread that wrote it had read before: for whoever looks at one
  // kernel. A report on many does without.
  bool name_inputs = false;
  // Inputs and sizes are drawn as for this text instead of for the one that is run, so that
  // pictures of the two can be compared; empty: as for a mark. No mark is made so.
  std::string drawn_for;
  int compute_capability = 90;
  std::function<void(const Progress&)> progress;
  const std::atomic<bool>* cancel = nullptr;
  bool is_cancelled() const { return cancel && *cancel; }
  // Expected answers kept from one call to the next; null: computed anew. Of the same exercise.
  Reference* reference = nullptr;
  // Where it is null: workers for the reference, handed on from exercise to exercise; null: none.
  IdleWorkers* idle_workers = nullptr;
  // Where kernels that the simulator finds nothing wrong with are run and timed, too; null:
  // nowhere.
  GpuSession* gpu = nullptr;
  // On which the launches of the graded run are modelled, too, if it was completed.
  std::vector<model::Gpu> models;
  // All that a gate may name for a model to stand in (exercise::Gate::modelled), by their own
  // names.
  std::vector<model::Gpu> gpus;
  std::string why_no_gpu = "no GPU was used";  // for gates over times, where it is null
  // What the student predicted, for gates that ask for it; null: nobody knows, and they are not
  // checked.
  std::function<PredictionEvidence(const exercise::PredictionAsked&)> predicted;
  // The locked process; tests put a scripted one in its place.
  StartWorker start_worker = &worker::Worker::start;
  WARPLAB_SPECIAL_MEMBERS(GradeOptions);
};

}  // namespace warplab::verdict
