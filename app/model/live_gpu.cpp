#include "model/live_gpu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "cuda/gpu_lock.hpp"

namespace warplab::app {
namespace {

constexpr std::chrono::milliseconds kLaunchTime{2000};
// One is shown while the next ones are written.
constexpr unsigned kSlots = 4;
constexpr uint64_t kFirstOrder = 1;

}  // namespace

GpuMachine::GpuMachine(std::string uuid, SharedPictures shared,
                       verdict::StartGpuWorker start_gpu_worker, verdict::StartWorker start_worker)
    : uuid_(std::move(uuid)),
      shared_(shared),
      start_gpu_worker_(std::move(start_gpu_worker)),
      start_worker_(std::move(start_worker)) {}

Result<bool> GpuMachine::prepare(const LiveRequest& request, const std::atomic<bool>& cancel) {
  case_.reset();
  is_mirrored_ = false;
  why_on_host_.clear();
  launches_ = 0;
  auto started = start_gpu_worker_(uuid_);
  if (!started) return Error{started.failure.message};
  gpu_ = std::move(*started.value);
  gpu_->heed(&cancel);
  const worker::Outcome<worker::GpuReady> ready = gpu_->ready();
  if (!ready) return Error{ready.failure.message};
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
  if (!loaded) return Error{loaded.failure.message};
  const sim::Buffer& shown = case_->run.setup.buffers[case_->shown];
  const uint64_t bytes = case_->run.outputs[case_->shown].bytes().size();
  if (shared_.descriptor < 0) return true;
  if (shown.element != sim::ElementType::f32) {
    why_on_host_ = "its elements are not of type f32";
  } else if (bytes > shared_.bytes / kSlots) {
    why_on_host_ = fmt::format("it has more than {} MiB", shared_.bytes / kSlots >> 20);
  } else {
    const auto mirrored = gpu_->mirror(shared_.descriptor, shared_.bytes, case_->shown, kSlots);
    is_mirrored_ = static_cast<bool>(mirrored);
    if (!mirrored) why_on_host_ = mirrored.failure.message;
  }
  return true;
}

Result<LiveFrame> GpuMachine::launch(uint64_t schedule, const std::atomic<bool>& cancel) {
  LiveCase& live = *case_;
  if (const Result<bool> filled = live.run.refill(); !filled) return Error{filled.error()};
  // Another program may be timing on this GPU.
  const Result<cuda::GpuLock> lock = cuda::GpuLock::acquire(uuid_, {}, &cancel);
  if (!lock) return Error{lock.error()};
  const auto overrun = gpu_->run(live.run.job({}, kLaunchTime), kLaunchTime);
  if (!overrun) return Error{overrun.failure.message};
  if (!overrun.value->empty())
    return Error{fmt::format("The kernel wrote beyond an end of {}. F5 says where.",
                             overrun.value->front())};
  LiveFrame frame = count_frame(schedule, live.picture(), live.adds_up);
  if (is_mirrored_) frame.on_device = shared_.bytes / kSlots * (launches_ % kSlots);
  frame.why_on_host = why_on_host_;
  ++launches_;
  return frame;
}

GpuStepsMachine::GpuStepsMachine(std::string uuid, verdict::StartGpuWorker start_gpu_worker,
                                 verdict::StartWorker start_worker)
    : StepsMachine(std::move(start_worker)),
      uuid_(std::move(uuid)),
      start_gpu_worker_(std::move(start_gpu_worker)) {}

Result<bool> GpuStepsMachine::prepare(const LiveRequest& request, const std::atomic<bool>& cancel) {
  if (!gpu_) {
    auto started = start_gpu_worker_(uuid_);
    if (!started) return Error{started.failure.message};
    gpu_ = std::move(*started.value);
    is_loaded_ = false;
  }
  gpu_->heed(&cancel);
  const worker::Outcome<worker::GpuReady> ready = gpu_->ready();
  if (!ready) {
    gpu_.reset();
    return Error{ready.failure.message};
  }
  capability_ = ready.value->device.compute_capability;
  if (loaded_source_ != request.source) is_loaded_ = is_simulated_ = false;
  loaded_source_ = request.source;
  LiveRequest for_gpu = request;
  for_gpu.compute_capability = verdict::capability_to_compile_for(capability_);
  return StepsMachine::prepare(for_gpu, cancel);
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

Result<bool> GpuStepsMachine::advance(bool, const std::atomic<bool>& cancel) {
  if (!is_simulated_)
    if (const Result<bool> simulated = simulate_once(cancel); !simulated) return simulated;
  is_simulated_ = true;
  const auto failed = [&](const std::string& why) -> Result<bool> {
    gpu_.reset();  // its context may be spoilt
    return Error{why};
  };
  if (!gpu_) return failed("The GPU's process has ended.");
  if (!is_loaded_) {
    const auto loaded = gpu_->load(worker::GpuWorker::Role::kernels,
                                   verdict::image_for(capability_, kernel().compiled));
    if (!loaded) return failed(loaded.failure.message);
    is_loaded_ = true;
  }
  // Another program may be timing on this GPU.
  const Result<cuda::GpuLock> lock = cuda::GpuLock::acquire(uuid_, {}, &cancel);
  if (!lock) return Error{lock.error()};
  const auto overrun = gpu_->run(ours().job({}, kLaunchTime), kLaunchTime);
  if (!overrun) return failed(overrun.failure.message);
  if (!overrun.value->empty())
    return Error{fmt::format("The kernel wrote beyond an end of {}. F5 says where.",
                             overrun.value->front())};
  return true;
}

void GpuStepsMachine::describe(LiveFrame& frame) {
  frame.why_on_host = "a live image that goes on from step to step comes through the host";
}

}  // namespace warplab::app
