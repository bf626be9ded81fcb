#include "verdict/gpu/library_time.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "words/text.hpp"

namespace warplab::verdict {
namespace {

using worker::GpuWorker;
using worker::Outcome;

// As long as the reference has for a launch.
constexpr std::chrono::milliseconds kLaunchTime{30'000};

// Whether it gives, bit for bit, what the student's kernel gives. Without a clock, too: the first
// product of a size is when a library loads the kernel for it.
bool has_right_answer(const LibraryQuestion& question, GpuWorker& library) {
  const uint64_t seed = question.sampling.random();
  const Outcome<cuda::Sample> expected = question.student.sample(seed, 0, 1, false);
  const Outcome<cuda::Sample> given = library.sample(seed, 0, 1, false);
  return expected && given && expected.value->digests == given.value->digests;
}

Result<cuda::Reading> read(const Outcome<cuda::Sample>& sample, unsigned runs) {
  if (!sample) return Error{words::text_of(sample.failure.says)};
  return reading_of(*sample.value, runs);
}

}  // namespace

std::optional<LibraryTime> time_library(const LibraryQuestion& question) {
  Outcome<std::unique_ptr<GpuWorker>> taken = question.gpu.take_with_library(question.cancel);
  if (!taken) return std::nullopt;
  GpuWorker& library = **taken.value;
  if (!library.load(GpuWorker::Role::own_kernels, question.own_kernels)) return std::nullopt;
  const Outcome<unsigned> sets = library.prepare(question.job, kLaunchTime);
  if (!sets || !has_right_answer(question, library)) return std::nullopt;
  Sampling sampling{std::mt19937_64(question.sampling.random())};
  sampling.batch = std::min(question.sampling.batch, *sets.value);
  const auto sample = [&]() -> Result<cuda::Reading> {
    if (question.cancel && *question.cancel) return Error{"cancelled"};
    const unsigned set = sampling.next_set(*sets.value);
    return read(library.sample(sampling.random(), set, sampling.batch, true), sampling.batch);
  };
  Result<cuda::Measurement> measured =
      cuda::measure([&] { return read(library.sample_copy(), 1); }, sample, {});
  const Outcome<worker::GpuReady> ready = library.ready();
  if (!measured || !ready) return std::nullopt;
  return LibraryTime{ready.value->library, numbers_of(std::move(*measured))};
}

}  // namespace warplab::verdict
