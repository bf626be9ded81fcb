#pragma once
// Launches, for those parts of this library that make them, too.
#include <string>

#include "connection.hpp"
#include "registration.hpp"

namespace warplab::runtime {

struct LaunchCall {
  Kernel* kernel = nullptr;
  dim3 grid, block;
  size_t shared = 0;
  cudaStream_t stream = nullptr;
  bool is_cooperative = false;
  std::string parameters;  // one behind the other, without gaps
  Frames frames;
};

// From pointers to them, or from the buffer of `extra` (cuLaunchKernel).
std::string parameters_of(const Kernel& kernel, void** values, void** extra);
// Makes it now.
cudaError_t launch(const char* call, const LaunchCall& launch);
// The same, or a node of the graph that captures its stream.
cudaError_t launch_or_capture(const char* call, const LaunchCall& launch);

}  // namespace warplab::runtime
