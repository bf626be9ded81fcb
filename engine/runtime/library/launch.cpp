// Launches: what <<<>>> becomes, and the calls that do the same.
#include <algorithm>
#include <cstring>
#include <vector>

#include "launch.hpp"
#include "streams.hpp"

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

cudaError_t launch_function(const char* call, const void* function, const Configuration& at,
                            void** values, bool is_cooperative = false) {
  LaunchCall launch;
  launch.kernel = kernel_at(function);
  if (!launch.kernel) return returned(call, cudaErrorInvalidDeviceFunction);
  launch.grid = at.grid;
  launch.block = at.block;
  launch.shared = at.shared;
  launch.stream = at.stream;
  launch.is_cooperative = is_cooperative;
  launch.frames = at.frames;
  launch.parameters = parameters_of(*launch.kernel, values, nullptr);
  return launch_or_capture(call, launch);
}

}  // namespace

std::string parameters_of(const Kernel& kernel, void** values, void** extra) {
  std::string parameters;
  if (values) {
    for (size_t k = 0; k < kernel.parameters.size(); ++k)
      parameters.append(static_cast<const char*>(values[k]), kernel.parameters[k]);
    return parameters;
  }
  // CU_LAUNCH_PARAM_BUFFER_POINTER is 1, CU_LAUNCH_PARAM_END 0: each is aligned to its own size
  // there, to 8 bytes at most, since structures are so, mostly.
  const char* buffer = nullptr;
  for (size_t k = 0; extra && extra[k] != nullptr; k += 2)
    if (extra[k] == reinterpret_cast<void*>(1)) buffer = static_cast<const char*>(extra[k + 1]);
  size_t at = 0;
  for (size_t k = 0; buffer && k < kernel.parameters.size(); ++k) {
    const size_t bytes = kernel.parameters[k];
    const size_t aligned_to = bytes % 8 == 0 ? 8 : bytes % 4 == 0 ? 4 : bytes % 2 == 0 ? 2 : 1;
    at = (at + aligned_to - 1) / aligned_to * aligned_to;
    parameters.append(buffer + at, bytes);
    at += bytes;
  }
  return parameters;
}

cudaError_t launch(const char* call, const LaunchCall& launch) {
  if (sticky_error() != 0) return returned(call, 0);
  Launch request;
  request.kernel = launch.kernel->facts.kernel;
  request.most_shared = launch.kernel->most_shared;
  request.shared = launch.shared;
  request.stream = stream_of(launch.stream).number;
  request.is_cooperative = launch.is_cooperative;
  request.grid = size_of(launch.grid);
  request.block = size_of(launch.block);
  request.frames = launch.frames;
  std::string text;
  const Launch::Reply reply = ask(request, launch.parameters, &text);
  if (reply.error == kCannotGoOn) stop(text);
  take_launch(reply.later_error, text, reply.microseconds);
  close_for_host(reply.closes);
  return answered(reply.error);
}

cudaError_t launch_or_capture(const char* call, const LaunchCall& at) {
  const Action action = [call, at](cudaStream_t stream) {
    LaunchCall now = at;
    now.stream = stream;
    return launch(call, now);
  };
  return is_captured(at.stream, action) ? cudaSuccess : launch(call, at);
}

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
  return launch_function("the launch", kernel, {grid, block, shared, stream, frames_of_launch},
                         values);
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
  return launch_function(__func__, function, {grid, block, shared, stream, frames}, values);
}
cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** values,
                                        size_t shared, cudaStream_t stream) {
  return launch_function(__func__, function, {grid, block, shared, stream, frames_here()}, values,
                         true);
}
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                void** values) {
  bool is_cooperative = false;
  for (unsigned k = 0; k < config->numAttrs; ++k) {
    const cudaLaunchAttribute& attribute = config->attrs[k];
    if (attribute.id == cudaLaunchAttributeCooperative)
      is_cooperative = attribute.val.cooperative != 0;
    const auto& cluster = attribute.val.clusterDim;
    if (attribute.id == cudaLaunchAttributeClusterDimension &&
        cluster.x * cluster.y * cluster.z != 1)
      missing("A launch with clusters of blocks");
  }
  return launch_function(
      __func__, function,
      {config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream, frames_here()},
      values, is_cooperative);
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

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* function,
                                                      int blocks, int) {
  const Kernel* const kernel = kernel_at(function);
  if (!kernel || blocks <= 0) return returned(__func__, cudaErrorInvalidValue);
  const uint64_t share = gpu().shared_bytes / static_cast<uint64_t>(blocks);
  const uint64_t taken = gpu().shared_reserved + kernel->facts.shared_bytes;
  *bytes = std::min(share - std::min(share, taken), gpu().shared_bytes_per_block);
  return returned(__func__, 0);
}
cudaError_t cudaFuncGetName(const char** name, const void* function) {
  const Kernel* const kernel = kernel_at(function);
  if (!kernel) return returned(__func__, cudaErrorInvalidDeviceFunction);
  *name = kernel->name.c_str();
  return returned(__func__, 0);
}
cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* symbol) {
  Kernel* const kernel = kernel_at(symbol);
  *function = reinterpret_cast<cudaFunction_t>(kernel);
  return returned(__func__, kernel ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}

}  // extern "C"
