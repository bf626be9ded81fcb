#pragma once
// What every measurement on a GPU does with its samples. Only this room's files that measure
// include this.
#include <cstdint>
#include <random>
#include <utility>

#include "cuda/bench.hpp"
#include "cuda/measure.hpp"
#include "verdict/result/timing.hpp"

namespace warplab::verdict {

// What the samples of one measurement share.
struct Sampling {
  std::mt19937_64 random{};  // every run has input of its own
  unsigned batch = 1;        // runs in a sample
  uint64_t runs = 0;         // so far

  // The buffers that the next sample begins with: they are used in turn.
  unsigned next_set(unsigned sets) {
    const auto set = static_cast<unsigned>(runs % sets);
    runs += batch;
    return set;
  }
};

inline cuda::Reading reading_of(const cuda::Sample& sample, unsigned runs) {
  return {sample.microseconds / runs, sample.clock_mhz};
}

// What is told of a measurement, whoever took it.
inline TimeNumbers numbers_of(cuda::Measurement measured) {
  return {std::move(measured.samples_us),
          measured.discarded,
          measured.time_us,
          measured.copy_us,
          measured.clock_mhz,
          measured.rounds,
          std::move(measured.unstable)};
}

}  // namespace warplab::verdict
