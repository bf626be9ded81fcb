#include "live/live_gpu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "cuda/gpu_lock.hpp"
#include "words/text.hpp"

namespace warplab::app {
namespace {

constexpr std::chrono::milliseconds kGpuLaunchTime{2000};
// One is shown while the next ones are written.
constexpr unsigned kSlots = 4;
constexpr uint64_t kFirstOrder = 1;

Result<bool> run_once(worker::GpuWorker& gpu, const verdict::PreparedRun& run,
                      MirroredPictures& pictures) {
  const auto overrun = gpu.run(run.job({}, kGpuLaunchTime), kGpuLaunchTime);
  if (!overrun) return Error{words::text_of(overrun.failure.says)};
  pictures.count_run();
  if (!overrun.value->empty())
    return Error{fmt::format("The kernel wrote beyond an end of {}. F5 says where.",
                             overrun.value->front())};
  return true;
}

}  // namespace

// The worker makes floats of other elements by kernels of ours.
Result<bool> MirroredPictures::load_own_kernels(worker::GpuWorker& gpu,
                                                const verdict::StartWorker& start_worker,
                                                const std::atomic<bool>& cancel) {
  const worker::Outcome<worker::GpuReady> ready = gpu.ready();
  if (!ready) return Error{words::text_of(ready.failure.says)};
  if (own_kernels_.empty()) {
    auto compiled =
        verdict::compile_for_gpu(verdict::own_kernels(), *ready.value, start_worker, &cancel);
    if (!compiled) return Error{words::text_of(compiled.failure.says)};
    own_kernels_ = std::move(*compiled.value);
  }
  const auto loaded = gpu.load(worker::GpuWorker::Role::own_kernels, own_kernels_);
  if (!loaded) return Error{words::text_of(loaded.failure.says)};
  return true;
}

std::string MirroredPictures::trouble(worker::GpuWorker& gpu, const data::Buffer& picture,
                                      size_t index, const verdict::StartWorker& start_worker,
                                      const std::atomic<bool>& cancel) {
  const uint64_t room = shared_.bytes / kSlots;
  if (bytes_of(picture) / data::bytes_of(picture.element) * sizeof(float) > room)
    return fmt::format("it has more than {} MiB", room >> 20);
  if (picture.element != data::ElementType::f32)
    if (const Result<bool> loaded = load_own_kernels(gpu, start_worker, cancel); !loaded)
      return loaded.error();
  const auto mirrored = gpu.mirror(shared_.descriptor, shared_.bytes, index, kSlots);
  return mirrored ? "" : words::text_of(mirrored.failure.says);
}

void MirroredPictures::begin(worker::GpuWorker& gpu, const data::Buffer& picture, size_t index,
                             const verdict::StartWorker& start_worker,
                             const std::atomic<bool>& cancel) {
  end();
  runs_ = 0;
  if (shared_.descriptor < 0) return;
  why_on_host_ = trouble(gpu, picture, index, start_worker, cancel);
  is_on_ = why_on_host_.empty();
}

void MirroredPictures::describe(LiveFrame& frame) const {
  if (is_on_ && runs_ > 0) frame.on_device = shared_.bytes / kSlots * ((runs_ - 1) % kSlots);
  frame.why_on_host = why_on_host_;
}

GpuMachine::GpuMachine(std::string uuid, SharedPictures shared,
                       verdict::StartGpuWorker start_gpu_worker, verdict::StartWorker start_worker)
    : uuid_(std::move(uuid)),
      pictures_(shared),
      start_gpu_worker_(std::move(start_gpu_worker)),
      start_worker_(std::move(start_worker)) {}

Result<bool> GpuMachine::prepare(const LiveRequest& request, const std::atomic<bool>& cancel) {
  case_.reset();
  pictures_.end();
  auto started = start_gpu_worker_(uuid_);
  if (!started) return Error{words::text_of(started.failure.says)};
  gpu_ = std::move(*started.value);
  gpu_->heed(&cancel);
  const worker::Outcome<worker::GpuReady> ready = gpu_->ready();
  if (!ready) return Error{words::text_of(ready.failure.says)};
  LiveRequest for_gpu = request;
  const int capability = ready.value->device.compute_capability;
  for_gpu.compute_capability = verdict::capability_to_compile_for(capability);
  Result<std::unique_ptr<LiveCase>> made = make_live_case(for_gpu, start_worker_, cancel);
  if (!made) return Error{made.error()};
  case_ = std::move(*made);
  // The simulator first: a GPU would not say which line it was, and its driver may not get over it.
  if (const Result<bool> simulated = simulate_launch(*case_, kFirstOrder, cancel); !simulated)
    return Error{"The simulator was asked before the GPU. " + simulated.error()};
  const auto loaded = gpu_->load(worker::GpuWorker::Role::kernels,
                                 verdict::image_for(capability, case_->kernel.compiled));
  if (!loaded) return Error{words::text_of(loaded.failure.says)};
  pictures_.begin(*gpu_, case_->run.setup.buffers[case_->shown], case_->shown, start_worker_,
                  cancel);
  return true;
}

Result<LiveFrame> GpuMachine::launch(uint64_t schedule, const std::atomic<bool>& cancel) {
  LiveCase& live = *case_;
  if (const Result<bool> filled = live.run.refill(); !filled) return Error{filled.error()};
  // Another program may be timing on this GPU.
  const Result<cuda::GpuLock> lock = cuda::GpuLock::acquire(uuid_, {}, &cancel);
  if (!lock) return Error{lock.error()};
  if (const Result<bool> ran = run_once(*gpu_, live.run, pictures_); !ran)
    return Error{ran.error()};
  LiveFrame frame = count_frame(schedule, live.picture(), live.adds_up);
  pictures_.describe(frame);
  return frame;
}

GpuStepsMachine::GpuStepsMachine(std::string uuid, SharedPictures shared,
                                 verdict::StartGpuWorker start_gpu_worker,
                                 verdict::StartWorker start_worker)
    : LiveStepsMachine(std::move(start_worker)),
      uuid_(std::move(uuid)),
      pictures_(shared),
      start_gpu_worker_(std::move(start_gpu_worker)) {}

Result<bool> GpuStepsMachine::prepare(const LiveRequest& request, const std::atomic<bool>& cancel) {
  if (!gpu_) {
    auto started = start_gpu_worker_(uuid_);
    if (!started) return Error{words::text_of(started.failure.says)};
    gpu_ = std::move(*started.value);
    is_loaded_ = false;
  }
  gpu_->heed(&cancel);
  const worker::Outcome<worker::GpuReady> ready = gpu_->ready();
  if (!ready) {
    gpu_.reset();
    return Error{words::text_of(ready.failure.says)};
  }
  capability_ = ready.value->device.compute_capability;
  if (loaded_source_ != request.source) is_loaded_ = is_simulated_ = false;
  loaded_source_ = request.source;
  LiveRequest for_gpu = request;
  for_gpu.compute_capability = verdict::capability_to_compile_for(capability_);
  return LiveStepsMachine::prepare(for_gpu, cancel);
}

// The simulator first: a GPU would not say which line it was, and its driver may not get over it.
// What it leaves is forgotten.
Result<bool> GpuStepsMachine::simulate_once(const std::atomic<bool>& cancel) {
  std::vector<std::vector<std::byte>> before;
  for (const worker::SharedMemory& memory : ours().outputs)
    before.emplace_back(memory.bytes().begin(), memory.bytes().end());
  const Result<bool> simulated = simulate(cancel);
  for (size_t i = 0; i < before.size(); ++i)
    std::ranges::copy(before[i], ours().outputs[i].bytes().begin());
  if (!simulated) return Error{"The simulator was asked before the GPU. " + simulated.error()};
  return true;
}

Result<bool> GpuStepsMachine::load_once(const std::atomic<bool>& cancel) {
  if (is_loaded_) return true;
  const auto loaded = gpu_->load(worker::GpuWorker::Role::kernels,
                                 verdict::image_for(capability_, kernel().compiled));
  if (!loaded) return Error{words::text_of(loaded.failure.says)};
  pictures_.begin(*gpu_, ours().setup.buffers[spec().shown], spec().shown, start_worker(), cancel);
  is_loaded_ = true;
  keeps_ = false;
  return true;
}

Result<bool> GpuStepsMachine::advance(bool is_kept, const std::atomic<bool>& cancel) {
  if (!is_simulated_)
    if (const Result<bool> simulated = simulate_once(cancel); !simulated) return simulated;
  is_simulated_ = true;
  const auto failed = [&](const std::string& why) -> Result<bool> {
    pictures_.end();
    gpu_.reset();  // its context may be spoilt
    return Error{why};
  };
  if (!gpu_) return failed("The GPU's process has ended.");
  if (const Result<bool> loaded = load_once(cancel); !loaded) return failed(loaded.error());
  // A worker that keeps nothing is given everything for each step.
  if (!is_kept || !keeps_) keeps_ = static_cast<bool>(gpu_->keep(spec().carried));
  // Another program may be timing on this GPU.
  const Result<cuda::GpuLock> lock = cuda::GpuLock::acquire(uuid_, {}, &cancel);
  if (!lock) return Error{lock.error()};
  const Result<bool> ran = run_once(*gpu_, ours(), pictures_);
  return ran ? ran : failed(ran.error());
}

// The beginning was never on the GPU.
void GpuStepsMachine::describe(LiveFrame& frame) {
  if (frame.schedule > 0) pictures_.describe(frame);
}

}  // namespace warplab::app
