#pragma once
// A measurement: rounds of samples of a kernel, each between samples of our own copy of as many
// bytes, until the numbers stand still or it is clear that they will not. What a sample is, the
// caller says; nothing here touches a GPU, so every rule is tested without one.
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/summary.hpp"

namespace warplab::cuda {

struct Reading {
  double microseconds = 0;
  double clock_mhz = 0;  // 0: not known
};

// The numbers of the recipe; docs/GRADING.md, "Time", says it in words.
struct Rules {
  double warm_up_us = 150'000;  // of GPU time, the copy's and the kernel's together
  int least_warm_up = 5;        // launches of each
  int copies = 7;               // before and after
  int block = 15;               // samples of the kernel, then look
  int least_samples = 5;        // of a kernel so slow that a block of them takes too long
  int most_samples = 60;
  double settled = 0.03;                     // spread of the middle half at which to stop
  std::chrono::milliseconds longest{4'000};  // of one round's samples
  double copy_drift = 0.05;                  // between the copies before and after, at most
  int rounds = 3;
  double slow_clock = 0.8;      // of the median clock; a sample below it is thrown away
  double most_discarded = 0.3;  // of the samples
};

struct Measurement {
  std::vector<double> samples_us;  // kept, in order
  int discarded = 0;               // for their clock
  Summary time_us;
  Summary copy_us;       // of both sides
  double clock_mhz = 0;  // median; 0: not known
  int rounds = 0;
  std::string unstable;  // why the numbers do not stand still, one sentence; empty: they do
};

// One sample each; an Error ends the measurement.
using TakeSample = std::function<Result<Reading>()>;

Result<Measurement> measure(const TakeSample& copy, const TakeSample& kernel, const Rules& rules);

}  // namespace warplab::cuda
