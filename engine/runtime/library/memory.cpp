// Memory: allocating, freeing, copying, setting; variables of the device by their symbols.
#include <cstdlib>
#include <cstring>

#include <map>
#include <mutex>
#include <string>

#include "connection.hpp"
#include "registration.hpp"
#include "streams.hpp"

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
  note_wait();
  if (reply.error == 0 && (reply.kind == MemoryKind::managed || reply.kind == MemoryKind::pinned))
    unmap_for_host(request.address, reply.bytes);
  const cudaError_t earlier = returned_after_wait(call, 0);
  return earlier != cudaSuccess ? earlier : answered(reply.error);
}

// What the call says of its place in the order of things.
struct When {
  cudaStream_t stream = nullptr;
  bool is_async = false;
};
constexpr When kNow{};

struct Extent {
  size_t bytes = 0, rows = 1, to_pitch = 0, from_pitch = 0;
};

cudaError_t copy(const char* call, void* to, const void* from, const Extent& area,
                 cudaMemcpyKind kind, const When& when) {
  const Action action = [=](cudaStream_t stream) {
    return copy(call, to, from, area, kind, {stream, true});
  };
  if (is_captured(when.stream, action)) return cudaSuccess;
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
  request.stream = stream_of(when.stream).number;
  request.is_async = when.is_async;
  request.frames = frames_here();
  if (!when.is_async) note_wait();
  // What kernels print comes before what the host prints of their results.
  if (const cudaError_t earlier = returned_after_wait(call, 0)) return earlier;
  const Copy::Reply reply = ask(request, call);
  if (reply.error != 0) return answered(reply.error);
  char* into = reply.to_device ? device_bytes(request.to) : static_cast<char*>(to);
  const char* of = reply.from_device ? device_bytes(request.from) : static_cast<const char*>(from);
  for (size_t row = 0; row < area.rows; ++row)
    std::memmove(into + row * area.to_pitch, of + row * area.from_pitch, area.bytes);
  close_for_host(reply.closes);
  return returned(call, 0);
}

cudaError_t fill(const char* call, void* to, int value, const Extent& area, const When& when) {
  const Action action = [=](cudaStream_t stream) {
    return fill(call, to, value, area, {stream, true});
  };
  if (is_captured(when.stream, action)) return cudaSuccess;
  if (area.bytes == 0 || area.rows == 0) return returned(call, 0);
  if (sticky_error() != 0) return returned(call, 0);
  Fill request;
  request.to = number_of(to);
  request.bytes = area.bytes;
  request.rows = area.rows;
  request.pitch = area.to_pitch;
  request.stream = stream_of(when.stream).number;
  request.is_async = when.is_async;
  request.frames = frames_here();
  const Fill::Reply reply = ask(request, call);
  if (reply.error != 0) return answered(reply.error);
  char* const into = device_bytes(request.to);
  for (size_t row = 0; row < area.rows; ++row)
    std::memset(into + row * area.to_pitch, value, area.bytes);
  close_for_host(reply.closes);
  return returned(call, 0);
}

// A part of a device variable.
struct SymbolPart {
  const void* symbol = nullptr;
  size_t offset = 0, bytes = 0;
};

cudaError_t copy_symbol(const char* call, const SymbolPart& part, bool to_symbol, const void* other,
                        const When& when) {
  const FindVariable::Reply variable = variable_at(part.symbol);
  if (variable.error != 0) return returned(call, variable.error);
  if (part.offset > variable.bytes || part.bytes > variable.bytes - part.offset)
    return returned(call, cudaErrorInvalidValue);
  void* const there = reinterpret_cast<void*>(variable.address + part.offset);
  const Extent area{part.bytes, 1, 0, 0};
  return to_symbol ? copy(call, there, other, area, cudaMemcpyDefault, when)
                   : copy(call, const_cast<void*>(other), there, area, cudaMemcpyDefault, when);
}

constexpr uint64_t kPage = 4096;
struct RegisteredMemory {
  uint64_t device = 0, bytes = 0;
  uint64_t host = 0;  // as it was registered; its page's begin is the key
};
struct RegisteredAreas {
  std::mutex turn;
  std::map<uint64_t, RegisteredMemory> by_begin;
};
RegisteredAreas& registered() {
  static RegisteredAreas* const made = new RegisteredAreas;
  return *made;
}
// Where the registered memory begins that holds it; null: none does.
std::pair<uint64_t, const RegisteredMemory*> registered_at(const void* host) {
  const std::lock_guard<std::mutex> lock(registered().turn);
  const auto& areas = registered().by_begin;
  const auto above = areas.upper_bound(number_of(host));
  if (above == areas.begin()) return {0, nullptr};
  const auto& [begin, memory] = *std::prev(above);
  return {begin, number_of(host) - begin < memory.bytes ? &memory : nullptr};
}

size_t pitch_of(size_t width) { return (width + kPitch - 1) / kPitch * kPitch; }

cudaError_t copy3d(const char* call, const cudaMemcpy3DParms* p, const When& when) {
  if (p->srcArray || p->dstArray) missing("cudaMemcpy3D with an array");
  const size_t from_slice = p->srcPtr.pitch * p->srcPtr.ysize,
               to_slice = p->dstPtr.pitch * p->dstPtr.ysize;
  for (size_t z = 0; z < p->extent.depth; ++z) {
    const auto* from = static_cast<const char*>(p->srcPtr.ptr) + (p->srcPos.z + z) * from_slice +
                       p->srcPos.y * p->srcPtr.pitch + p->srcPos.x;
    auto* to = static_cast<char*>(p->dstPtr.ptr) + (p->dstPos.z + z) * to_slice +
               p->dstPos.y * p->dstPtr.pitch + p->dstPos.x;
    const Extent area{p->extent.width, p->extent.height, p->dstPtr.pitch, p->srcPtr.pitch};
    if (const cudaError_t error = copy(call, to, from, area, p->kind, when)) return error;
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
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  // What a graph has allocated has one address for all its launches.
  if (is_captured(stream, [](cudaStream_t) { return cudaSuccess; })) return cudaSuccess;
  return release(__func__, pointer);
}
cudaError_t cudaFreeHost(void* pointer) { return release(__func__, pointer); }

// The host's pages become those of device memory, with all that is in them.
cudaError_t cudaHostRegister(void* host, size_t bytes, unsigned) {
  if (!host || bytes == 0) return returned(__func__, cudaErrorInvalidValue);
  if (is_device_address(number_of(host)) || registered_at(host).second)
    return returned(__func__, cudaErrorHostMemoryAlreadyRegistered);
  const uint64_t begin = number_of(host) / kPage * kPage;
  const uint64_t end = (number_of(host) + bytes + kPage - 1) / kPage * kPage;
  Allocate request;
  request.bytes = end - begin;
  request.kind = MemoryKind::registered;
  request.frames = frames_here();
  const Allocate::Reply reply = ask(request, __func__);
  if (reply.error != 0) return answered(reply.error);
  if (!map_over_host(reinterpret_cast<void*>(begin), reply.address, end - begin))
    return returned(__func__, cudaErrorNotSupported);
  const std::lock_guard<std::mutex> lock(registered().turn);
  registered().by_begin[begin] = {reply.address, end - begin, number_of(host)};
  return returned(__func__, 0);
}
cudaError_t cudaHostUnregister(void* host) {
  const auto found = registered_at(host);
  if (!found.second || found.second->host != number_of(host))
    return returned(__func__, cudaErrorHostMemoryNotRegistered);
  give_host_back(reinterpret_cast<void*>(found.first), found.second->bytes);
  const uint64_t device = found.second->device;
  {
    const std::lock_guard<std::mutex> lock(registered().turn);
    registered().by_begin.erase(found.first);
  }
  return release(__func__, reinterpret_cast<void*>(device));
}
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  if (const auto found = registered_at(host); found.second) {
    *device = reinterpret_cast<void*>(found.second->device + (number_of(host) - found.first));
    return returned(__func__, 0);
  }
  Pointer request;
  request.address = number_of(host);
  if (ask(request).kind != MemoryKind::pinned) return returned(__func__, cudaErrorInvalidValue);
  *device = host;
  return returned(__func__, 0);
}
cudaError_t cudaHostGetFlags(unsigned* flags, void*) {
  *flags = cudaHostAllocMapped;
  return returned(__func__, 0);
}

// All memory pools are one that keeps nothing.
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int) {
  static int the_pool = 0;
  *pool = reinterpret_cast<cudaMemPool_t>(&the_pool);
  return returned(__func__, 0);
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return cudaDeviceGetDefaultMemPool(pool, device);
}
cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t) { return returned(__func__, 0); }
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps*) {
  return cudaDeviceGetDefaultMemPool(pool, 0);
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t) { return returned(__func__, 0); }
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*) {
  return returned(__func__, 0);
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr attribute, void* value) {
  const bool is_wide = attribute >= cudaMemPoolAttrReleaseThreshold;
  std::memset(value, 0, is_wide ? sizeof(uint64_t) : sizeof(int));
  return returned(__func__, 0);
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t) { return returned(__func__, 0); }
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t, const cudaMemAccessDesc*, size_t) {
  return returned(__func__, 0);
}
cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes, cudaMemPool_t, cudaStream_t) {
  return allocate("cudaMallocAsync", pointer, bytes, MemoryKind::device);
}

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return copy(__func__, to, from, {bytes, 1, 0, 0}, kind, kNow);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return copy(__func__, to, from, {bytes, 1, 0, 0}, kind, {stream, true});
}
cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, size_t bytes) {
  return copy(__func__, to, from, {bytes, 1, 0, 0}, cudaMemcpyDefault, kNow);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, size_t bytes,
                                cudaStream_t stream) {
  return copy(__func__, to, from, {bytes, 1, 0, 0}, cudaMemcpyDefault, {stream, true});
}
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind) {
  if (width > to_pitch || width > from_pitch) return returned(__func__, cudaErrorInvalidPitchValue);
  return copy(__func__, to, from, {width, height, to_pitch, from_pitch}, kind, kNow);
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  if (width > to_pitch || width > from_pitch) return returned(__func__, cudaErrorInvalidPitchValue);
  return copy(__func__, to, from, {width, height, to_pitch, from_pitch}, kind, {stream, true});
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  return copy3d(__func__, parameters, kNow);
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  return copy3d(__func__, parameters, {stream, true});
}

cudaError_t cudaMemset(void* to, int value, size_t bytes) {
  return fill(__func__, to, value, {bytes, 1, 0, 0}, kNow);
}
cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t stream) {
  return fill(__func__, to, value, {bytes, 1, 0, 0}, {stream, true});
}
cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width, size_t height) {
  return fill(__func__, to, value, {width, height, pitch, 0}, kNow);
}
cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  return fill(__func__, to, value, {width, height, pitch, 0}, {stream, true});
}
cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
  return fill(__func__, to.ptr, value, {extent.width, to.ysize * extent.depth, to.pitch, 0}, kNow);
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent,
                              cudaStream_t stream) {
  return fill(__func__, to.ptr, value, {extent.width, to.ysize * extent.depth, to.pitch, 0},
              {stream, true});
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                               cudaMemcpyKind) {
  return copy_symbol(__func__, {symbol, offset, bytes}, true, from, kNow);
}
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind) {
  return copy_symbol(__func__, {symbol, offset, bytes}, false, to, kNow);
}
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes,
                                    size_t offset, cudaMemcpyKind, cudaStream_t stream) {
  return copy_symbol(__func__, {symbol, offset, bytes}, true, from, {stream, true});
}
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind, cudaStream_t stream) {
  return copy_symbol(__func__, {symbol, offset, bytes}, false, to, {stream, true});
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
                     : kind == MemoryKind::pinned || kind == MemoryKind::registered
                         ? cudaMemoryTypeHost
                         : cudaMemoryTypeUnregistered;
  const bool is_known = attributes->type != cudaMemoryTypeUnregistered;
  attributes->device = is_known ? 0 : -2;
  void* const same = const_cast<void*>(pointer);
  if (is_known) attributes->devicePointer = same;
  if (kind != MemoryKind::device) attributes->hostPointer = is_known ? same : nullptr;
  return returned(__func__, 0);
}

}  // extern "C"
