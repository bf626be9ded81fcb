#pragma once
// The messages' contents. Each decode_ function checks everything that it reads: lengths, ranges,
// and that what came is what was asked for. Texts that come from the worker are valid UTF-8
// afterwards.
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "compile/compile.hpp"
#include "sim/simulate.hpp"
#include "worker/message.hpp"
#include "worker/worker.hpp"

namespace warplab::worker {

// What a worker says when it is locked.
struct Ready {
  std::string compiler;      // path of the NVRTC that it loaded
  int landlock_version = 0;  // of the kernel's ABI, 0: the kernel has none
};

// A buffer's memory is named by the place of its descriptor among those that came with the message.
struct WireBuffer {
  sim::Buffer description;  // `bytes` is not used
  uint64_t bytes = 0;
  int initial = -1, result = -1;
};
struct SimulateRequest {
  std::vector<WireBuffer> buffers;
  std::vector<sim::Launch> launches;
  sim::Options options;
};
// The kernel passes 253 descriptors with a message, and a buffer has up to two.
inline constexpr size_t kMaxBuffers = 64;
inline constexpr size_t kMaxLaunches = 100'000;

struct WriterRequest {
  int buffer = 0;
  uint64_t index = 0;
};

Message encode(const Ready& ready);
Message encode(const Failure& failure);
Message encode_compile_request(const compile::Source& source);
Message encode_compile_answer(const compile::Compiled& compiled);
Message encode_simulate_request(const SimulateRequest& request);
// Without `writers`, which stay in the worker.
Message encode_simulate_answer(const sim::Report& report);
Message encode_variable_request(const std::string& name);
Message encode_variable_answer(const std::optional<std::vector<uint8_t>>& bytes);
Message encode_writer_request(const WriterRequest& request);
Message encode_writer_answer(const std::optional<Worker::Writer>& writer);

Result<Ready> decode_ready(const Message& message);
Result<Failure> decode_failure(const Message& message);
Result<compile::Source> decode_compile_request(const Message& message);
Result<compile::Compiled> decode_compile_answer(const Message& message);
Result<SimulateRequest> decode_simulate_request(const Message& message);
// The answer to a request of `launches` launches over `buffers` buffers.
Result<sim::Report> decode_simulate_answer(const Message& message, size_t launches, size_t buffers);
Result<std::string> decode_variable_request(const Message& message);
Result<std::optional<std::vector<uint8_t>>> decode_variable_answer(const Message& message);
Result<WriterRequest> decode_writer_request(const Message& message);
Result<std::optional<Worker::Writer>> decode_writer_answer(const Message& message);

}  // namespace warplab::worker
