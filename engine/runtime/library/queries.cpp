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
    WARPLAB_ERROR(cudaErrorCudartUnloading, "driver shutting down"),
    WARPLAB_ERROR(cudaErrorInsufficientDriver,
                  "CUDA driver version is insufficient for CUDA runtime version"),
    WARPLAB_ERROR(cudaErrorInvalidTexture, "invalid texture reference"),
    WARPLAB_ERROR(cudaErrorInvalidChannelDescriptor, "invalid channel descriptor"),
    WARPLAB_ERROR(cudaErrorDevicesUnavailable, "CUDA-capable device(s) is/are busy or unavailable"),
    WARPLAB_ERROR(cudaErrorInvalidKernelImage, "device kernel image is invalid"),
    WARPLAB_ERROR(cudaErrorNoKernelImageForDevice,
                  "no kernel image is available for execution on the device"),
    WARPLAB_ERROR(cudaErrorInvalidSource, "invalid source"),
    WARPLAB_ERROR(cudaErrorFileNotFound, "file not found"),
    WARPLAB_ERROR(cudaErrorSymbolNotFound, "named symbol not found"),
    WARPLAB_ERROR(cudaErrorIllegalState, "the operation cannot be performed in the present state"),
    WARPLAB_ERROR(cudaErrorLaunchTimeout, "the launch timed out and was terminated"),
    WARPLAB_ERROR(cudaErrorPeerAccessAlreadyEnabled, "peer access is already enabled"),
    WARPLAB_ERROR(cudaErrorPeerAccessNotEnabled, "peer access has not been enabled"),
    WARPLAB_ERROR(cudaErrorSetOnActiveProcess, "cannot set while device is active in this process"),
    WARPLAB_ERROR(cudaErrorHostMemoryAlreadyRegistered,
                  "part or all of the requested memory range is already mapped"),
    WARPLAB_ERROR(cudaErrorHostMemoryNotRegistered,
                  "pointer does not correspond to a registered memory region"),
    WARPLAB_ERROR(cudaErrorHardwareStackError, "hardware stack error"),
    WARPLAB_ERROR(cudaErrorIllegalInstruction, "an illegal instruction was encountered"),
    WARPLAB_ERROR(cudaErrorInvalidAddressSpace,
                  "operation not supported on global/shared address space"),
    WARPLAB_ERROR(cudaErrorInvalidPc, "invalid program counter"),
    WARPLAB_ERROR(cudaErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch"),
    WARPLAB_ERROR(cudaErrorNotPermitted, "operation not permitted"),
    WARPLAB_ERROR(cudaErrorStreamCaptureUnsupported,
                  "operation not permitted when stream is capturing"),
    WARPLAB_ERROR(cudaErrorGraphExecUpdateFailure,
                  "the graph update was not performed because it included changes which violated "
                  "constraints specific to instantiated graph update"),
    WARPLAB_ERROR(cudaErrorUnknown, "unknown error"),
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
    // Three quarters of it, as on GPUs that have it.
    case cudaDevAttrMaxPersistingL2CacheSize: return static_cast<int>(g.l2_bytes / 4 * 3);
    case cudaDevAttrMaxAccessPolicyWindowSize: return 128 << 20;
    case cudaDevAttrComputePreemptionSupported:
    case cudaDevAttrCooperativeLaunch:
    case cudaDevAttrHostNativeAtomicSupported:
    case cudaDevAttrHostRegisterSupported:
    case cudaDevAttrMemoryPoolsSupported:
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

// As they are without cudaDeviceSetLimit(), by cudaLimit: stack, printf, heap, and what only
// dynamic parallelism and caches know.
constexpr unsigned kLimits = 7;
size_t limits[kLimits] = {1024, 1 << 20, 8 << 20, 2, 2048, 128, 0};

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
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  if (static_cast<unsigned>(limit) >= kLimits) return returned(__func__, cudaErrorInvalidValue);
  limits[limit] = value;
  return returned(__func__, 0);
}
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  if (static_cast<unsigned>(limit) >= kLimits) return returned(__func__, cudaErrorInvalidValue);
  *value = limits[limit];
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
cudaError_t cudaDeviceDisablePeerAccess(int) {
  return returned(__func__, cudaErrorPeerAccessNotEnabled);
}
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr, int, int) {
  *value = 0;
  return returned(__func__, cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceGetPCIBusId(char* text, int bytes, int device) {
  if (device != 0) return returned(__func__, cudaErrorInvalidDevice);
  std::snprintf(text, static_cast<size_t>(bytes), "0000:00:00.0");
  return returned(__func__, 0);
}
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char*) {
  *device = 0;
  return returned(__func__, 0);
}
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) {
  *device = 0;
  return returned(__func__, 0);
}
cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
  return returned(__func__, device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  *flags = 0;
  return returned(__func__, 0);
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  *config = cudaFuncCachePreferNone;
  return returned(__func__, 0);
}
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  *config = cudaSharedMemBankSizeFourByte;
  return returned(__func__, 0);
}
// Arrays and textures are missing; this is only what they are described with.
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                            cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
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
  p->concurrentManagedAccess = p->streamPrioritiesSupported = p->cooperativeLaunch = 1;
  set_attribute(p->persistingL2CacheMaxSize, cudaDevAttrMaxPersistingL2CacheSize);
  set_attribute(p->accessPolicyMaxWindowSize, cudaDevAttrMaxAccessPolicyWindowSize);
  p->hostRegisterSupported = p->memoryPoolsSupported = 1;
  p->globalL1CacheSupported = p->localL1CacheSupported = 1;
  set_attribute(p->asyncEngineCount, cudaDevAttrAsyncEngineCount);
#if CUDART_VERSION < 13000
  set_attribute(p->clockRate, cudaDevAttrClockRate);
#endif
  return returned("cudaGetDeviceProperties", 0);
}

}  // extern "C"
