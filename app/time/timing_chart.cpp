#include "time/timing_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/capital.hpp"
#include "results/messages.hpp"
#include "verdict/judge/time_gate.hpp"
#include "verdict/result/number_text.hpp"
#include "words/text.hpp"

namespace warplab::app {
namespace {

using verdict::GateResult;
using verdict::Status;
using verdict::Timing;

bool concerns(const exercise::Exercise& exercise, const exercise::Gate& gate,
              const Timing& timing) {
  if (!gate.is_timed() || !gate.is_of(timing.variant)) return false;
  const std::string launch =
      gate.launch < 0 ? std::string() : exercise.launches.at(static_cast<size_t>(gate.launch)).name;
  return launch == timing.launch;
}

std::optional<double> allowed_us(const exercise::Gate& gate, const Timing& timing) {
  const double median = timing.kernel.time_us.median;
  if (gate.metric == exercise::kTimeMetric) return gate.max;
  if (!gate.min || *gate.min <= 0) return std::nullopt;
  if (gate.metric == exercise::kCopyFractionMetric)
    return median * timing.copy_fraction / *gate.min;
  const verdict::TimeNumbers* const rival = verdict::compared_with(gate, timing);
  if (rival == nullptr) return std::nullopt;
  return rival->time_us.median / *gate.min;
}

// The same exercise at another size: how many times more data.
std::optional<double> data_ratio(const exercise::Exercise& exercise,
                                 const exercise::Variant& variant) {
  const auto bytes_at = [&](exercise::SizeSet::Purpose purpose) -> std::optional<double> {
    for (const exercise::SizeSet& size : exercise.sizes) {
      if (size.purpose != purpose) continue;
      const Result<exercise::Case> made = exercise::instantiate(exercise, size, variant, 1);
      if (!made) return std::nullopt;
      double bytes = 0;
      for (const data::Buffer& buffer : made->buffers)
        bytes += static_cast<double>(bytes_of(buffer));
      return bytes;
    }
    return std::nullopt;
  };
  const auto graded = bytes_at(exercise::SizeSet::Purpose::graded),
             timed = bytes_at(exercise::SizeSet::Purpose::gpu);
  if (!graded || !timed || *graded <= 0) return std::nullopt;
  return *timed / *graded;
}

}  // namespace

std::string limit_text(const exercise::Gate& gate) {
  const double limit = gate.max ? *gate.max : gate.min.value_or(0);
  return fmt::format("{} {:g} {}", gate.max ? "at most" : "at least", limit, gate.unit);
}

std::vector<TimeLimit> limits_of(const exercise::Exercise& exercise,
                                 const verdict::ExerciseResult& result, const Timing& timing) {
  std::vector<TimeLimit> limits;
  for (const exercise::Gate& gate : exercise.gates) {
    if (!concerns(exercise, gate, timing)) continue;
    TimeLimit limit{
        gate.name, limit_text(gate), allowed_us(gate, timing), Status::not_checked, true, {}};
    limit.is_time = gate.metric == exercise::kTimeMetric;
    for (const GateResult& judged : result.gates) {
      if (judged.name != gate.name || judged.metric != gate.metric) continue;
      limit.status = judged.status;
      limit.applies = judged.applies;
      limit.reason = reason_of(judged);
      if (judged.source == verdict::Source::modelled) limit.modelled_for = judged.gpu;
    }
    if (!limit.applies || !limit.modelled_for.empty()) limit.us.reset();
    limits.push_back(std::move(limit));
  }
  return limits;
}

Standing standing_of(const Timing& timing) {
  if (!timing.impossible.empty())
    return {Standing::Kind::impossible, words::text_of(timing.impossible)};
  if (!timing.kernel.unstable.empty())
    return {Standing::Kind::unstable, "Unstable, run it again: " + timing.kernel.unstable};
  return {Standing::Kind::stable, fmt::format("Stable: the middle half of the samples spreads over "
                                              "{:.1f} % of the median, and our copy "
                                              "took as long after them as before.",
                                              100 * timing.kernel.time_us.spread())};
}

std::string yardstick_text(const exercise::Exercise& exercise, const Timing& timing) {
  if (!timing.yardstick) return {};
  const Summary& time = timing.yardstick->time_us;
  return fmt::format(
      "The yardstick, {}, takes {} ({} to {}): this is {:.2f} of its speed",
      exercise.yardstick_file.empty() ? "a stream of as many bytes in the same grid and blocks"
                                      : "the exercise's " + exercise.yardstick_file,
      verdict::microseconds_text(time.median), verdict::microseconds_text(time.q1),
      verdict::microseconds_text(time.q3), time.median / timing.kernel.time_us.median);
}

std::string library_text(const Timing& timing) {
  if (!timing.library) return {};
  const Summary& time = timing.library->time_us;
  return fmt::format("{} takes {} ({} to {}): this is {:.2f} of its speed", timing.library_name,
                     verdict::microseconds_text(time.median), verdict::microseconds_text(time.q1),
                     verdict::microseconds_text(time.q3),
                     time.median / timing.kernel.time_us.median);
}

std::string sampling_text(const Timing& timing) {
  const verdict::TimeNumbers& measured = timing.kernel;
  std::string text = fmt::format("{} samples", measured.samples_us.size());
  if (timing.batch > 1) text += fmt::format(" of {} runs each", timing.batch);
  text += measured.discarded == 0
              ? ", none thrown away"
              : fmt::format(", {} thrown away for a low clock", measured.discarded);
  text += fmt::format("; {} round{}", measured.rounds, measured.rounds == 1 ? "" : "s");
  if (measured.clock_mhz > 0) text += fmt::format("; clock {:.0f} MHz", measured.clock_mhz);
  return text;
}

std::optional<double> instructions_per_byte(const exercise::Exercise& exercise,
                                            const verdict::ExerciseResult& result,
                                            const Timing& timing) {
  if (timing.bytes == 0) return std::nullopt;
  for (const verdict::VariantCounters& counted : result.counters) {
    if (counted.variant != timing.variant || !counted.completed) continue;
    const auto variant =
        std::find_if(exercise.variants.begin(), exercise.variants.end(),
                     [&](const exercise::Variant& one) { return one.name == timing.variant; });
    if (variant == exercise.variants.end()) return std::nullopt;
    uint64_t instructions = 0;
    if (timing.launch.empty()) {
      instructions = counted.total[sim::Counter::thread_instructions];
    } else {
      for (const verdict::CountedLaunch& launch : counted.launches)
        if (launch.name == timing.launch)
          instructions += launch.total[sim::Counter::thread_instructions];
    }
    const std::optional<double> ratio = data_ratio(exercise, *variant);
    if (instructions == 0 || !ratio) return std::nullopt;
    return static_cast<double>(instructions) * *ratio / static_cast<double>(timing.bytes);
  }
  return std::nullopt;
}

RooflinePoint roofline_point(double instructions_a_byte, double bytes, double median_us,
                             double copy_fraction) {
  return {instructions_a_byte, median_us > 0 ? instructions_a_byte * bytes / (median_us * 1e-6) : 0,
          copy_fraction, median_us};
}

Roofline measured_roofline(double bandwidth, const RooflinePoint& now,
                           const std::optional<RooflinePoint>& last) {
  Roofline roofline{"our copy", bandwidth, 0, {}, false};
  roofline.points.push_back(
      {RoofPoint::Mark::own, "this attempt", now.per_byte, now.per_second, now.median_us});
  if (last)
    roofline.points.push_back({RoofPoint::Mark::before, "the last one", last->per_byte,
                               last->per_second, last->median_us});
  return roofline;
}

double copy_bandwidth(const Timing& timing) {
  const double seconds = timing.kernel.time_us.median * 1e-6;
  if (seconds <= 0 || timing.copy_fraction <= 0) return 0;
  return static_cast<double>(timing.bytes) / seconds / timing.copy_fraction;
}

std::optional<TimeNumber> last_time(const std::vector<Attempt>& attempts, const Attempt* before,
                                    const std::string& gpu, const std::string& what) {
  bool is_older = before == nullptr;
  for (const Attempt& attempt : attempts) {  // newest first
    if (!is_older) {
      is_older = &attempt == before;
      continue;
    }
    if (attempt.gpu != gpu) continue;
    for (const TimeNumber& time : attempt.times)
      if (time.what == what) return time;
  }
  return std::nullopt;
}

std::string why_no_time(const verdict::ExerciseResult& result, const std::string& otherwise) {
  for (const GateResult& gate : result.gates)
    if (gate.source != verdict::Source::counted && gate.status == Status::not_checked &&
        gate.is_told())
      return reason_of(gate);
  return with_capital(otherwise + ".");
}

std::vector<AccessSum> access_sums(const std::vector<LineCost>& costs) {
  std::vector<AccessSum> sums;
  for (const LineCost& line : costs)
    for (const AccessCost& access : line.accesses) {
      auto at = std::find_if(sums.begin(), sums.end(),
                             [&](const AccessSum& sum) { return sum.what == access.what; });
      if (at == sums.end())
        at = sums.insert(sums.end(), AccessSum{access.what, access.memory, 0, 0, 0});
      at->requests += access.requests;
      at->units += access.units;
      at->ideal_units += access.ideal_units;
    }
  std::sort(sums.begin(), sums.end(), [](const AccessSum& a, const AccessSum& b) {
    return a.memory != b.memory ? a.memory < b.memory : a.what < b.what;
  });
  return sums;
}

}  // namespace warplab::app
