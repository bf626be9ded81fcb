#pragma once
// Streams, events and graphs, as handles of the program point to them.
#include <cuda_runtime_api.h>

#include <functional>
#include <memory>
#include <vector>

#include "wire.hpp"

struct CUgraph_st;

struct CUstream_st {
  uint32_t number = 0;  // 0: the default stream
  unsigned flags = 0;
  int priority = 0;
  CUgraph_st* captured_by = nullptr;  // what is asked of it becomes nodes of this graph
  bool began_capture = false;
};
struct CUevent_st {
  uint32_t number = 0;
  bool is_recorded = false, has_time = true;
  double milliseconds = 0;
  CUgraph_st* captured_by = nullptr;  // it was recorded in a stream that is captured
};

namespace warplab::runtime {

// Handles of the default stream are no pointers.
CUstream_st& stream_of(cudaStream_t handle);

// Something to be done in a stream: in that which a graph is launched in, if it is captured.
using Action = std::function<cudaError_t(cudaStream_t)>;
// What is asked of `stream` while it is captured becomes a node; true: it has, and is not to be
// done now.
bool is_captured(cudaStream_t stream, Action action);
// All streams that are captured by it go on by themselves.
void end_capture(CUgraph_st* graph);

// The host waits for all that was asked of the device.
cudaError_t wait_for_device(const char* call);

}  // namespace warplab::runtime
