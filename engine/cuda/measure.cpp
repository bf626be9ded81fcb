#include "cuda/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warplab::cuda {
namespace {

using Clock = std::chrono::steady_clock;

Result<bool> take(const TakeSample& sample, int count, std::vector<Reading>& readings) {
  for (int i = 0; i < count; ++i) {
    const Result<Reading> reading = sample();
    if (!reading) return Error{reading.error()};
    readings.push_back(*reading);
  }
  return true;
}

Result<bool> warm_up(const TakeSample& copy, const TakeSample& kernel, const Rules& rules) {
  double spent = 0;
  for (int i = 0; i < rules.least_warm_up || spent < rules.warm_up_us; ++i) {
    std::vector<Reading> readings;
    if (const Result<bool> taken = take(copy, 1, readings); !taken) return taken;
    if (const Result<bool> taken = take(kernel, 1, readings); !taken) return taken;
    for (const Reading& reading : readings) spent += reading.microseconds;
    // Very short kernels would need thousands of samples to spend the time; very long ones are warm
    // after the first.
    if (i >= 10 * rules.least_warm_up || spent >= 10 * rules.warm_up_us) break;
  }
  return true;
}

std::vector<double> times_of(const std::vector<Reading>& readings) {
  std::vector<double> times;
  for (const Reading& reading : readings) times.push_back(reading.microseconds);
  return times;
}

// Those whose clock was not much below the median of all.
std::vector<Reading> at_full_clock(const std::vector<Reading>& readings, double part,
                                   double& median) {
  std::vector<double> clocks;
  for (const Reading& reading : readings)
    if (reading.clock_mhz > 0) clocks.push_back(reading.clock_mhz);
  median = summarize(clocks).median;
  std::vector<Reading> kept;
  for (const Reading& reading : readings)
    if (reading.clock_mhz <= 0 || reading.clock_mhz >= part * median) kept.push_back(reading);
  return kept;
}

struct Round {
  Measurement measurement;
  double drift = 0;
};

Result<Round> make_round(const TakeSample& copy, const TakeSample& kernel, const Rules& rules) {
  std::vector<Reading> before, samples, after, thrown_away;
  if (const Result<bool> taken = take(copy, 1, thrown_away); !taken) return Error{taken.error()};
  if (const Result<bool> taken = take(copy, rules.copies, before); !taken)
    return Error{taken.error()};

  Round round;
  Measurement& result = round.measurement;
  if (const Result<bool> taken = take(kernel, 1, thrown_away); !taken) return Error{taken.error()};
  const Clock::time_point start = Clock::now();
  for (;;) {
    for (int i = 0; i < rules.block && static_cast<int>(samples.size()) < rules.most_samples; ++i) {
      if (const Result<bool> taken = take(kernel, 1, samples); !taken) return Error{taken.error()};
      const bool enough = static_cast<int>(samples.size()) >= rules.least_samples;
      if (enough && Clock::now() - start > rules.longest) break;
    }
    const std::vector<Reading> kept = at_full_clock(samples, rules.slow_clock, result.clock_mhz);
    result.samples_us = times_of(kept);
    result.discarded = static_cast<int>(samples.size() - kept.size());
    result.time_us = summarize(result.samples_us);
    if (result.time_us.spread() < rules.settled && result.discarded == 0) break;
    if (static_cast<int>(samples.size()) >= rules.most_samples) break;
    if (Clock::now() - start > rules.longest) break;
  }

  if (const Result<bool> taken = take(copy, 1, thrown_away); !taken) return Error{taken.error()};
  if (const Result<bool> taken = take(copy, rules.copies, after); !taken)
    return Error{taken.error()};
  const double first = summarize(times_of(before)).median, last = summarize(times_of(after)).median;
  const double smaller = std::min(first, last);
  round.drift = smaller > 0 ? std::abs(first - last) / smaller : 1;
  before.insert(before.end(), after.begin(), after.end());
  result.copy_us = summarize(times_of(before));
  const double discarded = result.discarded / static_cast<double>(samples.size());
  if (discarded > rules.most_discarded)
    result.unstable = fmt::format(
        "The GPU's clock fell in {} of {} samples below {:.0f} % of its usual {:.0f} MHz.",
        result.discarded, samples.size(), 100 * rules.slow_clock, result.clock_mhz);
  else if (round.drift > rules.copy_drift)
    result.unstable = fmt::format(
        "A copy took {:.1f} us before the kernel's samples and {:.1f} us after them: something "
        "else keeps the GPU busy, or its clock changes.",
        first, last);
  return round;
}

}  // namespace

Result<Measurement> measure(const TakeSample& copy, const TakeSample& kernel, const Rules& rules) {
  if (const Result<bool> warm = warm_up(copy, kernel, rules); !warm) return Error{warm.error()};
  Measurement last;
  for (int number = 1; number <= rules.rounds; ++number) {
    Result<Round> round = make_round(copy, kernel, rules);
    if (!round) return Error{round.error()};
    last = std::move(round->measurement);
    last.rounds = number;
    if (last.unstable.empty()) break;
  }
  return last;
}

}  // namespace warplab::cuda
