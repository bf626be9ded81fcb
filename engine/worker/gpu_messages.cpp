// What parent and GPU worker say to each other.
#include "worker/gpu_protocol.hpp"
#include "worker/wire/body.hpp"
#include "worker/wire/parts.hpp"

namespace warplab::worker {
namespace {

constexpr size_t kMaxDevices = 256, kMaxProcesses = 256;
constexpr size_t kMaxNameBytes = 256;
constexpr unsigned kMaxClockMhz = 1'000'000;
// A day: longer than any launch is waited for.
constexpr std::chrono::milliseconds kLongestLaunch{86'400'000};
constexpr uint64_t kMaxDigestBytes = sizeof(uint64_t) * kMaxBuffers * kMaxSets;

}  // namespace

template <class Wire>
void fields(Wire& wire, Of<Wire, cuda::Device>& device) {
  wire.shown("name", device.name, kMaxNameBytes);
  wire.shown("uuid", device.uuid, kMaxNameBytes);
  // It names a file: the GPU's lock.
  wire.require(device.uuid.find_first_not_of("GPUMIG-0123456789abcdef") == std::string::npos,
               "a UUID has other characters than UUIDs have");
  wire.integer("compute_capability", device.compute_capability, 0, 1000);
  wire.integer("multiprocessors", device.multiprocessors, 1, 100'000);
  wire.integer("l2_bytes", device.l2_bytes);
  wire.integer("memory_bytes", device.memory_bytes);
  wire.number("peak_bytes_per_second", device.peak_bytes_per_second);
  wire.integer("driver_version", device.driver_version, 0);
  wire.flag("has_watchdog", device.has_watchdog);
  wire.flag("reads_host_memory", device.reads_host_memory);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, GpuReady>& ready) {
  wire.object("device", ready.device);
  wire.shown("others", ready.others, kMaxDevices, kMaxNameBytes);
  wire.integer("landlock_version", ready.landlock_version, 0, 1000);
  wire.shown("library", ready.library, kMaxNameBytes);
}

template <class Wire>
void fields(Wire&, Of<Wire, GpuDone>&) {}

template <class Wire>
void fields(Wire& wire, Of<Wire, GpuLoadRequest>& request) {
  wire.choice("role", request.role, GpuWorker::Role::kernels);
  wire.bytes("cubin_bytes", request.cubin);
  wire.require(!request.cubin.empty(), "there is no module in it");
}

template <class Wire>
void fields(Wire& wire, Of<Wire, GpuRunRequest>& request) {
  wire.list("buffers", request.buffers, kMaxBuffers);
  launches(wire, request.launches, request.buffers.size());
  wire.time("launch_time", request.launch_time, kLongestLaunch);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, GpuRunAnswer>& answer) {
  wire.shown("overrun", answer.overrun, kMaxBuffers, kMaxNameBytes);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, GpuPrepareRequest::Buffer>& buffer) {
  wire.object("wire", buffer.wire);
  wire.choice("content", buffer.content, static_cast<cuda::Content>(cuda::kContents - 1));
  wire.number("low", buffer.low);
  wire.number("high", buffer.high);
  wire.number("step", buffer.step);
  wire.flag("digested", buffer.digested);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, GpuPrepareRequest>& request) {
  wire.list("buffers", request.buffers, kMaxBuffers);
  launches(wire, request.launches, request.buffers.size());
  wire.integer("timed_end", request.timed_end, 0, request.launches.size());
  wire.integer("timed_begin", request.timed_begin, 0, request.timed_end);
  wire.integer("copy_bytes", request.copy_bytes, 0, kMaxBufferBytes);
  wire.integer("sets", request.sets, 0, kMaxSets);
  wire.time("launch_time", request.launch_time, kLongestLaunch);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, GpuPrepareAnswer>& answer) {
  wire.integer("sets", answer.sets, 1, kMaxSets);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, GpuSampleRequest>& request) {
  wire.flag("copy", request.copy);
  wire.integer("seed", request.seed);
  wire.integer("set", request.set, 0, kMaxSets);
  wire.integer("batch", request.batch, 0, kMaxSets);
  wire.flag("timed", request.timed);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, cuda::Sample>& sample) {
  wire.number("microseconds", sample.microseconds);
  wire.number("clock_mhz", sample.clock_mhz);
  wire.require(sample.microseconds >= 0 && sample.clock_mhz >= 0, "a time or clock is negative");
  wire.bytes("digest_bytes", sample.digests, kMaxDigestBytes);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, GpuReadRequest>& request) {
  wire.integer("set", request.set, 0, kMaxSets);
  wire.integer("buffer", request.buffer, 0, kMaxBuffers);
}

template <class Wire>
void fields(Wire&, Of<Wire, GpuStateRequest>&) {}

template <class Wire>
void fields(Wire& wire, Of<Wire, GpuState>& state) {
  wire.optional("clock_mhz", state.clock_mhz,
                [&](auto& clock) { wire.integer("clock_mhz", clock, 0, kMaxClockMhz); });
  wire.optional("processes", state.processes,
                [&](auto& processes) { wire.integers("processes", processes, kMaxProcesses); });
}

template <class Wire>
void fields(Wire& wire, Of<Wire, GpuMirrorRequest>& request) {
  wire.integer("bytes", request.bytes, 0, kMaxMirrorBytes);
  wire.integer("buffer", request.buffer, 0, kMaxBuffers);
  wire.integer("slots", request.slots, 1, kMaxSlots);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, GpuKeepRequest>& request) {
  wire.integers("buffers", request.buffers, kMaxBuffers);
}

WARPLAB_BODY(GpuReady);
WARPLAB_BODY(GpuDone);
WARPLAB_BODY(GpuLoadRequest);
WARPLAB_BODY(GpuRunRequest);
WARPLAB_BODY(GpuRunAnswer);
WARPLAB_BODY(GpuPrepareRequest);
WARPLAB_BODY(GpuPrepareAnswer);
WARPLAB_BODY(GpuSampleRequest);
WARPLAB_BODY(cuda::Sample);
WARPLAB_BODY(GpuReadRequest);
WARPLAB_BODY(GpuStateRequest);
WARPLAB_BODY(GpuState);
WARPLAB_BODY(GpuMirrorRequest);
WARPLAB_BODY(GpuKeepRequest);

}  // namespace warplab::worker
