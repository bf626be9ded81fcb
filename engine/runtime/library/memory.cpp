// Memory: allocating, freeing, copying, setting; variables of the device by their symbols.
#include <cstdlib>
#include <cstring>

#include "connection.hpp"
#include "registration.hpp"

namespace warplab::runtime {
namespace {

constexpr size_t kPitch = 512;  // rows begin at multiples of it, as on GPUs

uint64_t number_of(const void* pointer) { return reinterpret_cast<uint64_t>(pointer); }

cudaError_t allocate(const char* call, void** pointer, size_t bytes, MemoryKind kind) {
  if (!pointer) return returned(call, cudaErrorInvalidValue);
  *pointer = nullptr;
  if (sticky_error() != 0 || bytes == 0) return returned(call, 0);
  Allocate request;
  request.bytes = bytes;
  request.kind = kind;
  request.frames = frames_here();
  const Allocate::Reply reply = ask(request, call);
  if (reply.error != 0) return answered(reply.error);
  if (kind != MemoryKind::device && !map_for_host(reply.address, bytes))
    stop(std::string(call) + " finds no room at the addresses that host and device share.");
  *pointer = reinterpret_cast<void*>(reply.address);
  return returned(call, 0);
}

cudaError_t release(const char* call, void* pointer) {
  if (!pointer) return returned_after_wait(call, 0);
  Release request;
  request.address = number_of(pointer);
  request.frames = frames_here();
  const Release::Reply reply = ask(request, call);
  if (reply.error == 0 && reply.kind != MemoryKind::device)
    unmap_for_host(request.address, reply.bytes);
  const cudaError_t earlier = returned_after_wait(call, 0);
  return earlier != cudaSuccess ? earlier : answered(reply.error);
}

struct Area {
  size_t bytes = 0, rows = 1, to_pitch = 0, from_pitch = 0;
};

cudaError_t copy(const char* call, void* to, const void* from, const Area& area,
                 cudaMemcpyKind kind) {
  if (area.bytes == 0 || area.rows == 0) return returned_after_wait(call, 0);
  if (sticky_error() != 0) return returned(call, 0);
  if (static_cast<unsigned>(kind) > cudaMemcpyDefault)
    return returned(call, cudaErrorInvalidMemcpyDirection);
  Copy request;
  request.to = number_of(to);
  request.from = number_of(from);
  request.bytes = area.bytes;
  request.rows = area.rows;
  request.to_pitch = area.to_pitch;
  request.from_pitch = area.from_pitch;
  request.kind = static_cast<uint32_t>(kind);
  request.frames = frames_here();
  // What kernels print comes before what the host prints of their results.
  if (const cudaError_t earlier = returned_after_wait(call, 0)) return earlier;
  const Copy::Reply reply = ask(request, call);
  if (reply.error != 0) return answered(reply.error);
  char* into = reply.to_device ? device_bytes(request.to) : static_cast<char*>(to);
  const char* of = reply.from_device ? device_bytes(request.from) : static_cast<const char*>(from);
  for (size_t row = 0; row < area.rows; ++row)
    std::memmove(into + row * area.to_pitch, of + row * area.from_pitch, area.bytes);
  return returned(call, 0);
}

cudaError_t fill(const char* call, void* to, int value, const Area& area) {
  if (area.bytes == 0 || area.rows == 0) return returned(call, 0);
  if (sticky_error() != 0) return returned(call, 0);
  Fill request;
  request.to = number_of(to);
  request.bytes = area.bytes;
  request.rows = area.rows;
  request.pitch = area.to_pitch;
  request.frames = frames_here();
  const Fill::Reply reply = ask(request, call);
  if (reply.error != 0) return answered(reply.error);
  char* const into = device_bytes(request.to);
  for (size_t row = 0; row < area.rows; ++row)
    std::memset(into + row * area.to_pitch, value, area.bytes);
  return returned(call, 0);
}

cudaError_t copy_symbol(const char* call, const void* symbol, size_t offset, size_t bytes,
                        bool to_symbol, const void* other) {
  const FindVariable::Reply variable = variable_at(symbol);
  if (variable.error != 0) return returned(call, variable.error);
  if (offset > variable.bytes || bytes > variable.bytes - offset)
    return returned(call, cudaErrorInvalidValue);
  void* const there = reinterpret_cast<void*>(variable.address + offset);
  const Area area{bytes, 1, 0, 0};
  return to_symbol ? copy(call, there, other, area, cudaMemcpyDefault)
                   : copy(call, const_cast<void*>(other), there, area, cudaMemcpyDefault);
}

size_t pitch_of(size_t width) { return (width + kPitch - 1) / kPitch * kPitch; }

cudaError_t copy3d(const char* call, const cudaMemcpy3DParms* p) {
  if (p->srcArray || p->dstArray) missing("cudaMemcpy3D with an array");
  const size_t from_slice = p->srcPtr.pitch * p->srcPtr.ysize,
               to_slice = p->dstPtr.pitch * p->dstPtr.ysize;
  for (size_t z = 0; z < p->extent.depth; ++z) {
    const auto* from = static_cast<const char*>(p->srcPtr.ptr) + (p->srcPos.z + z) * from_slice +
                       p->srcPos.y * p->srcPtr.pitch + p->srcPos.x;
    auto* to = static_cast<char*>(p->dstPtr.ptr) + (p->dstPos.z + z) * to_slice +
               p->dstPos.y * p->dstPtr.pitch + p->dstPos.x;
    const Area area{p->extent.width, p->extent.height, p->dstPtr.pitch, p->srcPtr.pitch};
    if (const cudaError_t error = copy(call, to, from, area, p->kind)) return error;
  }
  return cudaSuccess;
}

}  // namespace
}  // namespace warplab::runtime

using namespace warplab::runtime;

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  return allocate(__func__, pointer, bytes, MemoryKind::device);
}
cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t) {
  return allocate(__func__, pointer, bytes, MemoryKind::device);
}
cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned) {
  return allocate(__func__, pointer, bytes, MemoryKind::managed);
}
cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
  return allocate(__func__, pointer, bytes, MemoryKind::pinned);
}
cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned) {
  return allocate(__func__, pointer, bytes, MemoryKind::pinned);
}
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  *pitch = pitch_of(width);
  return allocate(__func__, pointer, *pitch * height, MemoryKind::device);
}
cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
  pitched->pitch = pitch_of(extent.width);
  pitched->xsize = extent.width;
  pitched->ysize = extent.height;
  return allocate(__func__, &pitched->ptr, pitched->pitch * extent.height * extent.depth,
                  MemoryKind::device);
}
cudaError_t cudaFree(void* pointer) { return release(__func__, pointer); }
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t) { return release(__func__, pointer); }
cudaError_t cudaFreeHost(void* pointer) { return release(__func__, pointer); }

// Host memory stays where it is: kernels cannot reach it.
cudaError_t cudaHostRegister(void*, size_t, unsigned) { return returned(__func__, 0); }
cudaError_t cudaHostUnregister(void*) { return returned(__func__, 0); }
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  Pointer request;
  request.address = number_of(host);
  if (ask(request).kind != MemoryKind::pinned)
    missing("cudaHostGetDevicePointer of memory that cudaHostRegister was given");
  *device = host;
  return returned(__func__, 0);
}

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return copy(__func__, to, from, {bytes, 1, 0, 0}, kind);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t) {
  return copy(__func__, to, from, {bytes, 1, 0, 0}, kind);
}
cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, size_t bytes) {
  return copy(__func__, to, from, {bytes, 1, 0, 0}, cudaMemcpyDefault);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, size_t bytes, cudaStream_t) {
  return copy(__func__, to, from, {bytes, 1, 0, 0}, cudaMemcpyDefault);
}
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind) {
  if (width > to_pitch || width > from_pitch) return returned(__func__, cudaErrorInvalidPitchValue);
  return copy(__func__, to, from, {width, height, to_pitch, from_pitch}, kind);
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  return copy3d(__func__, parameters);
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t) {
  return copy3d(__func__, parameters);
}

cudaError_t cudaMemset(void* to, int value, size_t bytes) {
  return fill(__func__, to, value, {bytes, 1, 0, 0});
}
cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t) {
  return fill(__func__, to, value, {bytes, 1, 0, 0});
}
cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width, size_t height) {
  return fill(__func__, to, value, {width, height, pitch, 0});
}
cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t) {
  return fill(__func__, to, value, {width, height, pitch, 0});
}
cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
  return fill(__func__, to.ptr, value, {extent.width, to.ysize * extent.depth, to.pitch, 0});
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                               cudaMemcpyKind) {
  return copy_symbol(__func__, symbol, offset, bytes, true, from);
}
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind) {
  return copy_symbol(__func__, symbol, offset, bytes, false, to);
}
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes,
                                    size_t offset, cudaMemcpyKind, cudaStream_t) {
  return copy_symbol(__func__, symbol, offset, bytes, true, from);
}
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind, cudaStream_t) {
  return copy_symbol(__func__, symbol, offset, bytes, false, to);
}
cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  const FindVariable::Reply variable = variable_at(symbol);
  if (variable.error == 0) *pointer = reinterpret_cast<void*>(variable.address);
  return returned(__func__, variable.error);
}
cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol) {
  const FindVariable::Reply variable = variable_at(symbol);
  if (variable.error == 0) *bytes = variable.bytes;
  return returned(__func__, variable.error);
}

// Where memory lies is one place for all.
#if CUDART_VERSION >= 13000
cudaError_t cudaMemPrefetchAsync(const void*, size_t, cudaMemLocation, unsigned, cudaStream_t) {
  return returned(__func__, 0);
}
cudaError_t cudaMemAdvise(const void*, size_t, cudaMemoryAdvise, cudaMemLocation) {
  return returned(__func__, 0);
}
#else
cudaError_t cudaMemPrefetchAsync(const void*, size_t, int, cudaStream_t) {
  return returned("cudaMemPrefetchAsync", 0);
}
cudaError_t cudaMemAdvise(const void*, size_t, cudaMemoryAdvise, int) {
  return returned("cudaMemAdvise", 0);
}
#endif
cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* bytes) {
  *free_bytes = *bytes = gpu().memory_bytes;
  return returned(__func__, 0);
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  std::memset(attributes, 0, sizeof *attributes);
  Pointer request;
  request.address = number_of(pointer);
  const MemoryKind kind = ask(request).kind;
  attributes->type = kind == MemoryKind::device    ? cudaMemoryTypeDevice
                     : kind == MemoryKind::managed ? cudaMemoryTypeManaged
                     : kind == MemoryKind::pinned  ? cudaMemoryTypeHost
                                                   : cudaMemoryTypeUnregistered;
  const bool is_known = attributes->type != cudaMemoryTypeUnregistered;
  attributes->device = is_known ? 0 : -2;
  void* const same = const_cast<void*>(pointer);
  if (is_known) attributes->devicePointer = same;
  if (kind != MemoryKind::device) attributes->hostPointer = is_known ? same : nullptr;
  return returned(__func__, 0);
}

}  // extern "C"
