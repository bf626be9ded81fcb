#include "verdict/judge/time_gate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verdict/judge/metric_gate.hpp"
#include "verdict/result/number_text.hpp"

namespace warplab::verdict {
namespace {

// A kernel that is this much faster than a copy of its bytes has not moved them. (Loads alone can
// be a little faster than loads and stores.)
constexpr double kFastestOfCopy = 1.15;
// What a limit forgives at least: two measurements of one kernel differ by as much.
constexpr double kLeastMargin = 0.03;

GateResult gpu_gate(std::string_view metric, std::string name, const GpuEvidence& evidence,
                    const Saying& failure) {
  GateResult gate;
  gate.metric = metric;
  gate.name = std::move(name);
  gate.points = 0;
  gate.source = Source::measured;
  gate.gpu = evidence.report.name;
  if (!failure.empty()) {
    gate.status = Status::fail;
    gate.says = failure;
  } else if (!evidence.skipped.empty()) {
    gate.says = not_checked(evidence.skipped);
  } else {
    gate.status = Status::pass;
  }
  return gate;
}

bool was_measured(const Timing& timing) { return timing.source == Source::measured; }

// The times of a gate in one variant: measured, on the GPU that a limit in microseconds is for or,
// for a fraction, on any; and modelled, where the gate asks for it, on the GPU that it names.
struct TimesOfGate {
  const Timing *measured = nullptr, *modelled = nullptr;
};
TimesOfGate times_of(const exercise::Gate& gate, const std::string& variant,
                     const exercise::Exercise& exercise, const std::vector<Timing>& timings) {
  const std::string launch = launch_name(exercise, gate);
  TimesOfGate times;
  for (const Timing& timing : timings) {
    if (timing.variant != variant || timing.launch != launch) continue;
    const bool is_its_gpu = gate.gpu == timing.gpu;
    if (was_measured(timing)) {
      if (is_its_gpu || gate.metric != exercise::kTimeMetric) times.measured = &timing;
    } else if (gate.modelled && is_its_gpu) {
      times.modelled = &timing;
    }
  }
  return times;
}

// Why there can be no time for a gate here; empty where there can. A GPU that is there has one, or
// says itself what kept it from being taken.
Saying why_it_does_not_apply(const exercise::Exercise& exercise, const exercise::Gate& gate,
                             const Evidence& evidence) {
  for (const exercise::Variant& variant : exercise.variants) {
    const TimesOfGate times = times_of(gate, variant.name, exercise, evidence.timings);
    if (gate.is_of(variant.name) && (times.measured || times.modelled)) return {};
  }
  if (!evidence.gpu) return not_checked(say(GateSays::no_gpu_here, evidence.why_no_gpu));
  const std::string& here = evidence.gpu->report.name;
  if (gate.metric != exercise::kTimeMetric || gate.gpu == here) return {};
  return not_checked(say(GateSays::limit_for_other_gpu, gate.gpu, here));
}

// Why a time that could be measured here was not, one sentence.
Saying why_not_timed(const Evidence& evidence) {
  if (evidence.gpu)
    for (const Saying* why : {&evidence.gpu->skipped, &evidence.gpu->difference,
                              &evidence.gpu->wrong_when_timed, &evidence.gpu->incomplete})
      if (!why->empty()) return *why;
  return say(GateSays::not_timed);
}

// What a gate compares a kernel's time with.
struct Rival {
  bool is_any = false;
  GateSays name = GateSays::reference, full_name = GateSays::reference_kernel;
  const TimeNumbers* times = nullptr;
};
Rival rival_of(const exercise::Gate& gate, const Timing& timing) {
  const auto of = [](const std::optional<TimeNumbers>& times) { return times ? &*times : nullptr; };
  if (gate.metric == exercise::kReferenceFractionMetric)
    return {true, GateSays::reference, GateSays::reference_kernel, of(timing.reference)};
  if (gate.metric == exercise::kYardstickFractionMetric)
    return {true, GateSays::yardstick, GateSays::yardstick, of(timing.yardstick)};
  return {};
}

// What was found, a sentence without its full stop.
Saying numbers_text(const Timing& timing, const Rival& rival) {
  const TimeNumbers& kernel = timing.kernel;
  if (rival.times)
    return say(GateSays::rival_takes, microseconds_text(kernel.time_us.median), rival.full_name,
               microseconds_text(rival.times->time_us.median),
               fmt::format("{:.2f}", rival.times->time_us.median / kernel.time_us.median));
  return say(GateSays::copy_takes, microseconds_text(kernel.time_us.median),
             fmt::format("{:.1f}", static_cast<double>(timing.bytes) / 1e6),
             microseconds_text(kernel.copy_us.median), fmt::format("{:.2f}", timing.copy_fraction));
}

Saying not_yet(Saying numbers) {
  Saying all = say(GateSays::not_yet);
  all += say(GateSays::with_full_stop, std::move(numbers));
  return all;
}

// The gate in one variant, where its time was measured.
void decide(const exercise::Gate& gate, const Timing& timing, GateResult& result) {
  const TimeNumbers& measured = timing.kernel;
  result.source = timing.source;
  result.gpu = timing.gpu;
  const bool is_time = gate.metric == exercise::kTimeMetric;
  const Rival rival = rival_of(gate, timing);
  if (rival.is_any && rival.times == nullptr) {
    result.says = not_checked(say(GateSays::rival_not_timed, rival.name));
    return;
  }
  result.value = is_time       ? measured.time_us.median
                 : rival.times ? rival.times->time_us.median / measured.time_us.median
                               : timing.copy_fraction;
  if (!timing.impossible.empty()) {
    result.says = not_checked(say(GateSays::time_not_true));
    return;
  }
  for (const TimeNumbers* one : {&measured, rival.times})
    if (one != nullptr && !one->unstable.empty()) {
      result.says = not_checked(
          one == &measured ? say(GateSays::time_unstable, one->unstable)
                           : say(GateSays::time_of_rival_unstable, rival.name, one->unstable));
      return;
    }
  const double margin = std::max(
      {kLeastMargin, measured.time_us.spread(), rival.times ? rival.times->time_us.spread() : 0.0});
  const bool passes = is_time ? *result.value <= *gate.max * (1 + margin)
                              : *result.value >= *gate.min * (1 - margin);
  Saying numbers = numbers_text(timing, rival);
  result.status = passes ? Status::pass : Status::fail;
  result.says =
      passes ? say(GateSays::with_full_stop, std::move(numbers)) : not_yet(std::move(numbers));
}

// What the model says of the gate's value, in its unit; none: it has no number.
std::optional<Modelled> modelled_value(const exercise::Gate& gate, const Timing& timing) {
  if (!timing.not_modelled.empty()) return std::nullopt;
  const TimeNumbers& kernel = timing.kernel;
  Modelled model{timing.gpu,     kernel.time_us.median, kernel.low_us,
                 kernel.high_us, timing.model_version,  {}};
  if (gate.metric == exercise::kTimeMetric) return model;
  const Rival rival = rival_of(gate, timing);
  if (rival.times == nullptr) return std::nullopt;
  model.value = rival.times->time_us.median / kernel.time_us.median;
  model.low = model.value / timing.ratio_spread;
  model.high = model.value * timing.ratio_spread;
  return model;
}

std::string two_digits(double number) { return fmt::format("{:.2f}", number); }

GateSays rival_of_range(const exercise::Gate& gate) {
  return gate.metric == exercise::kYardstickFractionMetric ? GateSays::yardstick
                                                           : GateSays::reference;
}

// `time`, and what it says of a speed in its place, take a value, the least and the most.
Saying range_text(const exercise::Gate& gate, const Modelled& model,
                  GateSays time = GateSays::time_between) {
  if (gate.metric == exercise::kTimeMetric)
    return say(time, microseconds_text(model.value), microseconds_text(model.low),
               microseconds_text(model.high));
  return say(time == GateSays::time_between ? GateSays::speed_between : GateSays::speed_it_may_be,
             two_digits(model.value), rival_of_range(gate), two_digits(model.low),
             two_digits(model.high));
}

// "840 us or less", "0.80 of the yardstick's speed or more".
Saying goal_text(const exercise::Gate& gate) {
  if (gate.metric == exercise::kTimeMetric)
    return say(GateSays::goal_of_time, microseconds_text(*gate.max));
  return say(GateSays::goal_of_speed, two_digits(*gate.min), rival_of_range(gate));
}

// The gate in one variant, where a model stands in. Only a range on one side of the limit decides;
// anything else is as if there were no model.
void decide_by_model(const exercise::Gate& gate, const Timing& timing, GateResult& result) {
  result.source = Source::modelled;
  result.gpu = timing.gpu;
  result.applies = false;
  result.model = modelled_value(gate, timing);
  if (!result.model) {
    result.says = not_checked(timing.not_modelled.empty()
                                  ? say(GateSays::nothing_to_compare, timing.gpu)
                                  : say(GateSays::not_modelled, timing.gpu, timing.not_modelled));
    return;
  }
  const Modelled& model = *result.model;
  result.value = model.value;
  const std::optional<bool> keeps = keeps_limit(gate, model.low, model.high);
  const Saying range = range_text(gate, model);
  Saying numbers = say(GateSays::model_says, timing.gpu, model.version, range);
  result.applies = keeps.has_value();
  if (!result.applies) {
    result.says = not_checked(say(GateSays::model_cannot_tell, goal_text(gate), timing.gpu,
                                  range_text(gate, model, GateSays::time_it_may_be)));
    return;
  }
  result.status = *keeps ? Status::pass : Status::fail;
  result.says = *keeps ? say(GateSays::model_says_so, timing.gpu, model.version, range)
                       : not_yet(std::move(numbers));
}

// The model's word beside a measured value, which has decided. They can contradict each other only
// where both are of one GPU.
void show_beside(const exercise::Gate& gate, const Timing& timing, GateResult& result) {
  result.model = modelled_value(gate, timing);
  if (!result.model || !result.value) return;
  Modelled& model = *result.model;
  if (timing.gpu == result.gpu && (*result.value < model.low || *result.value > model.high))
    model.difference = say(GateSays::model_is_wrong, timing.gpu, range_text(gate, model));
  add_sentence(result.says, model.difference.empty()
                                ? say(GateSays::model_beside, timing.gpu, range_text(gate, model))
                                : model.difference);
}

}  // namespace

std::vector<GateResult> judge_gpu(const Evidence& evidence) {
  if (!evidence.gpu) return {};
  const GpuEvidence& gpu = *evidence.gpu;
  bool was_timed = !gpu.wrong_when_timed.empty();
  Saying impossible;
  for (const Timing& timing : evidence.timings) {
    if (!was_measured(timing)) continue;
    was_timed = true;
    if (impossible.empty()) impossible = timing.impossible;
  }
  std::vector<GateResult> gates = {
      gpu_gate(kSameOnGpuGate, "same on the GPU", gpu, gpu.difference)};
  if (!was_timed) return gates;
  gates.push_back(gpu_gate(kRightWhenTimedGate, "right when timed", gpu, gpu.wrong_when_timed));
  gates.push_back(gpu_gate(kPlausibleTimeGate, "plausible time", gpu, impossible));
  return gates;
}

GateResult judge_time(const exercise::Exercise& exercise, const exercise::Gate& gate,
                      const Evidence& evidence) {
  GateResult base = begin_result(gate);
  base.launch = launch_name(exercise, gate);
  base.limit = gate.max ? gate.max : gate.min;
  base.limit_is_minimum = !gate.max && gate.min;
  base.unit = gate.unit;
  base.source = Source::measured;
  base.gpu = gate.gpu;
  if (Saying why = why_it_does_not_apply(exercise, gate, evidence); !why.empty()) {
    base.applies = false;
    base.says = std::move(why);
    return base;
  }
  if (evidence.gpu) base.gpu = evidence.gpu->report.name;
  const bool is_wrong = evidence.gpu && !evidence.gpu->wrong_when_timed.empty();
  std::optional<GateResult> decisive;
  for (const exercise::Variant& variant : exercise.variants) {
    if (!gate.is_of(variant.name)) continue;
    GateResult result = base;
    if (exercise.variants.size() > 1) result.variant = variant.name;
    const TimesOfGate times = times_of(gate, variant.name, exercise, evidence.timings);
    if (times.measured && !is_wrong) decide(gate, *times.measured, result);
    else if (times.modelled && !is_wrong) decide_by_model(gate, *times.modelled, result);
    else result.says = not_checked(why_not_timed(evidence));
    if (times.measured && times.modelled) show_beside(gate, *times.modelled, result);
    // Of several variants the worst decides: failed before not checked before passed.
    const auto rank = [](const GateResult& of) {
      return of.status == Status::fail ? 0 : of.status == Status::not_checked ? 1 : 2;
    };
    const auto worse = [&](const GateResult& a, const GateResult& b) {
      if (rank(a) != rank(b)) return rank(a) < rank(b);
      if (!a.value || !b.value) return false;
      return base.limit_is_minimum ? *a.value < *b.value : *a.value > *b.value;
    };
    if (!decisive || worse(result, *decisive)) decisive = std::move(result);
  }
  return decisive.value_or(base);
}

std::optional<bool> keeps_limit(const exercise::Gate& gate, double low, double high) {
  if (gate.max ? high <= *gate.max : low >= *gate.min) return true;
  if (gate.max ? low > *gate.max : high < *gate.min) return false;
  return std::nullopt;
}

const TimeNumbers* compared_with(const exercise::Gate& gate, const Timing& timing) {
  return rival_of(gate, timing).times;
}

Saying why_impossible(const Timing& timing, double peak) {
  const double seconds = timing.kernel.time_us.median * 1e-6;
  const auto bytes = static_cast<double>(timing.bytes);
  if (peak > 0 && bytes > seconds * peak)
    return say(GateSays::too_fast_for_memory, microseconds_text(seconds * 1e6),
               fmt::format("{:.1f}", bytes / 1e6), fmt::format("{:.0f}", bytes / seconds / 1e9),
               fmt::format("{:.0f}", peak / 1e9));
  if (timing.copy_fraction > kFastestOfCopy)
    return say(GateSays::too_fast_for_copy, fmt::format("{:.2f}", timing.copy_fraction));
  return {};
}

}  // namespace warplab::verdict
