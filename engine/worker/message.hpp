#pragma once
// What travels between parent and worker: a fixed header, a JSON text, and raw bytes (PTX,
// counters, printed output), of which the JSON says the parts. The parent trusts nothing that it
// receives.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/result.hpp"

namespace warplab::worker {

// Changes whenever the meaning of a message does; both sides are built together and refuse others.
inline constexpr uint16_t kProtocolVersion = 17;

enum class MessageKind : uint16_t {
  ready,    // worker: locked, waiting for requests
  failure,  // worker: instead of any other answer
  compile_request,
  compile_answer,
  simulate_request,
  simulate_answer,
  variable_request,
  variable_answer,
  writer_request,
  writer_answer,
  // Of the worker that runs kernels on a GPU (gpu_protocol.hpp).
  gpu_ready,
  gpu_done,  // answers what has nothing to tell
  gpu_load_request,
  gpu_run_request,
  gpu_run_answer,
  gpu_prepare_request,
  gpu_prepare_answer,
  gpu_sample_request,
  gpu_sample_answer,
  gpu_read_request,
  gpu_state_request,
  gpu_state_answer,
  gpu_mirror_request,
  gpu_keep_request,
  // Of the worker that simulates: jobs that are recorded for a model of GPUs.
  record_request,
  record_answer,
  // Of a zygote.
  fork_request,
  fork_answer,
  // Of the worker that simulates: what some blocks ask of memory, for pictures of it.
  log_request,
  log_answer,
  // Of the worker that simulates: a walk through one block.
  walk_request,
  walk_answer,
  step_request,
  step_answer,
  // Of the worker that simulates: which elements of a buffer its last run wrote.
  written_request,
  written_answer,
};
inline constexpr uint16_t kMessageKinds = 36;

struct Message {
  MessageKind kind = MessageKind::failure;
  std::string json;
  std::string blob;
};

// Findings and diagnostics are cut to fit; counters, PTX and cubin travel in the blob.
inline constexpr uint64_t kMaxJsonBytes = 8u << 20;
inline constexpr uint64_t kMaxBlobBytes = 256u << 20;

struct MessageHeader {
  MessageKind kind = MessageKind::failure;
  uint64_t json_bytes = 0, blob_bytes = 0;
};
// "WLAB", version, kind, and the two lengths; little-endian.
inline constexpr size_t kMessageHeaderBytes = 24;

std::array<std::byte, kMessageHeaderBytes> encode_header(const Message& message);
Result<MessageHeader> decode_header(std::span<const std::byte, kMessageHeaderBytes> bytes);

}  // namespace warplab::worker
