#include "verdict/gpu/modelled_timing.hpp"

#include <algorithm>
#include <utility>

#include "verdict/gpu/models.hpp"
#include "verdict/gpu/timed_job.hpp"
#include "verdict/judge/metric_gate.hpp"

namespace warplab::verdict {
namespace {

// Of one launch of the exercise, with its repetitions, or of all.
model::LaunchModel model_of(const RecordedRun& recorded, int launch, const model::Gpu& gpu,
                            const model::KernelCode& code) {
  const std::vector<model::LaunchModel> all = models_of(recorded, gpu, code);
  std::vector<model::LaunchModel> chosen;
  for (size_t i = 0; i < all.size() && i < recorded.launch_specs.size(); ++i)
    if (launch < 0 || recorded.launch_specs[i] == static_cast<size_t>(launch))
      chosen.push_back(all[i]);
  return model::together(chosen);
}

TimeNumbers numbers_of(const model::LaunchModel& model) {
  TimeNumbers numbers;
  numbers.time_us = {model.time_us, model.time_us, model.time_us, model.time_us};
  numbers.low_us = model.low_us;
  numbers.high_us = model.high_us;
  return numbers;
}

bool is_of_yardstick(const exercise::Gate& gate) {
  return gate.metric == exercise::kYardstickFractionMetric;
}

bool is_same_time(const Timing& a, const Timing& b) {
  return a.source == b.source && a.gpu == b.gpu && a.variant == b.variant && a.launch == b.launch;
}

}  // namespace

bool asks_for_models(const exercise::Exercise& exercise) {
  // A program is told of a GPU that it runs on.
  return exercise.host || std::ranges::any_of(exercise.gates, &exercise::Gate::modelled);
}

void ModelledTimings::add(const PlannedRun& plan, const RecordedRun& at_gpu_size,
                          ModelSession& session, std::vector<Timing>& timings) {
  for (const exercise::Gate& gate : question_.exercise.gates) {
    if (!gate.modelled || !gate.is_of(plan.variant->name)) continue;
    Timing timing;
    timing.source = Source::modelled;
    timing.gpu = gate.gpu;
    timing.variant = plan.variant->name;
    timing.launch = launch_name(question_.exercise, gate);
    timing.where = at_gpu_size.where;
    timing.model_version = model::kModelVersion;
    const auto known = std::ranges::find_if(
        timings, [&](const Timing& other) { return is_same_time(timing, other); });
    Timing& into = known == timings.end() ? timings.emplace_back(std::move(timing)) : *known;
    if (const Result<bool> done = fill_in(into, gate, plan, at_gpu_size, session); !done)
      into.not_modelled = done.error();
  }
}

Result<bool> ModelledTimings::fill_in(Timing& timing, const exercise::Gate& gate,
                                      const PlannedRun& plan, const RecordedRun& at_gpu_size,
                                      ModelSession& session) {
  const auto gpu = std::ranges::find(question_.gpus, gate.gpu, &model::Gpu::name);
  if (gpu == question_.gpus.end()) return Error{"There is no model of the " + gate.gpu + "."};
  const Result<model::LaunchModel> own = modelled(at_gpu_size, session, gate, *gpu);
  if (!own) return Error{own.error()};
  timing.kernel = numbers_of(*own);
  timing.ratio_spread = own->ratio_spread;
  if (gate.metric == exercise::kTimeMetric) return true;
  const Result<Rival*> rival = rival_of(gate);
  if (!rival) return Error{rival.error()};
  const Result<RecordedRun>& other_run = recorded(**rival, gate, plan);
  if (!other_run) return Error{other_run.error()};
  const Result<model::LaunchModel> other = modelled(*other_run, (*rival)->session, gate, *gpu);
  if (!other) return Error{other.error()};
  (is_of_yardstick(gate) ? timing.yardstick : timing.reference) = numbers_of(*other);
  return true;
}

Result<model::LaunchModel> ModelledTimings::modelled(const RecordedRun& run, ModelSession& session,
                                                     const exercise::Gate& gate,
                                                     const model::Gpu& gpu) {
  const Result<model::KernelCode> code = session.code_for(run, gpu, question_.cancel);
  if (!code) return Error{code.error()};
  model::LaunchModel model = model_of(run, gate.launch, gpu, *code);
  if (!model.possible) return Error{model.why_not};
  return model;
}

Result<ModelledTimings::Rival*> ModelledTimings::rival_of(const exercise::Gate& gate) {
  const exercise::Exercise& exercise = question_.exercise;
  std::optional<Rival>& rival = is_of_yardstick(gate) ? yardstick_ : reference_;
  if (rival) return &*rival;
  Result<std::string> source =
      is_of_yardstick(gate) ? yardstick_source(exercise) : reference_source(exercise);
  if (!source) return Error{source.error()};
  rival.emplace(Rival{ModelSession(exercise, std::move(*source), question_.start_worker,
                                   question_.compute_capability),
                      {}});
  return &*rival;
}

const Result<RecordedRun>& ModelledTimings::recorded(Rival& rival, const exercise::Gate& gate,
                                                     const PlannedRun& plan) {
  const exercise::Exercise& exercise = question_.exercise;
  const bool is_stream = is_of_yardstick(gate) && exercise.yardstick_file.empty();
  const std::pair key(plan.variant->name, is_stream ? gate.launch : -1);
  if (const auto known = rival.recordings.find(key); known != rival.recordings.end())
    return known->second;
  const PlannedRun large = at_gpu_size(exercise, plan).value_or(plan);
  // With the exercise's own block: a bad choice is not to be compared with an equally bad rival.
  Result<RecordedRun> recording =
      is_stream
          ? rival.session.record_stream(large, gate.launch, question_.time_limit, question_.cancel)
          : rival.session.record(large, std::nullopt, question_.time_limit, question_.cancel);
  return rival.recordings.emplace(key, std::move(recording)).first->second;
}

}  // namespace warplab::verdict
