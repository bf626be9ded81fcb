#include "verdict/gpu/model_launches.hpp"

#include <algorithm>
#include <utility>

#include "verdict/gpu/modelled_timing.hpp"
#include "verdict/gpu/models.hpp"

namespace warplab::verdict {
namespace {

// The launches of one graded run: at the graded size, where they are compared with what was
// counted, and at the size for a GPU. All recordings come before any model, which may need the
// module of another compilation.
Result<std::vector<RecordedRun>> record_run(const ModelQuestion& question, const PlannedRun& run,
                                            const VariantCounters& counted, ModelSession& session) {
  std::vector<PlannedRun> plans = {run};
  if (std::optional<PlannedRun> large = at_gpu_size(question.exercise, run))
    plans.push_back(std::move(*large));
  std::vector<RecordedRun> recorded;
  for (const PlannedRun& plan : plans) {
    Result<RecordedRun> one =
        session.record(plan, question.block, question.time_limit, question.options.cancel);
    if (!one) return Error{one.error()};
    recorded.push_back(std::move(*one));
  }
  const std::vector<std::string> refused =
      unlike_what_was_counted(question.exercise, recorded.front(), totals_of(counted.launches));
  for (RecordedRun& one : recorded) one.refused = refused;
  return recorded;
}

}  // namespace

std::string model_launches(const ModelQuestion& question, const std::vector<PlannedRun>& runs,
                           ModelSession& session, Evidence& evidence) {
  const GradeOptions& options = question.options;
  const ModelledTimingQuestion about_gates{question.exercise,    options.gpus,
                                           options.start_worker, options.compute_capability,
                                           question.time_limit,  options.cancel};
  ModelledTimings timings(about_gates);
  std::string why_not;
  const auto model = [&](const PlannedRun& run, VariantCounters& counted) -> Result<bool> {
    const Result<std::vector<RecordedRun>> recorded = record_run(question, run, counted, session);
    if (!recorded) return Error{recorded.error()};
    for (const RecordedRun& one : *recorded) {
      if (options.models.empty()) break;
      Result<ModelledRun> models = modelled_run(one, session, options.models, options.cancel);
      if (!models) return Error{models.error()};
      counted.models.push_back(std::move(*models));
    }
    if (question.for_gates && !recorded->empty() && recorded->back().at_gpu_size)
      timings.add(run, recorded->back(), session, evidence.timings);
    return true;
  };
  for (const PlannedRun& run : runs) {
    if (!run.graded || options.is_cancelled()) continue;
    const auto counted =
        std::ranges::find(evidence.counted, run.variant->name, &VariantCounters::variant);
    if (counted == evidence.counted.end() || !counted->completed) continue;
    question.tell("modelling " + counted->where);
    if (const Result<bool> done = model(run, *counted); !done) why_not = done.error();
  }
  return why_not;
}

}  // namespace warplab::verdict
