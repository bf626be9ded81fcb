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
#define WARPLAB_DRIVER_CALLS(X)                                                                   \
  X(init, cuInit, (unsigned))                                                                     \
  X(driver_version, cuDriverGetVersion, (int*))                                                   \
  X(device_count, cuDeviceGetCount, (int*))                                                       \
  X(device_get, cuDeviceGet, (int*, int))                                                         \
  X(device_name, cuDeviceGetName, (char*, int, int))                                              \
  X(device_uuid, cuDeviceGetUuid, (Uuid*, int))                                                   \
  X(device_memory, cuDeviceTotalMem_v2, (size_t*, int))                                           \
  X(device_attribute, cuDeviceGetAttribute, (int*, int, int))                                     \
  X(retain_context, cuDevicePrimaryCtxRetain, (void**, int))                                      \
  X(release_context, cuDevicePrimaryCtxRelease_v2, (int))                                         \
  X(set_context, cuCtxSetCurrent, (void*))                                                        \
  X(stream_create, cuStreamCreate, (void**, unsigned))                                            \
  X(stream_destroy, cuStreamDestroy_v2, (void*))                                                  \
  X(module_load, cuModuleLoadData, (void**, const void*))                                         \
  X(module_unload, cuModuleUnload, (void*))                                                       \
  X(module_function, cuModuleGetFunction, (void**, void*, const char*))                           \
  X(module_variable, cuModuleGetGlobal_v2, (unsigned long long*, size_t*, void*, const char*))    \
  X(function_attribute, cuFuncSetAttribute, (void*, int, int))                                    \
  X(memory_info, cuMemGetInfo_v2, (size_t*, size_t*))                                             \
  X(allocate, cuMemAlloc_v2, (unsigned long long*, size_t))                                       \
  X(free, cuMemFree_v2, (unsigned long long))                                                     \
  X(allocate_host, cuMemHostAlloc, (void**, size_t, unsigned))                                    \
  X(free_host, cuMemFreeHost, (void*))                                                            \
  X(host_address, cuMemHostGetDevicePointer_v2, (unsigned long long*, void*, unsigned))           \
  X(copy_to_device, cuMemcpyHtoDAsync_v2, (unsigned long long, const void*, size_t, void*))       \
  X(copy_to_host, cuMemcpyDtoHAsync_v2, (void*, unsigned long long, size_t, void*))               \
  X(fill_bytes, cuMemsetD8Async, (unsigned long long, unsigned char, size_t, void*))              \
  X(launch, cuLaunchKernel,                                                                       \
    (void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**,  \
     void**))                                                                                     \
  X(launch_cooperative, cuLaunchCooperativeKernel,                                                \
    (void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**)) \
  X(event_create, cuEventCreate, (void**, unsigned))                                              \
  X(event_destroy, cuEventDestroy_v2, (void*))                                                    \
  X(event_record, cuEventRecord, (void*, void*))                                                  \
  X(event_query, cuEventQuery, (void*))                                                           \
  X(event_elapsed, cuEventElapsedTime, (float*, void*, void*))                                    \
  X(error_name, cuGetErrorName, (Status, const char**))                                           \
  X(error_text, cuGetErrorString, (Status, const char**))

// Memory that two processes share, and textures: not in every driver, and not needed to run
// kernels.
#define WARPLAB_SHARING_CALLS(X)                                                                   \
  X(memory_create, cuMemCreate, (unsigned long long*, size_t, const void*, unsigned long long))    \
  X(memory_release, cuMemRelease, (unsigned long long))                                            \
  X(memory_granularity, cuMemGetAllocationGranularity, (size_t*, const void*, int))                \
  X(memory_export, cuMemExportToShareableHandle,                                                   \
    (void*, unsigned long long, int, unsigned long long))                                          \
  X(memory_import, cuMemImportFromShareableHandle, (unsigned long long*, void*, int))              \
  X(address_reserve, cuMemAddressReserve,                                                          \
    (unsigned long long*, size_t, size_t, unsigned long long, unsigned long long))                 \
  X(address_free, cuMemAddressFree, (unsigned long long, size_t))                                  \
  X(memory_map, cuMemMap,                                                                          \
    (unsigned long long, size_t, size_t, unsigned long long, unsigned long long))                  \
  X(memory_unmap, cuMemUnmap, (unsigned long long, size_t))                                        \
  X(memory_access, cuMemSetAccess, (unsigned long long, size_t, const void*, size_t))              \
  X(copy_on_device, cuMemcpyDtoDAsync_v2, (unsigned long long, unsigned long long, size_t, void*)) \
  X(copy_to_array, cuMemcpy2DAsync_v2, (const void*, void*))                                       \
  X(gl_devices, cuGLGetDevices_v2, (unsigned*, int*, unsigned, int))                               \
  X(register_texture, cuGraphicsGLRegisterImage, (void**, unsigned, unsigned, unsigned))           \
  X(unregister_texture, cuGraphicsUnregisterResource, (void*))                                     \
  X(map_textures, cuGraphicsMapResources, (unsigned, void**, void*))                               \
  X(unmap_textures, cuGraphicsUnmapResources, (unsigned, void**, void*))                           \
  X(mapped_array, cuGraphicsSubResourceGetMappedArray, (void**, void*, unsigned, unsigned))

struct DriverCalls {
#define WARPLAB_DRIVER_MEMBER(member, symbol, parameters) Status(*member) parameters = nullptr;
  WARPLAB_DRIVER_CALLS(WARPLAB_DRIVER_MEMBER)
  WARPLAB_SHARING_CALLS(WARPLAB_DRIVER_MEMBER)
#undef WARPLAB_DRIVER_MEMBER
  bool can_share = false;  // all of the second list are there
  // cuCtxResetPersistingL2Cache, driver 450 and later; null: this one has none.
  Status (*reset_persisting_lines)() = nullptr;

  // "cuMemAlloc failed: CUDA_ERROR_OUT_OF_MEMORY, out of memory."
  std::string failure(const char* call, Status status) const;
};

}  // namespace warplab::cuda
