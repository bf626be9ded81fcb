#pragma once
// Times that a model gives for the gates that ask for them (exercise::Gate::modelled), in the same
// form as times that were measured.
#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "verdict/model_session.hpp"
#include "verdict/timing.hpp"

namespace warplab::verdict {

struct ModelledTimingQuestion {
  const exercise::Exercise& exercise;
  const std::vector<model::Gpu>& gpus;  // that gates may name
  const StartWorker& start_worker;
  int compute_capability = 90;
  std::chrono::milliseconds time_limit{60'000};  // of each recording
  const std::atomic<bool>* cancel = nullptr;
};

// Whether a gate of the exercise asks for a model.
bool asks_for_models(const exercise::Exercise& exercise);

class ModelledTimings {
 public:
  explicit ModelledTimings(const ModelledTimingQuestion& question) : question_(question) {}
  // Adds a timing for every launch, or all together, that a gate of this variant wants modelled;
  // where there is none it says why (Timing::not_modelled). `plan` is the graded run of the
  // variant, `at_gpu_size` the student's launches at the size for a GPU, `session` what recorded
  // them.
  void add(const PlannedRun& plan, const RecordedRun& at_gpu_size, ModelSession& session,
           std::vector<Timing>& timings);

 private:
  // What a gate compares with, recorded at the same size.
  Result<RecordedRun> recorded_rival(const exercise::Gate& gate, const PlannedRun& plan);

  const ModelledTimingQuestion& question_;
  bool rival_is_yardstick_ = false;  // else it is the reference
  std::optional<ModelSession> rival_session_;
};

}  // namespace warplab::verdict
