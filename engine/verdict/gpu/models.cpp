#include "verdict/gpu/models.hpp"

#include <fmt/format.h>

#include <algorithm>
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

std::vector<std::string> unlike_what_was_counted(const exercise::Exercise& exercise,
                                                 const RecordedRun& graded,
                                                 const std::vector<sim::Counters>& counted) {
  using sim::Counter;
  constexpr double kAlike = 2;  // blocks at the edges of a small grid do half as much as others
  std::vector<std::string> refused(exercise.launches.size());
  const size_t launches =
      std::min({graded.model->launches(), counted.size(), graded.launch_specs.size()});
  for (size_t i = 0; i < launches; ++i) {
    const sim::Counters& total = counted[i];
    const model::Amounts recorded = graded.model->amounts(i);
    const auto sectors = static_cast<double>(total[Counter::global_load_sectors] +
                                             total[Counter::global_store_sectors] +
                                             total[Counter::global_atomic_sectors]);
    const auto instructions = static_cast<double>(total[Counter::warp_instructions]);
    if (instructions == 0) continue;  // nothing was counted
    const auto differ = [&](double a, double b) { return a > kAlike * b || b > kAlike * a; };
    // What a block or two write for all of them says nothing about the others.
    constexpr double kFewSectors = 8;
    const double few = kFewSectors * recorded.blocks;
    if (!differ(instructions, recorded.instructions) &&
        !differ(sectors + few, recorded.sectors + few))
      continue;
    refused[graded.launch_specs[i]] = fmt::format(
        "Its blocks do very different amounts of work: going by those that were recorded, the "
        "launch would execute {:.0f} warp instructions and move {:.0f} sectors, but it executes "
        "{:.0f} and moves {:.0f}. A model is made from some of the blocks, which have to stand for "
        "the others.",
        recorded.instructions, recorded.sectors, instructions, sectors);
  }
  return refused;
}

Result<ModelledRun> modelled_run(const RecordedRun& recorded, ModelSession& session,
                                 const std::vector<model::Gpu>& gpus,
                                 const std::atomic<bool>* cancel) {
  ModelledRun run{recorded.at_gpu_size, recorded.where, {}};
  run.launches.resize(recorded.model->launches());
  for (const model::Gpu& gpu : gpus) {
    const Result<model::KernelCode> code = session.code_for(recorded, gpu, cancel);
    if (!code) return Error{code.error()};
    const std::vector<model::LaunchModel> models = models_of(recorded, gpu, *code);
    for (size_t i = 0; i < models.size(); ++i) run.launches[i].push_back(models[i]);
  }
  return run;
}

}  // namespace warplab::verdict
