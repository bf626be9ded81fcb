#pragma once
// Records an exercise's launches in a locked worker that is kept, and asks the compiler what it
// allots for other GPUs: all that a model of a run is made of. Calls are made by one thread at a
// time; what they return may be asked by any (model::RunModel).
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/dim3.hpp"
#include "base/result.hpp"
#include "exercise/exercise.hpp"
#include "model/run_model.hpp"
#include "verdict/plan/run_plan.hpp"
#include "verdict/run/reference.hpp"

namespace warplab::verdict {

// The launches of one run, ready for any GPU.
struct RecordedRun {
  bool at_gpu_size = false;
  std::string where;                 // "rows 4096, cols 4736, seed 1"
  std::vector<size_t> launch_specs;  // index into Exercise::launches, for each launch
  std::shared_ptr<const model::RunModel> model;
  // For each of Exercise::launches why it has no model though it was recorded, one sentence; empty:
  // it has one. None of them: all have.
  std::vector<std::string> refused;
};

// A model for each launch, as far as none was refused.
std::vector<model::LaunchModel> models_of(const RecordedRun& run, const model::Gpu& gpu,
                                          const model::KernelCode& code);

// What a student's kernel is compared with: the text of the exercise's reference, and of its
// yardstick, its own file or the built-in streams, for ModelSession::record_stream().
Result<std::string> reference_source(const exercise::Exercise& exercise);
Result<std::string> yardstick_source(const exercise::Exercise& exercise);

class ModelSession {
 public:
  // `source` is the text of one file that is launched as the exercise says: the student's, or its
  // yardstick. The exercise must outlive this.
  ModelSession(const exercise::Exercise& exercise, std::string source, StartWorker start_worker,
               int compute_capability = 90);

  // Takes over a worker whose last successful compile() was that of this source for the compute
  // capability above, and which no one else will use; saves a start and a compilation.
  void adopt(std::unique_ptr<worker::Worker> worker,
             const std::map<std::string, compile::KernelResources>& kernels);

  // The first call starts the worker and compiles. `block` is the student's choice, or one that is
  // tried in its place; only where the exercise leaves it to them. The Error is no fault of the
  // kernel's that counts.
  Result<RecordedRun> record(const PlannedRun& plan, std::optional<Dim3> block,
                             std::chrono::milliseconds time_limit,
                             const std::atomic<bool>* cancel = nullptr);

  // The block that the source chooses, where the exercise leaves it to the student; none: it does
  // not. Compiles what is not compiled yet. The Error is a sentence for the student.
  Result<std::optional<Dim3>> chosen_block(const std::atomic<bool>* cancel = nullptr);

  // The stream that is the built-in yardstick of one launch of the exercise (an index into
  // Exercise::launches), or of all, -1; for a session of yardstick_source().
  Result<RecordedRun> record_stream(const PlannedRun& plan, int launch,
                                    std::chrono::milliseconds time_limit,
                                    const std::atomic<bool>* cancel = nullptr);

  // What the compiler allots to the kernels for this GPU: compiled once for each compute
  // capability, then known.
  Result<model::KernelCode> code_for(const model::Gpu& gpu,
                                     const std::atomic<bool>* cancel = nullptr);
  // The same as far as this run on that GPU depends on it: most do not, and nothing is compiled.
  Result<model::KernelCode> code_for(const RecordedRun& run, const model::Gpu& gpu,
                                     const std::atomic<bool>* cancel = nullptr);

 private:
  struct Recipe {
    const exercise::Case& setup;
    const PlannedRun& plan;
    const std::vector<sim::Launch>& launches;
    const std::vector<size_t>& specs;
  };
  Result<RecordedRun> record(const Recipe& recipe, std::chrono::milliseconds time_limit,
                             const std::atomic<bool>* cancel);
  // Buffers without content are zeros.
  Result<sim::Recording> recorded(const Recipe& recipe, const RunMemory& content,
                                  std::chrono::milliseconds time_limit,
                                  const std::atomic<bool>* cancel);
  Result<bool> have_worker();
  Result<bool> compile(int capability, const std::atomic<bool>* cancel);

  const exercise::Exercise& exercise_;
  std::string source_;
  StartWorker start_worker_;
  int compute_capability_;
  std::unique_ptr<worker::Worker> worker_;
  int module_of_ = 0;  // for which capability the worker's module was compiled; 0: it has none
  std::map<int, model::KernelCode> code_;
};

}  // namespace warplab::verdict
