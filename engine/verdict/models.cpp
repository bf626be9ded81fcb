#include "verdict/models.hpp"

#include <utility>

namespace warplab::verdict {
namespace {

using Purpose = exercise::SizeSet::Purpose;

// Of every launch, a model on every GPU.
Result<ModelledRun> modelled(const RecordedRun& recorded, ModelSession& session,
                             const ModelQuestion& question) {
  ModelledRun run{recorded.at_gpu_size, recorded.where, {}};
  run.launches.resize(recorded.model->launches());
  for (const model::Gpu& gpu : question.gpus) {
    const Result<model::KernelCode> code = session.code_for(gpu, question.cancel);
    if (!code) return Error{code.error()};
    const std::vector<model::LaunchModel> models = recorded.model->on(gpu, *code);
    for (size_t i = 0; i < models.size(); ++i) run.launches[i].push_back(models[i]);
  }
  return run;
}

}  // namespace

Result<std::vector<ModelledRun>> model_runs(ModelSession& session, const ModelQuestion& question,
                                            const PlannedRun& graded) {
  std::vector<PlannedRun> plans{graded};
  for (const exercise::SizeSet& size : question.exercise.sizes) {
    if (size.purpose != Purpose::gpu) continue;
    plans.push_back(graded);
    plans.back().size = size;
  }
  // All recordings first: they need the module that the other compilations replace.
  std::vector<RecordedRun> recorded;
  for (const PlannedRun& plan : plans) {
    Result<RecordedRun> one =
        session.record(plan, question.block, question.time_limit, question.cancel);
    if (!one) return Error{one.error()};
    recorded.push_back(std::move(*one));
  }
  std::vector<ModelledRun> runs;
  for (const RecordedRun& one : recorded) {
    Result<ModelledRun> run = modelled(one, session, question);
    if (!run) return Error{run.error()};
    runs.push_back(std::move(*run));
  }
  return runs;
}

}  // namespace warplab::verdict
