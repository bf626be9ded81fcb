// Streams and events. Everything is done at once, in the order of the calls, which is one that the
// streams allow. Events tell the time that kernels take on the modelled GPU.
#include "streams.hpp"

#include <atomic>
#include <mutex>
#include <set>

#include "connection.hpp"

namespace warplab::runtime {
namespace {

// Streams that there are, and numbers of streams and events.
struct Known {
  std::mutex turn;
  std::set<CUstream_st*> streams;
  std::atomic<uint32_t> next{2};
};
Known& known() {
  static Known* const made = new Known;
  return *made;
}

cudaError_t order(const char* call, OrderKind kind, uint32_t stream, uint32_t event = 0) {
  Order request;
  request.kind = kind;
  request.stream = stream;
  request.event = event;
  request.frames = frames_here();
  std::string areas;
  const Order::Reply reply = ask(request, call, &areas);
  (void)reply;
  open_for_host(areas);
  return cudaSuccess;
}

// The host waits: kernels' errors and text come out here.
cudaError_t waited(const char* call, OrderKind kind, uint32_t stream, uint32_t event = 0) {
  order(call, kind, stream, event);
  note_wait();
  return returned_after_wait(call, 0);
}

}  // namespace

CUstream_st& stream_of(cudaStream_t handle) {
  static CUstream_st* const legacy = new CUstream_st;
  static CUstream_st* const per_thread = new CUstream_st{1};
  if (handle == nullptr || handle == cudaStreamLegacy) return *legacy;
  return handle == cudaStreamPerThread ? *per_thread : *handle;
}

void end_capture(CUgraph_st* graph) {
  const std::lock_guard<std::mutex> lock(known().turn);
  for (CUstream_st* const stream : known().streams)
    if (stream->captured_by == graph) stream->captured_by = nullptr;
}

cudaError_t wait_for_device(const char* call) { return waited(call, OrderKind::device_waited, 0); }

}  // namespace warplab::runtime

using namespace warplab::runtime;

extern "C" {

cudaError_t cudaDeviceSynchronize() { return wait_for_device(__func__); }
cudaError_t cudaDeviceReset() {
  wait_for_device(__func__);
  ask(Reset());
  begin_anew();
  return cudaSuccess;
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  *stream = new CUstream_st;
  (*stream)->number = known().next++;
  (*stream)->flags = flags;
  (*stream)->priority = priority;
  {
    const std::lock_guard<std::mutex> lock(known().turn);
    known().streams.insert(*stream);
  }
  order(__func__, flags & cudaStreamNonBlocking ? OrderKind::made_apart : OrderKind::made,
        (*stream)->number);
  return returned(__func__, 0);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}
cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithPriority(stream, 0, 0);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (!stream) return returned(__func__, cudaErrorInvalidResourceHandle);
  {
    const std::lock_guard<std::mutex> lock(known().turn);
    known().streams.erase(stream);
  }
  delete stream;
  return returned(__func__, 0);
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return waited(__func__, OrderKind::stream_waited, stream_of(stream).number);
}
// All is done, and a program that asks goes on as if it had waited.
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return waited(__func__, OrderKind::stream_waited, stream_of(stream).number);
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  if (!event) return returned(__func__, cudaErrorInvalidResourceHandle);
  if (event->captured_by && stream_of(stream).number != 0) {
    stream_of(stream).captured_by = event->captured_by;
    return returned(__func__, 0);
  }
  order(__func__, OrderKind::event_awaited, stream_of(stream).number, event->number);
  return returned(__func__, 0);
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  *flags = stream_of(stream).flags;
  return returned(__func__, 0);
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  *priority = stream_of(stream).priority;
  return returned(__func__, 0);
}
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  *id = stream_of(stream).number;
  return returned(__func__, 0);
}
cudaError_t cudaStreamSetAttribute(cudaStream_t, cudaStreamAttrID, const cudaStreamAttrValue*) {
  return returned(__func__, 0);
}
cudaError_t cudaCtxResetPersistingL2Cache() { return returned(__func__, 0); }
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  *least = 0;
  *greatest = -5;
  return returned(__func__, 0);
}
cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void*, size_t, unsigned) {
  return returned(__func__, 0);
}
// The function runs behind all that the stream has done before it, and may look at it: as if the
// host had waited.
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  const Action action = [=](cudaStream_t there) -> cudaError_t {
    const cudaError_t earlier =
        waited("cudaLaunchHostFunc", OrderKind::stream_waited, stream_of(there).number);
    if (earlier == cudaSuccess) function(data);
    return earlier;
  };
  return is_captured(stream, action) ? cudaSuccess : action(stream);
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                  unsigned) {
  callback(stream, waited(__func__, OrderKind::stream_waited, stream_of(stream).number), data);
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  *event = new CUevent_st;
  (*event)->number = known().next++;
  (*event)->has_time = (flags & cudaEventDisableTiming) == 0;
  return returned(__func__, 0);
}
cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, 0); }
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return returned(__func__, 0);
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  if (!event) return returned(__func__, cudaErrorInvalidResourceHandle);
  event->captured_by = stream_of(stream).captured_by;
  if (event->captured_by) return returned(__func__, 0);
  event->is_recorded = true;
  event->milliseconds = device_milliseconds();
  order(__func__, OrderKind::event_recorded, stream_of(stream).number, event->number);
  return returned(__func__, 0);
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) {
  return cudaEventRecord(event, stream);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  if (!event) return returned(__func__, cudaErrorInvalidResourceHandle);
  return waited(__func__, OrderKind::event_waited, 0, event->number);
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  if (!event) return returned(__func__, cudaErrorInvalidResourceHandle);
  return waited(__func__, OrderKind::event_waited, 0, event->number);
}
// The last parameter is called differently in CUDA 12 and 13; so are none of the types.
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  if (!begin || !end || !begin->is_recorded || !end->is_recorded || !begin->has_time ||
      !end->has_time)
    return returned("cudaEventElapsedTime", cudaErrorInvalidResourceHandle);
  order("cudaEventElapsedTime", OrderKind::event_timed, 0, end->number);
  *milliseconds = static_cast<float>(end->milliseconds - begin->milliseconds);
  return returned("cudaEventElapsedTime", 0);
}

}  // extern "C"
