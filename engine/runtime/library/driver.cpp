// The driver's API, as far as programs load modules, launch their kernels and copy memory with it:
// libcuda.so.1 is this library, too. Errors have the numbers of the runtime's.
#if __has_include(<cuda.h>)
#include <cuda.h>
#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

#include "connection.hpp"
#include "launch.hpp"
#include "streams.hpp"

using namespace warplab::runtime;

namespace {

CUresult result(cudaError_t error) { return static_cast<CUresult>(error); }
CUresult fine() { return CUDA_SUCCESS; }
void* pointer(CUdeviceptr address) { return reinterpret_cast<void*>(address); }

// There is one context. Modules are their numbers + 1.
int the_context = 0;
CUcontext context() { return reinterpret_cast<CUcontext>(&the_context); }
bool is_current = false;
uint32_t number_of(CUmodule module) {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(module)) - 1;
}

constexpr uint32_t kFatMagic = 0xba55ed50, kWrapperMagic = 0x466243b1, kElfMagic = 0x464c457f;

uint32_t magic_of(const void* image) {
  uint32_t magic = 0;
  std::memcpy(&magic, image, sizeof magic);
  return magic;
}

CUresult load(CUmodule* module, const std::string& image) {
  if (image.size() >= 4 && magic_of(image.data()) == kElfMagic)
    missing("A module of machine code (a cubin)");
  const LoadedModule loaded = load_module(image);
  if (!loaded.is_there) stop(loaded.why_not);
  *module = reinterpret_cast<CUmodule>(static_cast<uintptr_t>(loaded.number) + 1);
  return fine();
}

struct ErrorName {
  CUresult error;
  const char *name, *text;
};
constexpr ErrorName kErrors[] = {
    {CUDA_SUCCESS, "CUDA_SUCCESS", "no error"},
    {CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {CUDA_ERROR_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {CUDA_ERROR_NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {CUDA_ERROR_NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {CUDA_ERROR_INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {CUDA_ERROR_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {CUDA_ERROR_FILE_NOT_FOUND, "CUDA_ERROR_FILE_NOT_FOUND", "file not found"},
    {CUDA_ERROR_NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {CUDA_ERROR_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS",
     "an illegal memory access was encountered"},
    {CUDA_ERROR_LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
    {CUDA_ERROR_NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
};
const ErrorName* name_of(CUresult error) {
  for (const ErrorName& e : kErrors)
    if (e.error == error) return &e;
  return nullptr;
}

}  // namespace

extern "C" {

CUresult cuGetErrorName(CUresult error, const char** name) {
  const ErrorName* const e = name_of(error);
  *name = e ? e->name : cudaGetErrorName(static_cast<cudaError_t>(error));
  return fine();
}
CUresult cuGetErrorString(CUresult error, const char** text) {
  const ErrorName* const e = name_of(error);
  *text = e ? e->text : cudaGetErrorString(static_cast<cudaError_t>(error));
  return fine();
}

CUresult cuInit(unsigned) { return fine(); }
CUresult cuDriverGetVersion(int* version) { return result(cudaDriverGetVersion(version)); }
CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  *device = 0;
  return ordinal == 0 ? fine() : CUDA_ERROR_INVALID_DEVICE;
}
CUresult cuDeviceGetCount(int* count) { return result(cudaGetDeviceCount(count)); }
CUresult cuDeviceGetName(char* name, int bytes, CUdevice) {
  std::snprintf(name, static_cast<size_t>(bytes), "%s", gpu().name);
  return fine();
}
CUresult cuDeviceTotalMem(size_t* bytes, CUdevice) {
  *bytes = gpu().memory_bytes;
  return fine();
}
CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice) {
  *major = static_cast<int>(gpu().major);
  *minor = static_cast<int>(gpu().minor);
  return fine();
}
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  return result(cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), device));
}
CUresult cuDeviceCanAccessPeer(int* can, CUdevice, CUdevice) {
  *can = 0;
  return fine();
}
CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice) {
  std::memset(uuid, 0, sizeof *uuid);
  return fine();
}

#if CUDA_VERSION >= 13000
CUresult cuCtxCreate(CUcontext* made, CUctxCreateParams*, unsigned, CUdevice) {
#else
CUresult cuCtxCreate(CUcontext* made, unsigned, CUdevice) {
#endif
  *made = context();
  is_current = true;
  return fine();
}
#if CUDA_VERSION >= 13000
// Programs that were compiled with older headers, or look it up by its name.
CUresult cuCtxCreate_v2(CUcontext* made, unsigned, CUdevice) {
  return cuCtxCreate(made, nullptr, 0, 0);
}
#endif
CUresult cuCtxDestroy(CUcontext) {
  is_current = false;
  return fine();
}
CUresult cuCtxSetCurrent(CUcontext now) {
  is_current = now != nullptr;
  return fine();
}
CUresult cuCtxGetCurrent(CUcontext* now) {
  *now = is_current ? context() : nullptr;
  return fine();
}
CUresult cuCtxPushCurrent(CUcontext now) { return cuCtxSetCurrent(now); }
CUresult cuCtxPopCurrent(CUcontext* before) {
  if (before) *before = context();
  return fine();
}
CUresult cuCtxGetDevice(CUdevice* device) {
  *device = 0;
  return fine();
}
CUresult cuCtxSynchronize() { return result(cudaDeviceSynchronize()); }
CUresult cuDevicePrimaryCtxRetain(CUcontext* made, CUdevice) {
  *made = context();
  return fine();
}
CUresult cuDevicePrimaryCtxRelease(CUdevice) { return fine(); }

CUresult cuModuleLoad(CUmodule* module, const char* file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return CUDA_ERROR_FILE_NOT_FOUND;
  std::ostringstream text;
  text << in.rdbuf();
  return load(module, text.str());
}
CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  const uint32_t magic = magic_of(image);
  if (magic == kWrapperMagic) {
    const void* data = nullptr;
    std::memcpy(&data, static_cast<const char*>(image) + 8, sizeof data);
    return load(module, fat_binary_at(data));
  }
  if (magic == kFatMagic) return load(module, fat_binary_at(image));
  return load(module, magic == kElfMagic ? "\177ELF" : static_cast<const char*>(image));
}
CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned, CUjit_option*, void**) {
  return cuModuleLoadData(module, image);
}
CUresult cuModuleLoadFatBinary(CUmodule* module, const void* image) {
  return cuModuleLoadData(module, image);
}
// What is linked is one text of PTX, if it is one alone.
CUresult cuLinkCreate(unsigned, CUjit_option*, void**, CUlinkState* state) {
  *state = reinterpret_cast<CUlinkState>(new std::string);
  return fine();
}
CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void* data, size_t bytes,
                       const char*, unsigned, CUjit_option*, void**) {
  auto& text = *reinterpret_cast<std::string*>(state);
  if (type != CU_JIT_INPUT_PTX || !text.empty()) missing("cuLinkAddData of more than one PTX text");
  text.assign(static_cast<const char*>(data), bytes);
  return fine();
}
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* file, unsigned,
                       CUjit_option*, void**) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return CUDA_ERROR_FILE_NOT_FOUND;
  std::ostringstream text;
  text << in.rdbuf();
  std::string all = text.str();
  return cuLinkAddData(state, type, all.data(), all.size(), file, 0, nullptr, nullptr);
}
CUresult cuLinkComplete(CUlinkState state, void** image, size_t* bytes) {
  auto& text = *reinterpret_cast<std::string*>(state);
  *image = text.data();
  *bytes = text.size();
  return fine();
}
CUresult cuLinkDestroy(CUlinkState state) {
  delete reinterpret_cast<std::string*>(state);
  return fine();
}
CUresult cuModuleUnload(CUmodule) { return fine(); }
CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  Kernel* const kernel = kernel_of(number_of(module), name);
  *function = reinterpret_cast<CUfunction>(kernel);
  return kernel ? fine() : CUDA_ERROR_NOT_FOUND;
}
CUresult cuModuleGetGlobal(CUdeviceptr* address, size_t* bytes, CUmodule module, const char* name) {
  const FindVariable::Reply variable = variable_of(number_of(module), name);
  if (variable.error != 0) return CUDA_ERROR_NOT_FOUND;
  if (address) *address = variable.address;
  if (bytes) *bytes = variable.bytes;
  return fine();
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                        CUstream stream, void** parameters, void** extra) {
  LaunchCall call;
  call.kernel = kernel_at(function);
  if (!call.kernel) return CUDA_ERROR_INVALID_HANDLE;
  call.grid = dim3(grid_x, grid_y, grid_z);
  call.block = dim3(block_x, block_y, block_z);
  call.shared = shared;
  call.stream = stream;
  call.frames = frames_here();
  call.parameters = parameters_of(*call.kernel, parameters, extra);
  return result(launch_or_capture(__func__, call));
}
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                                   unsigned grid_z, unsigned block_x, unsigned block_y,
                                   unsigned block_z, unsigned shared, CUstream stream,
                                   void** parameters) {
  return result(cudaLaunchCooperativeKernel(function, dim3(grid_x, grid_y, grid_z),
                                            dim3(block_x, block_y, block_z), parameters, shared,
                                            stream));
}
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  return result(cudaFuncSetAttribute(function, static_cast<cudaFuncAttribute>(attribute), value));
}
CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function) {
  cudaFuncAttributes all;
  const cudaError_t error = cudaFuncGetAttributes(&all, function);
  switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = all.maxThreadsPerBlock; break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = static_cast<int>(all.sharedSizeBytes); break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = static_cast<int>(all.constSizeBytes); break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = static_cast<int>(all.localSizeBytes); break;
    default: *value = 0;
  }
  return result(error);
}
CUresult cuFuncSetCacheConfig(CUfunction, CUfunc_cache) { return fine(); }
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function, int threads,
                                                     size_t shared) {
  return result(cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared));
}

// The largest block of those that fill a multiprocessor best.
CUresult cuOccupancyMaxPotentialBlockSize(int* grid, int* block, CUfunction function,
                                          CUoccupancyB2DSize shared_of, size_t shared, int most) {
  const Kernel* const kernel = kernel_at(function);
  if (!kernel) return CUDA_ERROR_INVALID_HANDLE;
  int best = 0;
  *grid = *block = 0;
  if (most <= 0) most = static_cast<int>(kernel->facts.most_threads);
  for (int threads = most / 32 * 32; threads > 0; threads -= 32) {
    int blocks = 0;
    const size_t bytes = shared_of ? shared_of(threads) : shared;
    if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads, bytes) !=
        cudaSuccess)
      return CUDA_ERROR_INVALID_VALUE;
    if (blocks * threads <= best) continue;
    best = blocks * threads;
    *block = threads;
    *grid = blocks * static_cast<int>(gpu().multiprocessors);
  }
  return fine();
}

CUresult cuMemAlloc(CUdeviceptr* address, size_t bytes) {
  void* made = nullptr;
  const cudaError_t error = cudaMalloc(&made, bytes);
  *address = reinterpret_cast<CUdeviceptr>(made);
  return result(error);
}
CUresult cuMemAllocManaged(CUdeviceptr* address, size_t bytes, unsigned flags) {
  void* made = nullptr;
  const cudaError_t error = cudaMallocManaged(&made, bytes, flags);
  *address = reinterpret_cast<CUdeviceptr>(made);
  return result(error);
}
CUresult cuMemFree(CUdeviceptr address) { return result(cudaFree(pointer(address))); }
CUresult cuMemAllocHost(void** made, size_t bytes) { return result(cudaMallocHost(made, bytes)); }
CUresult cuMemHostAlloc(void** made, size_t bytes, unsigned flags) {
  return result(cudaHostAlloc(made, bytes, flags));
}
CUresult cuMemFreeHost(void* memory) { return result(cudaFreeHost(memory)); }
CUresult cuMemGetInfo(size_t* free_bytes, size_t* bytes) {
  return result(cudaMemGetInfo(free_bytes, bytes));
}
CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, size_t bytes) {
  return result(cudaMemcpy(pointer(to), from, bytes, cudaMemcpyHostToDevice));
}
CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, size_t bytes) {
  return result(cudaMemcpy(to, pointer(from), bytes, cudaMemcpyDeviceToHost));
}
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return result(cudaMemcpy(pointer(to), pointer(from), bytes, cudaMemcpyDeviceToDevice));
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, size_t bytes, CUstream stream) {
  return result(cudaMemcpyAsync(pointer(to), from, bytes, cudaMemcpyHostToDevice, stream));
}
CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return result(cudaMemcpyAsync(to, pointer(from), bytes, cudaMemcpyDeviceToHost, stream));
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return result(
      cudaMemcpyAsync(pointer(to), pointer(from), bytes, cudaMemcpyDeviceToDevice, stream));
}
CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t bytes) {
  return result(cudaMemset(pointer(to), value, bytes));
}
CUresult cuMemsetD32(CUdeviceptr to, unsigned value, size_t count) {
  std::string words;
  for (size_t k = 0; k < count; ++k) words.append(reinterpret_cast<char*>(&value), sizeof value);
  return cuMemcpyHtoD(to, words.data(), words.size());
}

CUresult cuStreamCreate(CUstream* stream, unsigned flags) {
  return result(cudaStreamCreateWithFlags(stream, flags));
}
CUresult cuStreamDestroy(CUstream stream) { return result(cudaStreamDestroy(stream)); }
CUresult cuStreamSynchronize(CUstream stream) { return result(cudaStreamSynchronize(stream)); }
CUresult cuStreamQuery(CUstream stream) { return result(cudaStreamQuery(stream)); }
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  return result(cudaStreamWaitEvent(stream, event, flags));
}
CUresult cuEventCreate(CUevent* event, unsigned flags) {
  return result(cudaEventCreateWithFlags(event, flags));
}
CUresult cuEventDestroy(CUevent event) { return result(cudaEventDestroy(event)); }
CUresult cuEventRecord(CUevent event, CUstream stream) {
  return result(cudaEventRecord(event, stream));
}
CUresult cuEventSynchronize(CUevent event) { return result(cudaEventSynchronize(event)); }
CUresult cuEventQuery(CUevent event) { return result(cudaEventQuery(event)); }
CUresult cuEventElapsedTime(float* milliseconds, CUevent begin, CUevent end) {
  return result(cudaEventElapsedTime(milliseconds, begin, end));
}

}  // extern "C"
#endif
