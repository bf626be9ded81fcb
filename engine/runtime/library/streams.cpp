// Streams and events. Everything is done at once, in the order of the calls, which is one that the
// streams allow. Events tell the time that kernels take on the modelled GPU.
#include "connection.hpp"

struct CUstream_st {
  unsigned flags = 0;
  int priority = 0;
};
struct CUevent_st {
  bool is_recorded = false, has_time = true;
  double milliseconds = 0;
};

using namespace warplab::runtime;

extern "C" {

cudaError_t cudaDeviceSynchronize() { return returned_after_wait(__func__, 0); }
cudaError_t cudaDeviceReset() {
  returned_after_wait(__func__, 0);
  ask(Reset());
  begin_anew();
  return cudaSuccess;
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  *stream = new CUstream_st;
  (*stream)->flags = flags;
  (*stream)->priority = priority;
  return returned(__func__, 0);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}
cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithPriority(stream, 0, 0);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  delete stream;
  return returned_after_wait(__func__, 0);
}
cudaError_t cudaStreamSynchronize(cudaStream_t) { return returned_after_wait(__func__, 0); }
cudaError_t cudaStreamQuery(cudaStream_t) { return returned_after_wait(__func__, 0); }
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) {
  return returned(__func__, 0);
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  *flags = stream ? stream->flags : 0;
  return returned(__func__, 0);
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  *priority = stream ? stream->priority : 0;
  return returned(__func__, 0);
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  *least = 0;
  *greatest = -5;
  return returned(__func__, 0);
}
cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void*, size_t, unsigned) {
  return returned(__func__, 0);
}
cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t function, void* data) {
  const cudaError_t earlier = returned_after_wait(__func__, 0);
  if (earlier == cudaSuccess) function(data);
  return earlier;
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                  unsigned) {
  callback(stream, returned_after_wait(__func__, 0), data);
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  *event = new CUevent_st;
  (*event)->has_time = (flags & cudaEventDisableTiming) == 0;
  return returned(__func__, 0);
}
cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, 0); }
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return returned(__func__, 0);
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  if (!event) return returned(__func__, cudaErrorInvalidResourceHandle);
  event->is_recorded = true;
  event->milliseconds = device_milliseconds();
  return returned(__func__, 0);
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) {
  return cudaEventRecord(event, stream);
}
cudaError_t cudaEventSynchronize(cudaEvent_t) { return returned_after_wait(__func__, 0); }
cudaError_t cudaEventQuery(cudaEvent_t) { return returned_after_wait(__func__, 0); }
// The last parameter is called differently in CUDA 12 and 13; so are none of the types.
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  if (!begin || !end || !begin->is_recorded || !end->is_recorded || !begin->has_time ||
      !end->has_time)
    return returned("cudaEventElapsedTime", cudaErrorInvalidResourceHandle);
  *milliseconds = static_cast<float>(end->milliseconds - begin->milliseconds);
  return returned("cudaEventElapsedTime", 0);
}

}  // extern "C"
