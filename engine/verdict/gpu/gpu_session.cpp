#include "verdict/gpu/gpu_session.hpp"

#include <algorithm>
#include <utility>

#include "compile/first_error.hpp"
#include "cuda/own_kernels.hpp"
#include "data/lab_says.hpp"
#include "words/text.hpp"

namespace warplab::verdict {
namespace {

using data::LabSays;
using data::say;

// The latest for which kernels are compiled (compile.hpp); later ones run what is made for it.
constexpr int kLatestCapability = 90;

worker::Outcome<std::vector<uint8_t>> cannot_compile(data::Saying says) {
  return {std::nullopt, {worker::Failure::Kind::cannot_start, std::move(says)}};
}

}  // namespace

int capability_to_compile_for(int capability) { return std::min(capability, kLatestCapability); }

std::vector<uint8_t> image_for(int capability, const compile::Compiled& compiled) {
  if (capability <= kLatestCapability) return compiled.cubin;
  std::vector<uint8_t> image(compiled.ptx.begin(), compiled.ptx.end());
  image.push_back(0);  // the driver reads it as a C string
  return image;
}

using worker::Failure;
using worker::GpuWorker;
using worker::Outcome;

compile::Source own_kernels() {
  return {"own_kernels.cu", std::string(cuda::own_kernels_source()), 0};
}

Outcome<std::vector<uint8_t>> compile_for_gpu(const compile::Source& source,
                                              const worker::GpuReady& gpu,
                                              const StartWorker& start_worker,
                                              const std::atomic<bool>* cancel) {
  Outcome<std::unique_ptr<worker::Worker>> compiler = start_worker(worker::Limits{});
  if (!compiler) return {std::nullopt, compiler.failure};
  compile::Source for_gpu = source;
  for_gpu.compute_capability = capability_to_compile_for(gpu.device.compute_capability);
  const Outcome<compile::Compiled> compiled = (*compiler.value)->compile(for_gpu, cancel);
  if (!compiled) return {std::nullopt, compiled.failure};
  if (!compiled.value->ok)
    return cannot_compile(say(LabSays::not_compiled_for_gpu, source.file_name, gpu.device.name,
                              compile::why_not_compiled(*compiled.value)));
  return {image_for(gpu.device.compute_capability, *compiled.value), {}};
}

GpuSession::GpuSession(std::string uuid, StartGpuWorker start_gpu_worker, StartWorker start_worker,
                       StartGpuWorker start_with_library)
    : uuid_(std::move(uuid)),
      start_gpu_worker_(std::move(start_gpu_worker)),
      start_worker_(std::move(start_worker)),
      start_with_library_(std::move(start_with_library)) {}

Result<worker::GpuReady> GpuSession::open(Cancel cancel) {
  if (!why_not_.empty()) return Error{words::text_of(why_not_)};
  if (ready_) return *ready_;
  warm();
  if (!spare_) return Error{words::text_of(why_not_)};
  spare_->heed(cancel);
  const Outcome<worker::GpuReady> ready = spare_->ready();
  spare_->heed(nullptr);
  if (!ready) {
    spare_.reset();
    if (ready.failure.kind != Failure::Kind::cancelled) why_not_ = ready.failure.says;
    return Error{words::text_of(ready.failure.says)};
  }
  ready_ = *ready.value;
  uuid_ = ready_->device.uuid;  // from now on this one, whatever becomes the first
  return *ready_;
}

void GpuSession::warm() {
  if (spare_ || !why_not_.empty()) return;
  Outcome<std::unique_ptr<GpuWorker>> started = start_gpu_worker_(uuid_);
  if (started) spare_ = std::move(*started.value);
  else why_not_ = started.failure.says;
}

Outcome<std::unique_ptr<GpuWorker>> GpuSession::take(Cancel cancel) {
  warm();
  if (!spare_) return {std::nullopt, {Failure::Kind::cannot_start, why_not_}};
  std::unique_ptr<GpuWorker> worker = std::move(spare_);
  worker->heed(cancel);
  if (const Outcome<worker::GpuReady> ready = worker->ready(); !ready)
    return {std::nullopt, ready.failure};
  return {std::move(worker), {}};
}

Outcome<std::unique_ptr<GpuWorker>> GpuSession::take_with_library(Cancel cancel) {
  const Failure none{Failure::Kind::cannot_start, say(LabSays::no_library)};
  if (has_no_library_) return {std::nullopt, none};
  Outcome<std::unique_ptr<GpuWorker>> worker = start_with_library_(uuid_);
  if (!worker) return worker;
  (*worker.value)->heed(cancel);
  const Outcome<worker::GpuReady> ready = (*worker.value)->ready();
  if (!ready) return {std::nullopt, ready.failure};
  has_no_library_ = ready.value->library.empty();
  if (has_no_library_) return {std::nullopt, none};
  return worker;
}

bool GpuSession::lose_if_stuck(GpuWorker& worker) {
  if (!worker.is_stuck()) return false;
  why_not_ = say(LabSays::driver_holds_gpu, ready_ ? ready_->device.name : uuid_);
  spare_.reset();
  return true;
}

Outcome<std::vector<uint8_t>> GpuSession::own_kernels(Cancel cancel) {
  if (!own_kernels_.empty()) return {own_kernels_, {}};
  Outcome<std::vector<uint8_t>> cubin = compile(warplab::verdict::own_kernels(), cancel);
  if (cubin) own_kernels_ = *cubin.value;
  return cubin;
}

Outcome<std::vector<uint8_t>> GpuSession::compile(const compile::Source& source, Cancel cancel) {
  const Result<worker::GpuReady> gpu = open(cancel);
  if (!gpu) return cannot_compile(data::as_it_is(gpu.error()));
  return compile_for_gpu(source, *gpu, start_worker_, cancel);
}

}  // namespace warplab::verdict
