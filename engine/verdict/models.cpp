#include "verdict/models.hpp"

#include <utility>

namespace warplab::verdict {

using Purpose = exercise::SizeSet::Purpose;

std::optional<PlannedRun> at_gpu_size(const exercise::Exercise& exercise,
                                      const PlannedRun& graded) {
  for (const exercise::SizeSet& size : exercise.sizes) {
    if (size.purpose != Purpose::gpu) continue;
    PlannedRun plan = graded;
    plan.size = size;
    return plan;
  }
  return std::nullopt;
}

Result<ModelledRun> modelled_run(const RecordedRun& recorded, ModelSession& session,
                                 const std::vector<model::Gpu>& gpus,
                                 const std::atomic<bool>* cancel) {
  ModelledRun run{recorded.at_gpu_size, recorded.where, {}};
  run.launches.resize(recorded.model->launches());
  for (const model::Gpu& gpu : gpus) {
    const Result<model::KernelCode> code = session.code_for(recorded, gpu, cancel);
    if (!code) return Error{code.error()};
    const std::vector<model::LaunchModel> models = recorded.model->on(gpu, *code);
    for (size_t i = 0; i < models.size(); ++i) run.launches[i].push_back(models[i]);
  }
  return run;
}

}  // namespace warplab::verdict
