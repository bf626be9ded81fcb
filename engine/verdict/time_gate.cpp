#include "verdict/time_gate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verdict/metric_gate.hpp"
#include "verdict/number_text.hpp"

namespace warplab::verdict {
namespace {

// A kernel that is this much faster than a copy of its bytes has not moved them. (Loads alone can
// be a little faster than loads and stores.)
constexpr double kFastestOfCopy = 1.15;
// What a limit forgives at least: two measurements of one kernel differ by as much.
constexpr double kLeastMargin = 0.03;

GateResult gpu_gate(std::string_view metric, std::string name, const GpuEvidence& evidence,
                    const std::string& failure) {
  GateResult gate;
  gate.metric = metric;
  gate.name = std::move(name);
  gate.points = 0;
  gate.source = Source::measured;
  gate.gpu = evidence.report.name;
  if (!failure.empty()) {
    gate.status = Status::fail;
    gate.message = failure;
  } else if (!evidence.skipped.empty()) {
    gate.message = "Not checked: " + evidence.skipped;
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
std::string why_it_does_not_apply(const exercise::Exercise& exercise, const exercise::Gate& gate,
                                  const Evidence& evidence) {
  for (const exercise::Variant& variant : exercise.variants) {
    const TimesOfGate times = times_of(gate, variant.name, exercise, evidence.timings);
    if (gate.is_of(variant.name) && (times.measured || times.modelled)) return {};
  }
  if (!evidence.gpu) return fmt::format("Not checked: {}.", evidence.why_no_gpu);
  const std::string& here = evidence.gpu->report.name;
  if (gate.metric != exercise::kTimeMetric || gate.gpu == here) return {};
  return fmt::format("Not checked: the limit is for the {}, and this is the {}.", gate.gpu, here);
}

// Why a time that could be measured here was not, one sentence.
std::string why_not_timed(const Evidence& evidence) {
  if (evidence.gpu)
    for (const std::string* why : {&evidence.gpu->skipped, &evidence.gpu->difference,
                                   &evidence.gpu->wrong_when_timed, &evidence.gpu->incomplete})
      if (!why->empty()) return *why;
  return "it was not timed.";
}

// What a gate compares a kernel's time with.
struct Rival {
  const char* name = nullptr;  // "reference"; null: nothing
  const char* full_name = nullptr;
  const TimeNumbers* times = nullptr;
};
Rival rival_of(const exercise::Gate& gate, const Timing& timing) {
  const auto of = [](const std::optional<TimeNumbers>& times) { return times ? &*times : nullptr; };
  if (gate.metric == exercise::kReferenceFractionMetric)
    return {"reference", "reference kernel", of(timing.reference)};
  if (gate.metric == exercise::kYardstickFractionMetric)
    return {"yardstick", "yardstick", of(timing.yardstick)};
  return {};
}

// What was found, a sentence without its full stop.
std::string numbers_text(const Timing& timing, const Rival& rival) {
  const TimeNumbers& kernel = timing.kernel;
  if (rival.times)
    return fmt::format("{}, where the {} takes {}: {:.2f} of its speed",
                       microseconds_text(kernel.time_us.median), rival.full_name,
                       microseconds_text(rival.times->time_us.median),
                       rival.times->time_us.median / kernel.time_us.median);
  return fmt::format(
      "{} for {:.1f} MB, where our copy of as many bytes takes {}: {:.2f} of its bandwidth",
      microseconds_text(kernel.time_us.median), static_cast<double>(timing.bytes) / 1e6,
      microseconds_text(kernel.copy_us.median), timing.copy_fraction);
}

// The gate in one variant, where its time was measured.
void decide(const exercise::Gate& gate, const Timing& timing, GateResult& result) {
  const TimeNumbers& measured = timing.kernel;
  result.source = timing.source;
  result.gpu = timing.gpu;
  const bool is_time = gate.metric == exercise::kTimeMetric;
  const Rival rival = rival_of(gate, timing);
  if (rival.name != nullptr && rival.times == nullptr) {
    result.message = fmt::format("Not checked: the {} was not timed.", rival.name);
    return;
  }
  result.value = is_time       ? measured.time_us.median
                 : rival.times ? rival.times->time_us.median / measured.time_us.median
                               : timing.copy_fraction;
  if (!timing.impossible.empty()) {
    result.message = "Not checked: the time cannot be true.";
    return;
  }
  for (const TimeNumbers* one : {&measured, rival.times})
    if (one != nullptr && !one->unstable.empty()) {
      result.message =
          fmt::format("Not checked: unstable, run it again. {}{}",
                      one == &measured ? "" : fmt::format("The {}: ", rival.name), one->unstable);
      return;
    }
  const double margin = std::max(
      {kLeastMargin, measured.time_us.spread(), rival.times ? rival.times->time_us.spread() : 0.0});
  const bool passes = is_time ? *result.value <= *gate.max * (1 + margin)
                              : *result.value >= *gate.min * (1 - margin);
  const std::string numbers = numbers_text(timing, rival);
  result.status = passes ? Status::pass : Status::fail;
  result.message = passes ? numbers + "." : fmt::format("Not yet: {}.", numbers);
}

// What the model says of the gate's value, in its unit; none: it has no number.
std::optional<Modelled> modelled_value(const exercise::Gate& gate, const Timing& timing) {
  if (!timing.not_modelled.empty()) return std::nullopt;
  const TimeNumbers& kernel = timing.kernel;
  Modelled model{timing.gpu,     kernel.time_us.median, kernel.low_us,
                 kernel.high_us, timing.model_version,  ""};
  if (gate.metric == exercise::kTimeMetric) return model;
  const Rival rival = rival_of(gate, timing);
  if (rival.times == nullptr) return std::nullopt;
  model.value = rival.times->time_us.median / kernel.time_us.median;
  model.low = model.value / timing.ratio_spread;
  model.high = model.value * timing.ratio_spread;
  return model;
}

std::string range_text(const exercise::Gate& gate, const Modelled& model) {
  if (gate.metric == exercise::kTimeMetric)
    return fmt::format("{}, between {} and {}", microseconds_text(model.value),
                       microseconds_text(model.low), microseconds_text(model.high));
  return fmt::format("{:.2f} of the {}'s speed, between {:.2f} and {:.2f}", model.value,
                     gate.metric == exercise::kYardstickFractionMetric ? "yardstick" : "reference",
                     model.low, model.high);
}

// The gate in one variant, where a model stands in. Only a range on one side of the limit decides;
// anything else is as if there were no model.
void decide_by_model(const exercise::Gate& gate, const Timing& timing, GateResult& result) {
  result.source = Source::modelled;
  result.gpu = timing.gpu;
  result.applies = false;
  result.model = modelled_value(gate, timing);
  if (!result.model) {
    result.message = "Not checked: it could not be modelled for the " + timing.gpu + ". " +
                     (timing.not_modelled.empty() ? "There is nothing to compare it with."
                                                  : timing.not_modelled);
    return;
  }
  const Modelled& model = *result.model;
  result.value = model.value;
  const std::optional<bool> keeps = keeps_limit(gate, model.low, model.high);
  const std::string numbers = fmt::format("the model of a {} (version {}) says {}", timing.gpu,
                                          model.version, range_text(gate, model));
  result.applies = keeps.has_value();
  if (!result.applies) {
    result.message = fmt::format(
        "Not checked: {}, and the limit lies in that range; without a {} nobody can tell.", numbers,
        timing.gpu);
    return;
  }
  result.status = *keeps ? Status::pass : Status::fail;
  result.message =
      *keeps ? fmt::format("T{}.", numbers.substr(1)) : fmt::format("Not yet: {}.", numbers);
}

// The model's word beside a measured value, which has decided. They can contradict each other only
// where both are of one GPU.
void show_beside(const exercise::Gate& gate, const Timing& timing, GateResult& result) {
  result.model = modelled_value(gate, timing);
  if (!result.model || !result.value) return;
  Modelled& model = *result.model;
  if (timing.gpu == result.gpu && (*result.value < model.low || *result.value > model.high))
    model.difference = fmt::format(
        "The model of a {} says {}, and what was measured lies outside of that: the model is wrong "
        "about this kernel.",
        timing.gpu, range_text(gate, model));
  const std::string beside =
      model.difference.empty()
          ? fmt::format("The model of a {} says {}.", timing.gpu, range_text(gate, model))
          : model.difference;
  result.message += (result.message.empty() ? "" : " ") + beside;
}

}  // namespace

std::vector<GateResult> judge_gpu(const Evidence& evidence) {
  if (!evidence.gpu) return {};
  const GpuEvidence& gpu = *evidence.gpu;
  bool was_timed = !gpu.wrong_when_timed.empty();
  std::string impossible;
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
  if (std::string why = why_it_does_not_apply(exercise, gate, evidence); !why.empty()) {
    base.applies = false;
    base.message = std::move(why);
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
    else result.message = "Not checked: " + why_not_timed(evidence);
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

std::string why_impossible(const Timing& timing, double peak) {
  const double seconds = timing.kernel.time_us.median * 1e-6;
  const auto bytes = static_cast<double>(timing.bytes);
  if (peak > 0 && bytes > seconds * peak)
    return fmt::format(
        "Too fast to be true: {} for {:.1f} MB would be {:.0f} GB/s, and the memory of this GPU "
        "moves {:.0f} GB/s at most: it cannot have read all of its input and written all of its "
        "output.",
        microseconds_text(seconds * 1e6), bytes / 1e6, bytes / seconds / 1e9, peak / 1e9);
  if (timing.copy_fraction > kFastestOfCopy)
    return fmt::format(
        "Too fast to be true: {:.2f} times the bandwidth of a copy of as many bytes, measured "
        "beside it; not all of them can have been moved.",
        timing.copy_fraction);
  return {};
}

}  // namespace warplab::verdict
