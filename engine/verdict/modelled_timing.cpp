#include "verdict/modelled_timing.hpp"

#include <algorithm>
#include <utility>

#include "verdict/metric_gate.hpp"
#include "verdict/models.hpp"
#include "verdict/timed_job.hpp"

namespace warplab::verdict {
namespace {

// Of one launch of the exercise, with its repetitions, or of all.
model::LaunchModel model_of(const RecordedRun& recorded, int launch, const model::Gpu& gpu,
                            const model::KernelCode& code) {
  const std::vector<model::LaunchModel> all = recorded.model->on(gpu, code);
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

bool is_same_time(const Timing& a, const Timing& b) {
  return a.source == b.source && a.gpu == b.gpu && a.variant == b.variant && a.launch == b.launch;
}

}  // namespace

bool asks_for_models(const exercise::Exercise& exercise) {
  return std::ranges::any_of(exercise.gates, &exercise::Gate::modelled);
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
    const auto give_up = [&](const std::string& why) { into.not_modelled = why; };
    const auto gpu = std::ranges::find(question_.gpus, gate.gpu, &model::Gpu::name);
    if (gpu == question_.gpus.end()) {
      give_up("There is no model of the " + gate.gpu + ".");
      continue;
    }
    const auto modelled = [&](const RecordedRun& run, ModelSession& of,
                              model::LaunchModel& model) -> Result<bool> {
      const Result<model::KernelCode> code = of.code_for(run, *gpu, question_.cancel);
      if (!code) return Error{code.error()};
      model = model_of(run, gate.launch, *gpu, *code);
      if (!model.possible) return Error{model.why_not};
      return true;
    };
    model::LaunchModel own;
    if (const Result<bool> done = modelled(at_gpu_size, session, own); !done) {
      give_up(done.error());
      continue;
    }
    into.kernel = numbers_of(own);
    into.ratio_spread = own.ratio_spread;
    if (gate.metric == exercise::kTimeMetric) continue;
    Result<RecordedRun> rival = recorded_rival(gate, plan);
    if (!rival) {
      give_up(rival.error());
      continue;
    }
    model::LaunchModel other;
    if (const Result<bool> done = modelled(*rival, *rival_session_, other); !done) {
      give_up(done.error());
      continue;
    }
    (gate.metric == exercise::kYardstickFractionMetric ? into.yardstick : into.reference) =
        numbers_of(other);
  }
}

Result<RecordedRun> ModelledTimings::recorded_rival(const exercise::Gate& gate,
                                                    const PlannedRun& plan) {
  const exercise::Exercise& exercise = question_.exercise;
  const bool is_yardstick = gate.metric == exercise::kYardstickFractionMetric;
  const bool is_stream = is_yardstick && exercise.yardstick_file.empty();
  if (!rival_session_ || rival_is_yardstick_ != is_yardstick) {
    Result<std::string> source =
        is_yardstick ? yardstick_source(exercise) : reference_source(exercise);
    if (!source) return Error{source.error()};
    rival_is_yardstick_ = is_yardstick;
    rival_session_.emplace(exercise, std::move(*source), question_.start_worker,
                           question_.compute_capability);
  }
  const PlannedRun large = at_gpu_size(exercise, plan).value_or(plan);
  // With the exercise's own block: a bad choice is not to be compared with an equally bad rival.
  return is_stream
             ? rival_session_->record_stream(large, gate.launch, question_.time_limit,
                                             question_.cancel)
             : rival_session_->record(large, std::nullopt, question_.time_limit, question_.cancel);
}

}  // namespace warplab::verdict
