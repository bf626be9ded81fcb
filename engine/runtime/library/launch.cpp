// Launches: what <<<>>> becomes, and the calls that do the same.
#include <cstring>

#include "connection.hpp"
#include "registration.hpp"

namespace warplab::runtime {
namespace {

// Between <<<>>> and the call of the kernel's stub.
struct Configuration {
  dim3 grid, block;
  size_t shared = 0;
  cudaStream_t stream = nullptr;
  Frames frames;
};
thread_local std::vector<Configuration> configurations;
// Of the <<<>>> whose stub is about to launch.
thread_local Frames frames_of_launch;

Size3 size_of(dim3 d) {
  Size3 size;
  size.x = d.x, size.y = d.y, size.z = d.z;
  return size;
}

cudaError_t launch(const char* call, const void* function, const Configuration& at, void** values) {
  Kernel* const kernel = kernel_at(function);
  if (!kernel) return returned(call, cudaErrorInvalidDeviceFunction);
  if (sticky_error() != 0) return returned(call, 0);
  Launch request;
  request.kernel = kernel->facts.kernel;
  request.most_shared = kernel->most_shared;
  request.shared = at.shared;
  request.grid = size_of(at.grid);
  request.block = size_of(at.block);
  request.frames = at.frames;
  std::string parameters, text;
  for (size_t k = 0; k < kernel->parameters.size(); ++k)
    parameters.append(static_cast<const char*>(values[k]), kernel->parameters[k]);
  const Launch::Reply reply = ask(request, parameters, &text);
  if (reply.error == kCannotGoOn) stop(text);
  take_launch(reply.later_error, text, reply.microseconds);
  return answered(reply.error);
}

}  // namespace
}  // namespace warplab::runtime

using namespace warplab::runtime;

extern "C" {

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream) {
  configurations.push_back({grid, block, shared, stream, frames_here()});
  return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, void* stream) {
  if (configurations.empty()) return returned("<<<>>>", cudaErrorMissingConfiguration);
  const Configuration& last = configurations.back();
  *grid = last.grid;
  *block = last.block;
  *shared = last.shared;
  std::memcpy(stream, &last.stream, sizeof last.stream);
  frames_of_launch = last.frames;
  configurations.pop_back();
  return cudaSuccess;
}

#if CUDART_VERSION >= 12000
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* function) {
  *kernel = reinterpret_cast<cudaKernel_t>(const_cast<void*>(function));
  return cudaSuccess;
}
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** values,
                               size_t shared, cudaStream_t stream) {
  return launch("the launch", kernel, {grid, block, shared, stream, frames_of_launch}, values);
}
cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* function) {
  return __cudaGetKernel(kernel, function);
}
#endif

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** values,
                             size_t shared, cudaStream_t stream) {
  // The stub of an older nvcc comes this way, too.
  Frames frames = frames_of_launch.count ? frames_of_launch : frames_here();
  frames_of_launch = {};
  return launch(__func__, function, {grid, block, shared, stream, frames}, values);
}
cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** values,
                                        size_t shared, cudaStream_t stream) {
  return launch(__func__, function, {grid, block, shared, stream, frames_here()}, values);
}
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                void** values) {
  return launch(
      __func__, function,
      {config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream, frames_here()},
      values);
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  Kernel* const kernel = kernel_at(function);
  if (!kernel) return returned(__func__, cudaErrorInvalidDeviceFunction);
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
    return returned(__func__, cudaSuccess);
  if (value < 0 ||
      static_cast<uint64_t>(value) + kernel->facts.shared_bytes > gpu().shared_bytes_per_block)
    return returned(__func__, cudaErrorInvalidValue);
  kernel->most_shared = static_cast<uint32_t>(value);
  return returned(__func__, cudaSuccess);
}
cudaError_t cudaFuncSetCacheConfig(const void*, cudaFuncCache) { return returned(__func__, 0); }
cudaError_t cudaFuncSetSharedMemConfig(const void*, cudaSharedMemConfig) {
  return returned(__func__, 0);
}
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  const Kernel* const kernel = kernel_at(function);
  if (!kernel) return returned(__func__, cudaErrorInvalidDeviceFunction);
  std::memset(attributes, 0, sizeof *attributes);
  attributes->sharedSizeBytes = kernel->facts.shared_bytes;
  attributes->localSizeBytes = kernel->facts.local_bytes;
  attributes->constSizeBytes = kernel->facts.constant_bytes;
  attributes->maxThreadsPerBlock = static_cast<int>(kernel->facts.most_threads);
  attributes->maxDynamicSharedSizeBytes = static_cast<int>(
      kernel->most_shared ? kernel->most_shared : 48 * 1024 - kernel->facts.shared_bytes);
  attributes->ptxVersion = attributes->binaryVersion =
      static_cast<int>(gpu().major * 10 + gpu().minor);
  return returned(__func__, 0);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks,
                                                                   const void* function,
                                                                   int threads, size_t shared,
                                                                   unsigned) {
  const Kernel* const kernel = kernel_at(function);
  if (!kernel)
    return returned("cudaOccupancyMaxActiveBlocksPerMultiprocessor",
                    cudaErrorInvalidDeviceFunction);
  Occupancy request;
  request.kernel = kernel->facts.kernel;
  request.threads = static_cast<uint32_t>(threads);
  request.shared = shared;
  const Occupancy::Reply reply = ask(request);
  *blocks = static_cast<int>(reply.blocks);
  return returned("cudaOccupancyMaxActiveBlocksPerMultiprocessor", reply.error);
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                          int threads, size_t shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, shared,
                                                                0);
}

}  // extern "C"
