#pragma once
// Times that a model gives for the gates that ask for them (exercise::Gate::modelled), in the same
// form as times that were measured.
#include <atomic>
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "verdict/gpu/model_session.hpp"
#include "verdict/result/timing.hpp"

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
  // What gates compare with: the reference, or the yardstick. It is recorded once for each variant
  // and, where it is a stream for one launch, for each launch (else -1), however many gates compare
  // with it.
  struct Rival {
    ModelSession session;
    std::map<std::pair<std::string, int>, Result<RecordedRun>> recordings;
  };
  Result<Rival*> rival_of(const exercise::Gate& gate);
  const Result<RecordedRun>& recorded(Rival& rival, const exercise::Gate& gate,
                                      const PlannedRun& plan);
  // The launches of the gate, as the model of its GPU has them.
  Result<model::LaunchModel> modelled(const RecordedRun& run, ModelSession& session,
                                      const exercise::Gate& gate, const model::Gpu& gpu);
  // Fills in what the gate compares; the Error says why it is not there.
  Result<bool> fill_in(Timing& timing, const exercise::Gate& gate, const PlannedRun& plan,
                       const RecordedRun& at_gpu_size, ModelSession& session);

  const ModelledTimingQuestion& question_;
  std::optional<Rival> reference_, yardstick_;
};

}  // namespace warplab::verdict
