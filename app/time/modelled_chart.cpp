#include "time/modelled_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "time/trace_machine.hpp"
#include "verdict/judge/time_gate.hpp"
#include "verdict/result/number_text.hpp"

namespace warplab::app {
namespace {

using model::Part;
using Of = ModelledLaunch::Of;
using Says = ModelledLimit::Says;

std::string with_range(const ModelledTime& time) {
  return fmt::format("{} ({})", verdict::microseconds_text(time.us), time.range_text());
}

bool is_at_size_for_gpu(const exercise::Exercise& exercise, const WhatIfAnswer& answer) {
  return answer.sizes == first_sizes(exercise);
}

// Sets `sentence` where there can be no time beside the limit.
bool can_be_asked(const exercise::Exercise& exercise, const exercise::Gate& gate,
                  const WhatIfAnswer& answer, ModelledLimit& limit) {
  if (!gate.gpu.empty() && gate.gpu != answer.gpu) {
    limit.for_gpu = gate.gpu;
    limit.sentence = fmt::format("The limit is for the {}.", gate.gpu);
  } else if (gate.metric == exercise::kTimeMetric && !is_at_size_for_gpu(exercise, answer)) {
    limit.sentence =
        fmt::format("The limit is for {}.", size_of(exercise, first_sizes(exercise)).label);
  } else if (gate.metric == exercise::kCopyFractionMetric) {
    limit.sentence = "Our copy is not modelled: this is measured on a GPU.";
  }
  return limit.sentence.empty();
}

// The time that the gate allows, from those of what it compares with.
std::optional<double> allowed(const exercise::Gate& gate, const WhatIfAnswer& answer) {
  if (gate.metric == exercise::kTimeMetric) return gate.max;
  const Of of = gate.metric == exercise::kYardstickFractionMetric ? Of::yardstick : Of::reference;
  const std::optional<ModelledTime> rival = modelled_time(answer, gate.launch, of);
  if (!rival || !gate.min || *gate.min <= 0) return std::nullopt;
  return rival->us / *gate.min;
}

// Of the first of these launches that has none.
std::string why_unmodelled(const WhatIfAnswer& answer, int spec) {
  for (const ModelledLaunch& launch : answer.launches)
    if (launch.of == Of::student && (spec < 0 || launch.spec == static_cast<size_t>(spec)) &&
        !launch.model.possible && !launch.model.why_not.empty())
      return launch.model.why_not;
  return "No block of it fits this GPU.";
}

std::string why_no_rival(const WhatIfAnswer& answer) {
  if (!answer.is_whole) return "What it is compared with is still being modelled.";
  if (!answer.why_not_compared.empty())
    return "What it is compared with could not be modelled. " + answer.why_not_compared;
  return "What it is compared with is not modelled.";
}

Says side_of(double low, double high, const exercise::Gate& gate) {
  const std::optional<bool> keeps = verdict::keeps_limit(gate, low, high);
  return !keeps ? Says::open : *keeps ? Says::holds : Says::fails;
}

// Of a ratio of two modelled times most of what is wrong is wrong in both, so its range is narrower
// (as in verdict/judge/time_gate.cpp).
void judge(const exercise::Gate& gate, const ModelledTime& time, ModelledLimit& limit) {
  std::string modelled = with_range(time);
  if (limit.is_time) {
    limit.says = side_of(time.low_us, time.high_us, gate);
  } else {
    const double ratio = *gate.min * *limit.allowed_us / time.us;
    const double low = ratio / time.ratio_spread, high = ratio * time.ratio_spread;
    limit.says = side_of(low, high, gate);
    modelled = fmt::format("{:.2f} of it ({:.2f} to {:.2f})", ratio, low, high);
  }
  const char* const says = limit.says == Says::holds ? "all of this range keeps the limit"
                           : limit.says == Says::fails
                               ? "all of this range misses the limit"
                               : "the limit lies within this range, so it is open";
  limit.sentence = fmt::format("modelled {}: {}", modelled, says);
}

// Names that fit beside a bar.
std::string short_name(const model::LaunchModel& model, Part part) {
  switch (part) {
    case Part::issue: return "issue";
    case Part::arithmetic: return model.pipe.empty() ? "arithmetic" : std::string(model.pipe);
    case Part::shared_l1: return "shared memory, L1";
    case Part::l2: return "L2";
    case Part::dram: return "DRAM";
    case Part::atomics: return "atomics";
    case Part::latency: return "latency";
    case Part::tail: return "waves and tail";
    case Part::launch: return "launch";
  }
  return "";
}

double bytes_of_graded(const exercise::Exercise& exercise, const exercise::Variant& variant,
                       size_t spec) {
  for (const exercise::SizeSet& size : exercise.sizes) {
    if (size.purpose != exercise::SizeSet::Purpose::graded) continue;
    const Result<exercise::Case> made = exercise::instantiate(exercise, size, variant, 1);
    return made ? bytes_to_move(*made, spec) : 0;
  }
  return 0;
}

}  // namespace

std::string ModelledTime::range_text() const {
  return fmt::format("{} to {}", verdict::microseconds_text(low_us),
                     verdict::microseconds_text(high_us));
}

std::optional<ModelledTime> modelled_time(const WhatIfAnswer& answer, int spec, Of of) {
  std::optional<ModelledTime> sum;
  for (const ModelledLaunch& launch : answer.launches) {
    if (launch.of != of || (spec >= 0 && launch.spec != static_cast<size_t>(spec))) continue;
    if (!launch.model.possible) return std::nullopt;
    if (!sum) sum.emplace();
    sum->us += launch.model.time_us;
    sum->low_us += launch.model.low_us;
    sum->high_us += launch.model.high_us;
    sum->ratio_spread = std::max(sum->ratio_spread, launch.model.ratio_spread);
  }
  return sum;
}

std::vector<ModelledLimit> modelled_limits(const exercise::Exercise& exercise,
                                           const WhatIfAnswer& answer) {
  std::vector<ModelledLimit> limits;
  for (const exercise::Gate& gate : exercise.gates) {
    if (!gate.is_timed() || !gate.is_of(answer.variant)) continue;
    ModelledLimit limit;
    limit.name = gate.name;
    limit.text = limit_text(gate);
    limit.is_time = gate.metric == exercise::kTimeMetric;
    if (can_be_asked(exercise, gate, answer, limit)) {
      const std::optional<ModelledTime> time = modelled_time(answer, gate.launch);
      limit.allowed_us = allowed(gate, answer);
      if (!time) limit.sentence = why_unmodelled(answer, gate.launch);
      else if (!limit.allowed_us) limit.sentence = why_no_rival(answer);
      else judge(gate, *time, limit);
    }
    limits.push_back(std::move(limit));
  }
  return limits;
}

namespace {

// What would limit next, as the bars say it: the model names latency where nothing else comes near
// the limiter, and one of them may be seen to be busier than that.
Part next_part(const model::LaunchModel& model) {
  const auto us = [&](Part part) { return model.parts_us[static_cast<size_t>(part)]; };
  Part next = model.second_limiter;
  for (size_t i = 0; i < model::kPartCount; ++i)
    if (const auto part = static_cast<Part>(i); part != model.limiter && us(part) > us(next))
      next = part;
  return next;
}

}  // namespace

std::vector<PartBar> part_bars(const model::LaunchModel& model) {
  std::vector<PartBar> bars;
  const Part next = next_part(model);
  for (size_t i = 0; i < model::kPartCount; ++i) {
    const auto part = static_cast<Part>(i);
    bars.push_back({part, short_name(model, part), model.parts_us[i], part == model.limiter,
                    part == next && part != model.limiter});
  }
  return bars;
}

std::string limiter_text(const model::LaunchModel& model) {
  const auto name = [&](Part part) {
    return part == Part::arithmetic && !model.pipe.empty() ? std::string(model.pipe)
                                                           : std::string(name_of(part));
  };
  const Part next = next_part(model);
  if (model.limiter == next) return fmt::format("Limited by {}.", name(model.limiter));
  return fmt::format("Limited by {}, and next by {}.", name(model.limiter), name(next));
}

std::string advice_of(Part limiter) {
  switch (limiter) {
    case Part::issue:
      return "An instruction is issued in most of the cycles: with fewer of them it is faster.";
    case Part::arithmetic:
      return "The units for this arithmetic have no pause: with less of it, or with a cheaper "
             "kind, "
             "it is faster.";
    case Part::shared_l1:
      return "Shared memory and L1 are busy with one pass after the other: bank conflicts and "
             "scattered loads take several for one request.";
    case Part::l2:
      return "L2 is busy with sectors: strided accesses move more of them than are used.";
    case Part::dram:
      return "DRAM is busy with bytes. Where all of them are used this is as fast as it gets.";
    case Part::atomics:
      return "Atomics on one address come one after the other: let fewer of them meet.";
    case Part::latency:
      return "Nothing is busy: warps wait for memory and for one another. More warps at a time, or "
             "more loads on their way in each, would fill the time.";
    case Part::tail:
      return "Some multiprocessors have nothing to do: there are few blocks, or the last ones end "
             "late.";
    case Part::launch: return "There is so little work that starting the kernel takes longer.";
  }
  return "";
}

std::vector<OccupancyRow> occupancy_rows(const model::Occupancy& occupancy) {
  std::vector<OccupancyRow> rows;
  for (const auto limit : {model::OccupancyLimit::threads, model::OccupancyLimit::registers,
                           model::OccupancyLimit::shared_memory, model::OccupancyLimit::blocks}) {
    const uint64_t blocks = occupancy.blocks_by[static_cast<size_t>(limit)];
    OccupancyRow row{std::string(name_of(limit)), blocks, occupancy.limit == limit};
    if (blocks == model::kNoLimit) row.blocks.reset();
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string occupancy_text(const model::Occupancy& occupancy) {
  const double most =
      occupancy.fraction > 0 ? static_cast<double>(occupancy.warps) / occupancy.fraction : 0;
  const std::string blocks =
      occupancy.blocks == 1 ? "1 block" : fmt::format("{} blocks", occupancy.blocks);
  const std::string why =
      occupancy.limit == model::OccupancyLimit::grid
          ? "the grid has no more"
          : fmt::format("{} limit it", name_of(occupancy.limit) == "shared memory"
                                           ? "its needs of shared memory"
                                           : std::string(name_of(occupancy.limit)));
  return fmt::format("{} of {:.0f} warps of a multiprocessor ({:.0f} %) in {}: {}.",
                     occupancy.warps, most, 100 * occupancy.fraction, blocks, why);
}

std::optional<double> counted_per_byte(const exercise::Exercise& exercise,
                                       const verdict::ExerciseResult& result,
                                       const std::string& variant, size_t spec, bool of_reference) {
  const exercise::Variant* const known = variant_named(exercise, variant);
  const auto counted =
      std::ranges::find(result.counters, variant, &verdict::VariantCounters::variant);
  if (known == nullptr || counted == result.counters.end() || !counted->completed)
    return std::nullopt;
  double instructions = 0;
  for (const verdict::CountedLaunch& launch : counted->launches) {
    if (launch.spec != spec) continue;
    if (of_reference && !launch.reference) return std::nullopt;
    const sim::Counters& total = of_reference ? *launch.reference : launch.total;
    instructions += static_cast<double>(total[sim::Counter::thread_instructions]);
  }
  const double bytes = bytes_of_graded(exercise, *known, spec);
  if (instructions <= 0 || bytes <= 0) return std::nullopt;
  return instructions / bytes;
}

Roofline modelled_roofline(const exercise::Exercise& exercise,
                           const verdict::ExerciseResult& result, const WhatIfAnswer& answer,
                           size_t spec) {
  Roofline roofline;
  roofline.bytes_per_second = answer.dram_bytes_per_second;
  roofline.instructions_per_second = answer.instructions_per_second;
  roofline.roof = "DRAM";
  roofline.is_modelled = true;
  for (const ModelledLaunch& launch : answer.launches) {
    const bool is_own = launch.of == Of::student && launch.spec == spec;
    // The yardstick's instructions are not counted.
    if (!launch.model.possible || launch.model.time_us <= 0 || launch.of == Of::yardstick) continue;
    if (launch.of != Of::student && launch.spec != spec) continue;
    const std::optional<double> per_byte = counted_per_byte(
        exercise, result, launch.of == Of::other_variant ? launch.name : answer.variant,
        launch.spec, launch.of == Of::reference);
    if (!per_byte) continue;
    RoofPoint point;
    point.label = is_own                       ? "this kernel"
                  : launch.of == Of::reference ? "the reference"
                                               : launch.name;
    point.mark = is_own                       ? RoofPoint::Mark::own
                 : launch.of == Of::reference ? RoofPoint::Mark::reference
                                              : RoofPoint::Mark::other;
    point.per_byte = *per_byte;
    point.us = launch.model.time_us;
    point.per_second = *per_byte * launch.bytes / (launch.model.time_us * 1e-6);
    if (is_own) roofline.points.insert(roofline.points.begin(), std::move(point));
    else roofline.points.push_back(std::move(point));
  }
  return roofline;
}

std::optional<MeasuredBeside> measured_beside(const exercise::Exercise& exercise,
                                              const verdict::Timing& timing,
                                              const WhatIfAnswer& answer) {
  if (timing.source != verdict::Source::measured || timing.gpu != answer.gpu ||
      answer.block_was_tried || timing.variant != answer.variant)
    return std::nullopt;
  const std::string of_variant = exercise.variants.size() > 1 ? ", " + answer.variant : "";
  if (timing.where != answer.where + of_variant) return std::nullopt;
  int spec = -1;
  if (!timing.launch.empty()) {
    const auto named = std::ranges::find_if(answer.launches, [&](const ModelledLaunch& launch) {
      return launch.of == Of::student && launch.name == timing.launch;
    });
    if (named == answer.launches.end()) return std::nullopt;
    spec = static_cast<int>(named->spec);
  }
  const std::optional<ModelledTime> modelled = modelled_time(answer, spec);
  if (!modelled) return std::nullopt;
  MeasuredBeside beside;
  beside.measured_us = timing.kernel.time_us.median;
  beside.modelled = *modelled;
  beside.agrees = beside.measured_us >= modelled->low_us && beside.measured_us <= modelled->high_us;
  const double off = modelled->us / beside.measured_us;
  beside.sentence =
      beside.agrees
          ? fmt::format("The model of this GPU says {}: what was measured lies in this range.",
                        with_range(*modelled))
          : fmt::format(
                "The model of this GPU says {}: {:.2f} times what was measured, which lies "
                "outside of this range. What was measured counts. docs/GPU-MODEL.md says "
                "what the model leaves out.",
                with_range(*modelled), off);
  return beside;
}

// ---- what can be asked --------------------------------------------------------------------------

exercise::Values first_sizes(const exercise::Exercise& exercise) {
  using Purpose = exercise::SizeSet::Purpose;
  for (const Purpose purpose : {Purpose::gpu, Purpose::graded})
    for (const exercise::SizeSet& size : exercise.sizes)
      if (size.purpose == purpose) return size.values;
  return {};
}

std::vector<SizeChoice> size_choices(const exercise::Exercise& exercise) {
  using Purpose = exercise::SizeSet::Purpose;
  std::vector<SizeChoice> choices;
  for (const std::string& name :
       exercise.sizes.empty() ? std::vector<std::string>{} : exercise.sizes.front().names) {
    SizeChoice choice{name, {}};
    int64_t least = INT64_MAX, most = 1;
    for (const exercise::SizeSet& size : exercise.sizes) {
      const auto value = size.values.find(name);
      if (value == size.values.end()) continue;
      least = std::min(least, value->second);
      most = std::max(most, value->second);
      if (size.purpose == Purpose::gpu || size.purpose == Purpose::graded)
        choice.stops.push_back(value->second);
    }
    // Powers of two and what lies halfway between them.
    for (int64_t power = 1; power <= most; power *= 2)
      for (const int64_t stop : {power, power + power / 2})
        if (stop >= least && stop <= most) choice.stops.push_back(stop);
    std::ranges::sort(choice.stops);
    choice.stops.erase(std::unique(choice.stops.begin(), choice.stops.end()), choice.stops.end());
    choices.push_back(std::move(choice));
  }
  return choices;
}

namespace {
uint32_t& extent_of(Dim3& block, int direction) {
  return direction == 0 ? block.x : direction == 1 ? block.y : block.z;
}
}  // namespace

std::vector<int64_t> block_stops(const exercise::Exercise& exercise, int direction) {
  Dim3 most = exercise.max_block;
  const uint32_t limit = std::min(extent_of(most, direction), exercise.max_block_threads);
  std::vector<int64_t> stops;
  for (int64_t stop = 1; stop <= limit; stop *= 2) stops.push_back(stop);
  return stops;
}

Dim3 with_extent(const exercise::Exercise& exercise, Dim3 block, int direction, int64_t extent) {
  extent_of(block, direction) = static_cast<uint32_t>(extent);
  while (block.volume() > exercise.max_block_threads) {
    // The largest of the others gives way.
    int largest = direction == 0 ? 1 : 0;
    for (int other = 0; other < 3; ++other)
      if (other != direction && extent_of(block, other) > extent_of(block, largest))
        largest = other;
    if (extent_of(block, largest) == 1) break;
    extent_of(block, largest) /= 2;
  }
  return block;
}

std::string block_text(const Dim3& block) {
  return block.z > 1 ? fmt::format("{} x {} x {}", block.x, block.y, block.z)
                     : fmt::format("{} x {}", block.x, block.y);
}

}  // namespace warplab::app
