#include "worker/gpu_program/serve.hpp"

#include <memory>
#include <utility>

#include "worker/gpu_protocol.hpp"
#include "worker/program/job_memory.hpp"

namespace warplab::worker {
namespace {

using Kind = Failure::Kind;

Message rejected(std::string message) {
  return encode(Failure{Kind::rejected, data::as_it_is(std::move(message))});
}

class Session {
 public:
  Session(cuda::Bench& bench, const cuda::Nvml& nvml) : bench_(bench), nvml_(nvml) {}

  Message answer(const Message& request, const Descriptors& descriptors) {
    switch (request.kind) {
      case MessageKind::gpu_load_request: return load(request);
      case MessageKind::gpu_run_request: return run(request, descriptors);
      case MessageKind::gpu_prepare_request: return prepare(request, descriptors);
      case MessageKind::gpu_sample_request: return sample(request);
      case MessageKind::gpu_read_request: return read(request, descriptors);
      case MessageKind::gpu_mirror_request: return mirror(request, descriptors);
      case MessageKind::gpu_keep_request: return keep(request);
      case MessageKind::gpu_state_request:
        return encode(GpuState{nvml_.clock_mhz(), nvml_.processes()});
      default: return rejected("The GPU worker was sent a message that is no request.");
    }
  }
  // The context answers nothing but errors from now on.
  bool spoilt() const { return spoilt_; }

 private:
  Message failed(const std::string& why) {
    spoilt_ = true;
    return encode(
        Failure{bench_.overdue() ? Kind::time_limit : Kind::crashed, data::as_it_is(why)});
  }

  Message load(const Message& message) {
    const Result<GpuLoadRequest> request = decode<GpuLoadRequest>(message);
    if (!request) return rejected(request.error());
    const Result<bool> loaded = request->role == GpuWorker::Role::own_kernels
                                    ? bench_.load_own_kernels(request->cubin)
                                    : bench_.load(request->cubin);
    return loaded ? encode(GpuDone{}) : failed(loaded.error());
  }

  Message run(const Message& message, const Descriptors& descriptors) {
    Result<GpuRunRequest> request = decode<GpuRunRequest>(message);
    if (!request) return rejected(request.error());
    Result<JobMemory> memory = JobMemory::map(request->buffers, descriptors);
    if (!memory) return rejected(memory.error());
    Result<std::vector<std::string>> overrun =
        bench_.run(memory->buffers(), request->launches, request->launch_time);
    return overrun ? encode(GpuRunAnswer{std::move(*overrun)}) : failed(overrun.error());
  }

  Message mirror(const Message& message, const Descriptors& descriptors) {
    const Result<GpuMirrorRequest> request = decode<GpuMirrorRequest>(message);
    if (!request) return rejected(request.error());
    if (descriptors.size() != 1) return rejected("The memory to be shared did not come along.");
    const Result<bool> mirrored =
        bench_.mirror(descriptors[0].number(), request->bytes, request->buffer, request->slots);
    // Sharing is not everywhere; kernels run without it.
    return mirrored ? encode(GpuDone{}) : rejected(mirrored.error());
  }

  Message keep(const Message& message) {
    const Result<GpuKeepRequest> request = decode<GpuKeepRequest>(message);
    if (!request) return rejected(request.error());
    bench_.keep({request->buffers.begin(), request->buffers.end()});
    return encode(GpuDone{});
  }

  Message prepare(const Message& message, const Descriptors& descriptors) {
    Result<GpuPrepareRequest> request = decode<GpuPrepareRequest>(message);
    if (!request) return rejected(request.error());
    std::vector<WireBuffer> with_content;
    for (const GpuPrepareRequest::Buffer& buffer : request->buffers)
      if (buffer.wire.initial >= 0) with_content.push_back(buffer.wire);
    Result<JobMemory> memory = JobMemory::map(with_content, descriptors);
    if (!memory) return rejected(memory.error());
    cuda::Plan plan;
    size_t mapped = 0;
    for (const GpuPrepareRequest::Buffer& buffer : request->buffers) {
      const sim::Buffer& description = buffer.wire.description;
      cuda::PlannedBuffer planned{description.name,
                                  description.element,
                                  buffer.wire.bytes / sim::bytes_of(description.element),
                                  buffer.content,
                                  buffer.low,
                                  buffer.high,
                                  buffer.step,
                                  {},
                                  buffer.digested};
      if (buffer.wire.initial >= 0) planned.initial = memory->buffers()[mapped++].bytes;
      const bool needs_content =
          buffer.content == cuda::Content::base || buffer.content == cuda::Content::turned;
      if (needs_content && planned.initial.empty() && planned.elements > 0)
        return rejected("The first content of a buffer is missing.");
      plan.buffers.push_back(std::move(planned));
    }
    plan.launches = std::move(request->launches);
    plan.timed_begin = request->timed_begin;
    plan.timed_end = request->timed_end;
    plan.copy_bytes = request->copy_bytes;
    plan.sets = request->sets;
    plan.deadline = request->launch_time;
    const Result<unsigned> sets = bench_.prepare(std::move(plan));
    return sets ? encode(GpuPrepareAnswer{*sets}) : failed(sets.error());
  }

  Message sample(const Message& message) {
    const Result<GpuSampleRequest> request = decode<GpuSampleRequest>(message);
    if (!request) return rejected(request.error());
    const Result<cuda::Sample> taken =
        request->copy ? bench_.sample_copy()
                      : bench_.sample(request->seed, request->set, request->batch, request->timed);
    return taken ? encode(*taken) : failed(taken.error());
  }

  Message read(const Message& message, const Descriptors& descriptors) {
    const Result<GpuReadRequest> request = decode<GpuReadRequest>(message);
    if (!request) return rejected(request.error());
    const Result<uint64_t> bytes = bench_.bytes_of(request->set, request->buffer);
    if (!bytes) return rejected(bytes.error());
    WireBuffer wire;
    wire.description.name = "to read into";
    wire.bytes = *bytes;
    wire.result = 0;
    Result<JobMemory> memory = JobMemory::map({wire}, descriptors);
    if (!memory) return rejected(memory.error());
    const Result<bool> done =
        bench_.read(request->set, request->buffer, memory->buffers()[0].bytes);
    return done ? encode(GpuDone{}) : failed(done.error());
  }

  cuda::Bench& bench_;
  const cuda::Nvml& nvml_;
  bool spoilt_ = false;
};

}  // namespace

Answers answers_of(cuda::Bench& bench, const cuda::Nvml& nvml) {
  return [session = std::make_shared<Session>(bench, nvml)](
             const Message& request, const Descriptors& descriptors) -> Answer {
    Message message = session->answer(request, descriptors);
    return {std::move(message), session->spoilt()};
  };
}

}  // namespace warplab::worker
