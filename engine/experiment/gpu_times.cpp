#include "experiment/gpu_times.hpp"

#include <chrono>
#include <random>
#include <utility>
#include <vector>

#include "cuda/gpu_lock.hpp"
#include "cuda/measure.hpp"
#include "verdict/gpu/timed_job.hpp"
#include "verdict/plan/kernel_source.hpp"
#include "words/text.hpp"

namespace warplab::experiment {
namespace {

using worker::GpuWorker;
using worker::Outcome;

// No experiment's launch takes a hundredth of this.
constexpr std::chrono::milliseconds kLaunchTime{5'000};
// A shorter kernel is timed in batches: an event's resolution is half a microsecond.
constexpr double kShortKernelUs = 20;

// A sweep is as many measurements as it has points, and a chart is read by eye: a third of the
// samples that a grade rests on.
cuda::Rules rules_of_a_sweep() {
  cuda::Rules rules;
  rules.warm_up_us = 50'000;
  rules.most_samples = 30;
  rules.longest = std::chrono::milliseconds(1'000);
  rules.rounds = 1;
  return rules;
}

}  // namespace

struct GpuTimes::Loaded {
  std::string uuid;
  std::unique_ptr<GpuWorker> worker;
};

GpuTimes::GpuTimes(std::shared_ptr<verdict::GpuSession> gpu, std::string source)
    : gpu_(std::move(gpu)), source_(std::move(source)) {}
GpuTimes::~GpuTimes() = default;

Result<GpuTimes::Loaded*> GpuTimes::loaded(const exercise::Exercise& rig,
                                           const std::atomic<bool>* cancel) {
  if (loaded_) return loaded_.get();
  const Result<worker::GpuReady> ready = gpu_->open(cancel);
  if (!ready) return Error{ready.error()};
  const Outcome<std::vector<uint8_t>> kernels =
      gpu_->compile(verdict::kernel_source(rig, rig.student_file, source_, 0), cancel);
  if (!kernels) return Error{words::text_of(kernels.failure.says)};
  const Outcome<std::vector<uint8_t>> own = gpu_->own_kernels(cancel);
  if (!own) return Error{words::text_of(own.failure.says)};
  Outcome<std::unique_ptr<GpuWorker>> taken = gpu_->take(cancel);
  if (!taken) return Error{words::text_of(taken.failure.says)};
  auto made = std::make_unique<Loaded>(Loaded{ready->device.uuid, std::move(*taken.value)});
  for (const auto& [role, image] : {std::pair{GpuWorker::Role::own_kernels, &*own.value},
                                    std::pair{GpuWorker::Role::kernels, &*kernels.value}})
    if (const Outcome<bool> done = made->worker->load(role, *image); !done)
      return Error{words::text_of(done.failure.says)};
  loaded_ = std::move(made);
  return loaded_.get();
}

Result<double> GpuTimes::microseconds(const exercise::Exercise& rig, const exercise::SizeSet& size,
                                      const exercise::Variant& variant, int launch,
                                      const std::atomic<bool>* cancel) {
  const Result<exercise::Case> c =
      exercise::instantiate(rig, size, variant, rig.check_seeds.front());
  if (!c) return Error{c.error()};
  const Result<verdict::TimedRun> run = verdict::timed_run(rig, *c, launch);
  if (!run) return Error{run.error()};
  const Result<Loaded*> ready = loaded(rig, cancel);
  if (!ready) return Error{ready.error()};
  GpuWorker& worker = *(*ready)->worker;
  worker.heed(cancel);
  // A worker that has failed is gone; a GPU whose driver hangs is not used again.
  const auto failed = [&](const worker::Failure& failure) {
    gpu_->lose_if_stuck(worker);
    loaded_.reset();
    return Error{words::text_of(failure.says)};
  };
  const Result<cuda::GpuLock> lock = cuda::GpuLock::acquire((*ready)->uuid, {}, cancel);
  if (!lock) return Error{lock.error()};
  const Outcome<unsigned> sets = worker.prepare(run->job, kLaunchTime);
  if (!sets) return failed(sets.failure);

  std::mt19937_64 random(rig.check_seeds.front());
  unsigned batch = 1;
  uint64_t runs = 0;
  std::optional<worker::Failure> failure;
  const auto read = [&](const Outcome<cuda::Sample>& sample, unsigned of) -> Result<cuda::Reading> {
    if (sample) return cuda::Reading{sample.value->microseconds / of, sample.value->clock_mhz};
    failure = sample.failure;
    return Error{words::text_of(sample.failure.says)};
  };
  const auto kernel = [&] {
    const auto set = static_cast<unsigned>(runs % *sets.value);
    runs += batch;
    return read(worker.sample(random(), set, batch, true), batch);
  };
  const auto copy = [&] { return read(worker.sample_copy(), 1); };
  (void)kernel();  // what is loaded late is loaded now
  const Result<cuda::Reading> second = kernel();
  if (second && second->microseconds < kShortKernelUs) batch = *sets.value;
  const Result<cuda::Measurement> measured =
      failure ? Result<cuda::Measurement>(Error{words::text_of(failure->says)})
              : cuda::measure(copy, kernel, rules_of_a_sweep());
  if (failure) return failed(*failure);
  if (!measured) return Error{measured.error()};
  return measured->time_us.median;
}

}  // namespace warplab::experiment
