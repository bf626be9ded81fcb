#pragma once
// The driver's functions by their own names, declared here so that no toolkit is needed.
// Source: CUDA Driver API reference 13.0. A name with _v2 is what cuda.h calls by the plain name.
#include <cstddef>
#include <string>

namespace warplab::cuda {

using Status = int;  // CUresult; 0 is success
inline constexpr Status kNotReady = 600;

struct Uuid {
  unsigned char bytes[16];
};

// X(member, symbol, parameters)
#define WARPLAB_DRIVER_CALLS(X)                                                                  \
  X(init, cuInit, (unsigned))                                                                    \
  X(driver_version, cuDriverGetVersion, (int*))                                                  \
  X(device_count, cuDeviceGetCount, (int*))                                                      \
  X(device_get, cuDeviceGet, (int*, int))                                                        \
  X(device_name, cuDeviceGetName, (char*, int, int))                                             \
  X(device_uuid, cuDeviceGetUuid, (Uuid*, int))                                                  \
  X(device_memory, cuDeviceTotalMem_v2, (size_t*, int))                                          \
  X(device_attribute, cuDeviceGetAttribute, (int*, int, int))                                    \
  X(retain_context, cuDevicePrimaryCtxRetain, (void**, int))                                     \
  X(release_context, cuDevicePrimaryCtxRelease_v2, (int))                                        \
  X(set_context, cuCtxSetCurrent, (void*))                                                       \
  X(stream_create, cuStreamCreate, (void**, unsigned))                                           \
  X(stream_destroy, cuStreamDestroy_v2, (void*))                                                 \
  X(module_load, cuModuleLoadData, (void**, const void*))                                        \
  X(module_unload, cuModuleUnload, (void*))                                                      \
  X(module_function, cuModuleGetFunction, (void**, void*, const char*))                          \
  X(function_attribute, cuFuncSetAttribute, (void*, int, int))                                   \
  X(memory_info, cuMemGetInfo_v2, (size_t*, size_t*))                                            \
  X(allocate, cuMemAlloc_v2, (unsigned long long*, size_t))                                      \
  X(free, cuMemFree_v2, (unsigned long long))                                                    \
  X(allocate_host, cuMemHostAlloc, (void**, size_t, unsigned))                                   \
  X(free_host, cuMemFreeHost, (void*))                                                           \
  X(host_address, cuMemHostGetDevicePointer_v2, (unsigned long long*, void*, unsigned))          \
  X(copy_to_device, cuMemcpyHtoDAsync_v2, (unsigned long long, const void*, size_t, void*))      \
  X(copy_to_host, cuMemcpyDtoHAsync_v2, (void*, unsigned long long, size_t, void*))              \
  X(fill_bytes, cuMemsetD8Async, (unsigned long long, unsigned char, size_t, void*))             \
  X(launch, cuLaunchKernel,                                                                      \
    (void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, \
     void**))                                                                                    \
  X(event_create, cuEventCreate, (void**, unsigned))                                             \
  X(event_destroy, cuEventDestroy_v2, (void*))                                                   \
  X(event_record, cuEventRecord, (void*, void*))                                                 \
  X(event_query, cuEventQuery, (void*))                                                          \
  X(event_elapsed, cuEventElapsedTime, (float*, void*, void*))                                   \
  X(error_name, cuGetErrorName, (Status, const char**))                                          \
  X(error_text, cuGetErrorString, (Status, const char**))

struct DriverCalls {
#define WARPLAB_DRIVER_MEMBER(member, symbol, parameters) Status(*member) parameters = nullptr;
  WARPLAB_DRIVER_CALLS(WARPLAB_DRIVER_MEMBER)
#undef WARPLAB_DRIVER_MEMBER
  Status (*reset_persisting_lines)() =
      nullptr;  // cuCtxResetPersistingL2Cache, driver 450 and later

  // "cuMemAlloc failed: CUDA_ERROR_OUT_OF_MEMORY, out of memory."
  std::string failure(const char* call, Status status) const;
};

}  // namespace warplab::cuda
