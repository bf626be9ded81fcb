// What a program asks of its device, and the words of errors.
#include <cstdio>
#include <cstring>

#include "connection.hpp"

namespace warplab::runtime {
namespace {

struct ErrorText {
  cudaError_t error;
  const char *name, *text;
};
// As CUDA names and describes them: programs print these, and tests compare what they print.
#define WARPLAB_ERROR(error, text) \
  { error, #error, text }
constexpr ErrorText kErrors[] = {
    WARPLAB_ERROR(cudaSuccess, "no error"),
    WARPLAB_ERROR(cudaErrorInvalidValue, "invalid argument"),
    WARPLAB_ERROR(cudaErrorMemoryAllocation, "out of memory"),
    WARPLAB_ERROR(cudaErrorInitializationError, "initialization error"),
    WARPLAB_ERROR(cudaErrorInvalidConfiguration, "invalid configuration argument"),
    WARPLAB_ERROR(cudaErrorInvalidPitchValue, "invalid pitch argument"),
    WARPLAB_ERROR(cudaErrorInvalidSymbol, "invalid device symbol"),
    WARPLAB_ERROR(cudaErrorInvalidDevicePointer, "invalid device pointer"),
    WARPLAB_ERROR(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    WARPLAB_ERROR(cudaErrorMissingConfiguration, "__global__ function call is not configured"),
    WARPLAB_ERROR(cudaErrorInvalidDeviceFunction, "invalid device function"),
    WARPLAB_ERROR(cudaErrorNoDevice, "no CUDA-capable device is detected"),
    WARPLAB_ERROR(cudaErrorInvalidDevice, "invalid device ordinal"),
    WARPLAB_ERROR(cudaErrorInvalidResourceHandle, "invalid resource handle"),
    WARPLAB_ERROR(cudaErrorNotReady, "device not ready"),
    WARPLAB_ERROR(cudaErrorIllegalAddress, "an illegal memory access was encountered"),
    WARPLAB_ERROR(cudaErrorLaunchOutOfResources, "too many resources requested for launch"),
    WARPLAB_ERROR(cudaErrorPeerAccessUnsupported,
                  "peer access is not supported between these two devices"),
    WARPLAB_ERROR(cudaErrorAssert, "device-side assert triggered"),
    WARPLAB_ERROR(cudaErrorMisalignedAddress, "misaligned address"),
    WARPLAB_ERROR(cudaErrorLaunchFailure, "unspecified launch failure"),
    WARPLAB_ERROR(cudaErrorNotSupported, "operation not supported"),
    WARPLAB_ERROR(cudaErrorUnsupportedLimit, "limit is not supported on this architecture"),
};

const ErrorText* text_of(cudaError_t error) {
  for (const ErrorText& text : kErrors)
    if (text.error == error) return &text;
  return nullptr;
}

constexpr int kThreadsX = 1024, kThreadsZ = 64, kGridX = 0x7fffffff, kGridY = 65535;
constexpr int kDefaultShared = 48 * 1024;

int attribute_of(cudaDeviceAttr attribute) {
  const Hello::Reply& g = gpu();
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock: return static_cast<int>(g.threads_per_block);
    case cudaDevAttrMaxBlockDimX:
    case cudaDevAttrMaxBlockDimY: return kThreadsX;
    case cudaDevAttrMaxBlockDimZ: return kThreadsZ;
    case cudaDevAttrMaxGridDimX: return kGridX;
    case cudaDevAttrMaxGridDimY:
    case cudaDevAttrMaxGridDimZ: return kGridY;
    case cudaDevAttrMaxSharedMemoryPerBlock: return kDefaultShared;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: return static_cast<int>(g.shared_bytes_per_block);
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor: return static_cast<int>(g.shared_bytes);
    case cudaDevAttrReservedSharedMemoryPerBlock: return static_cast<int>(g.shared_reserved);
    case cudaDevAttrTotalConstantMemory: return 64 * 1024;
    case cudaDevAttrWarpSize: return 32;
    case cudaDevAttrMaxRegistersPerBlock:
    case cudaDevAttrMaxRegistersPerMultiprocessor: return static_cast<int>(g.registers);
    case cudaDevAttrClockRate: return static_cast<int>(g.clock_khz);
    case cudaDevAttrMultiProcessorCount: return static_cast<int>(g.multiprocessors);
    case cudaDevAttrMaxThreadsPerMultiProcessor: return static_cast<int>(32 * g.warps);
    case cudaDevAttrMaxBlocksPerMultiprocessor: return static_cast<int>(g.blocks);
    case cudaDevAttrL2CacheSize: return static_cast<int>(g.l2_bytes);
    case cudaDevAttrComputeCapabilityMajor: return static_cast<int>(g.major);
    case cudaDevAttrComputeCapabilityMinor: return static_cast<int>(g.minor);
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrConcurrentManagedAccess:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrGlobalL1CacheSupported:
    case cudaDevAttrLocalL1CacheSupported: return 1;
    case cudaDevAttrAsyncEngineCount: return 3;
    default: return 0;
  }
}

template <class Integer>
void set_attribute(Integer& into, cudaDeviceAttr attribute) {
  into = static_cast<Integer>(attribute_of(attribute));
}

}  // namespace
}  // namespace warplab::runtime

using namespace warplab::runtime;

extern "C" {

const char* cudaGetErrorName(cudaError_t error) {
  const auto* const text = text_of(error);
  return text ? text->name : "unrecognized error code";
}
const char* cudaGetErrorString(cudaError_t error) {
  const auto* const text = text_of(error);
  return text ? text->text : "unrecognized error code";
}

cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return returned(__func__, 0);
}
cudaError_t cudaSetDevice(int device) {
  return returned(__func__, device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return returned(__func__, 0);
}
cudaError_t cudaSetDeviceFlags(unsigned) { return returned(__func__, 0); }
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return returned(__func__, 0); }
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return returned(__func__, 0); }
cudaError_t cudaDeviceSetLimit(cudaLimit, size_t) { return returned(__func__, 0); }
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  *value = limit == cudaLimitMallocHeapSize ? 8 << 20
           : limit == cudaLimitStackSize    ? 1024
                                            : 1 << 20;
  return returned(__func__, 0);
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  if (device != 0) return returned(__func__, cudaErrorInvalidDevice);
  *value = attribute_of(attribute);
  return returned(__func__, 0);
}
cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) {
  *can = 0;
  return returned(__func__, 0);
}
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) {
  return returned(__func__, cudaErrorPeerAccessUnsupported);
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = CUDART_VERSION;
  return returned(__func__, 0);
}
cudaError_t cudaDriverGetVersion(int* version) {
  *version = CUDART_VERSION;
  return returned(__func__, 0);
}
cudaError_t cudaProfilerStart() { return returned(__func__, 0); }
cudaError_t cudaProfilerStop() { return returned(__func__, 0); }

// By the name that the toolkit gives it: it differs between versions.
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* p, int device) {
  if (device != 0) return returned("cudaGetDeviceProperties", cudaErrorInvalidDevice);
  std::memset(p, 0, sizeof *p);
  std::snprintf(p->name, sizeof p->name, "%s", gpu().name);
  p->totalGlobalMem = gpu().memory_bytes;
  set_attribute(p->sharedMemPerBlock, cudaDevAttrMaxSharedMemoryPerBlock);
  set_attribute(p->sharedMemPerBlockOptin, cudaDevAttrMaxSharedMemoryPerBlockOptin);
  set_attribute(p->sharedMemPerMultiprocessor, cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  set_attribute(p->reservedSharedMemPerBlock, cudaDevAttrReservedSharedMemoryPerBlock);
  set_attribute(p->regsPerBlock, cudaDevAttrMaxRegistersPerBlock);
  set_attribute(p->regsPerMultiprocessor, cudaDevAttrMaxRegistersPerMultiprocessor);
  set_attribute(p->warpSize, cudaDevAttrWarpSize);
  set_attribute(p->maxThreadsPerBlock, cudaDevAttrMaxThreadsPerBlock);
  set_attribute(p->maxThreadsPerMultiProcessor, cudaDevAttrMaxThreadsPerMultiProcessor);
  set_attribute(p->maxBlocksPerMultiProcessor, cudaDevAttrMaxBlocksPerMultiprocessor);
  p->maxThreadsDim[0] = p->maxThreadsDim[1] = kThreadsX;
  p->maxThreadsDim[2] = kThreadsZ;
  p->maxGridSize[0] = kGridX;
  p->maxGridSize[1] = p->maxGridSize[2] = kGridY;
  p->memPitch = 0x7fffffff;
  p->textureAlignment = 512;
  p->texturePitchAlignment = 32;
  set_attribute(p->totalConstMem, cudaDevAttrTotalConstantMemory);
  set_attribute(p->major, cudaDevAttrComputeCapabilityMajor);
  set_attribute(p->minor, cudaDevAttrComputeCapabilityMinor);
  set_attribute(p->multiProcessorCount, cudaDevAttrMultiProcessorCount);
  set_attribute(p->l2CacheSize, cudaDevAttrL2CacheSize);
  p->concurrentKernels = p->unifiedAddressing = p->managedMemory = p->canMapHostMemory = 1;
  p->concurrentManagedAccess = p->streamPrioritiesSupported = 1;
  p->globalL1CacheSupported = p->localL1CacheSupported = 1;
  set_attribute(p->asyncEngineCount, cudaDevAttrAsyncEngineCount);
#if CUDART_VERSION < 13000
  set_attribute(p->clockRate, cudaDevAttrClockRate);
#endif
  return returned("cudaGetDeviceProperties", 0);
}

}  // extern "C"
