#pragma once
// The messages between parent and GPU worker; see protocol.hpp for the rules.
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "cuda/bench.hpp"
#include "worker/gpu_worker.hpp"
#include "worker/protocol.hpp"

namespace warplab::worker {

// Behind the UUID in the worker's --gpu=: it is to open cuBLAS, too.
inline constexpr std::string_view kWithLibrary = "+cublas";

// Answers what has nothing to tell.
struct GpuDone {};

struct GpuLoadRequest {
  GpuWorker::Role role = GpuWorker::Role::kernels;
  std::vector<uint8_t> cubin;
};

struct GpuRunRequest {
  std::vector<WireBuffer> buffers;
  std::vector<sim::Launch> launches;
  std::chrono::milliseconds launch_time{0};
};

struct GpuRunAnswer {
  std::vector<std::string> overrun;  // names of buffers beyond whose ends something was written
};

struct GpuPrepareRequest {
  struct Buffer {
    WireBuffer wire;  // `result` is not used
    cuda::Content content = cuda::Content::poison;
    double low = 0, high = 0, step = 1;
    bool digested = false;
  };
  std::vector<Buffer> buffers;
  std::vector<sim::Launch> launches;
  size_t timed_begin = 0, timed_end = 0;
  uint64_t copy_bytes = 0;
  unsigned sets = 1;
  std::chrono::milliseconds launch_time{0};
};

struct GpuPrepareAnswer {
  unsigned sets = 1;
};

struct GpuSampleRequest {
  bool copy = false;  // the rest means nothing then
  uint64_t seed = 0;
  unsigned set = 0, batch = 1;
  bool timed = false;
};

struct GpuReadRequest {
  unsigned set = 0;
  uint64_t buffer = 0;
};

struct GpuStateRequest {};

// The memory is the descriptor that comes with the message.
struct GpuMirrorRequest {
  uint64_t bytes = 0, buffer = 0;
  unsigned slots = 1;
};

struct GpuKeepRequest {
  std::vector<uint64_t> buffers;
};

inline constexpr unsigned kMaxSets = 64;
inline constexpr unsigned kMaxSlots = 16;
inline constexpr uint64_t kMaxMirrorBytes = uint64_t{1} << 30;

template <>
inline constexpr MessageKind kind_of<GpuReady> = MessageKind::gpu_ready;
template <>
inline constexpr MessageKind kind_of<GpuDone> = MessageKind::gpu_done;
template <>
inline constexpr MessageKind kind_of<GpuLoadRequest> = MessageKind::gpu_load_request;
template <>
inline constexpr MessageKind kind_of<GpuRunRequest> = MessageKind::gpu_run_request;
template <>
inline constexpr MessageKind kind_of<GpuRunAnswer> = MessageKind::gpu_run_answer;
template <>
inline constexpr MessageKind kind_of<GpuPrepareRequest> = MessageKind::gpu_prepare_request;
template <>
inline constexpr MessageKind kind_of<GpuPrepareAnswer> = MessageKind::gpu_prepare_answer;
template <>
inline constexpr MessageKind kind_of<GpuSampleRequest> = MessageKind::gpu_sample_request;
template <>
inline constexpr MessageKind kind_of<cuda::Sample> = MessageKind::gpu_sample_answer;
template <>
inline constexpr MessageKind kind_of<GpuReadRequest> = MessageKind::gpu_read_request;
template <>
inline constexpr MessageKind kind_of<GpuStateRequest> = MessageKind::gpu_state_request;
template <>
inline constexpr MessageKind kind_of<GpuState> = MessageKind::gpu_state_answer;
template <>
inline constexpr MessageKind kind_of<GpuMirrorRequest> = MessageKind::gpu_mirror_request;
template <>
inline constexpr MessageKind kind_of<GpuKeepRequest> = MessageKind::gpu_keep_request;

}  // namespace warplab::worker
