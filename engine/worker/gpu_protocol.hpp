#pragma once
// The messages' contents between parent and GPU worker; see protocol.hpp for the rules.
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cuda/bench.hpp"
#include "worker/gpu_worker.hpp"
#include "worker/protocol.hpp"

namespace warplab::worker {

struct GpuRunRequest {
  std::vector<WireBuffer> buffers;
  std::vector<sim::Launch> launches;
  std::chrono::milliseconds launch_time{0};
};

struct GpuPrepareRequest {
  struct Buffer {
    WireBuffer wire;  // `result` is not used
    cuda::Content content = cuda::Content::poison;
    double low = 0, high = 0;
    bool digested = false;
  };
  std::vector<Buffer> buffers;
  std::vector<sim::Launch> launches;
  size_t timed_begin = 0, timed_end = 0;
  uint64_t copy_bytes = 0;
  unsigned sets = 1;
  std::chrono::milliseconds launch_time{0};
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

// The memory is the descriptor that comes with the message.
struct GpuMirrorRequest {
  uint64_t bytes = 0, buffer = 0;
  unsigned slots = 1;
};

inline constexpr unsigned kMaxSets = 64;
inline constexpr unsigned kMaxSlots = 16;
inline constexpr uint64_t kMaxMirrorBytes = uint64_t{1} << 30;

Message encode(const GpuReady& ready);
Message encode_gpu_done();
Message encode_gpu_load_request(GpuWorker::Role role, std::span<const uint8_t> cubin);
Message encode_gpu_run_request(const GpuRunRequest& request);
Message encode_gpu_run_answer(const std::vector<std::string>& overrun);
Message encode_gpu_prepare_request(const GpuPrepareRequest& request);
Message encode_gpu_prepare_answer(unsigned sets);
Message encode_gpu_sample_request(const GpuSampleRequest& request);
Message encode_gpu_sample_answer(const cuda::Sample& sample);
Message encode_gpu_read_request(const GpuReadRequest& request);
Message encode_gpu_state_request();
Message encode_gpu_mirror_request(const GpuMirrorRequest& request);
Message encode_gpu_state_answer(const GpuState& state);

Result<GpuReady> decode_gpu_ready(const Message& message);
Result<bool> decode_gpu_done(const Message& message);
Result<GpuWorker::Role> decode_gpu_load_request(const Message& message);  // the cubin is the blob
Result<GpuRunRequest> decode_gpu_run_request(const Message& message);
Result<std::vector<std::string>> decode_gpu_run_answer(const Message& message);
Result<GpuPrepareRequest> decode_gpu_prepare_request(const Message& message);
Result<unsigned> decode_gpu_prepare_answer(const Message& message);
Result<GpuSampleRequest> decode_gpu_sample_request(const Message& message);
Result<cuda::Sample> decode_gpu_sample_answer(const Message& message);
Result<GpuReadRequest> decode_gpu_read_request(const Message& message);
Result<GpuState> decode_gpu_state_answer(const Message& message);
Result<GpuMirrorRequest> decode_gpu_mirror_request(const Message& message);

}  // namespace warplab::worker
