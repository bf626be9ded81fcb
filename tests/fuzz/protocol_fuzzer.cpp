// Every message that either side of the worker's socket decodes, from any bytes. The first byte
// chooses the message; the next two split the rest into JSON and blob. What was understood is sent
// again: an answer that decodes must encode to one that decodes.
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>

#include "worker/gpu_protocol.hpp"
#include "worker/protocol.hpp"

using namespace warplab;
using namespace warplab::worker;

namespace {

// An invariant that does not hold is a finding for the fuzzer.
void require(bool holds) {
  if (!holds) std::abort();
}

void decode_of_gpu(const Message& message) {
  switch (message.kind) {
    case MessageKind::gpu_ready:
      if (const auto ready = decode_gpu_ready(message))
        require(bool(decode_gpu_ready(encode(*ready))));
      break;
    case MessageKind::gpu_done: (void)decode_gpu_done(message); break;
    case MessageKind::gpu_load_request:
      if (const auto role = decode_gpu_load_request(message)) {
        const auto* cubin = reinterpret_cast<const uint8_t*>(message.blob.data());
        require(bool(
            decode_gpu_load_request(encode_gpu_load_request(*role, {cubin, message.blob.size()}))));
      }
      break;
    case MessageKind::gpu_run_request:
      if (const auto request = decode_gpu_run_request(message))
        require(bool(decode_gpu_run_request(encode_gpu_run_request(*request))));
      break;
    case MessageKind::gpu_run_answer:
      if (const auto overrun = decode_gpu_run_answer(message))
        require(bool(decode_gpu_run_answer(encode_gpu_run_answer(*overrun))));
      break;
    case MessageKind::gpu_prepare_request:
      if (const auto request = decode_gpu_prepare_request(message))
        require(bool(decode_gpu_prepare_request(encode_gpu_prepare_request(*request))));
      break;
    case MessageKind::gpu_prepare_answer:
      if (const auto sets = decode_gpu_prepare_answer(message))
        require(bool(decode_gpu_prepare_answer(encode_gpu_prepare_answer(*sets))));
      break;
    case MessageKind::gpu_sample_request:
      if (const auto request = decode_gpu_sample_request(message))
        require(bool(decode_gpu_sample_request(encode_gpu_sample_request(*request))));
      break;
    case MessageKind::gpu_sample_answer:
      if (const auto sample = decode_gpu_sample_answer(message))
        require(bool(decode_gpu_sample_answer(encode_gpu_sample_answer(*sample))));
      break;
    case MessageKind::gpu_read_request:
      if (const auto request = decode_gpu_read_request(message))
        require(bool(decode_gpu_read_request(encode_gpu_read_request(*request))));
      break;
    case MessageKind::gpu_state_request: break;
    case MessageKind::gpu_mirror_request:
      if (const auto request = decode_gpu_mirror_request(message))
        require(bool(decode_gpu_mirror_request(encode_gpu_mirror_request(*request))));
      break;
    case MessageKind::gpu_state_answer:
      if (const auto state = decode_gpu_state_answer(message))
        require(bool(decode_gpu_state_answer(encode_gpu_state_answer(*state))));
      break;
    default: break;
  }
}

void decode(const Message& message) {
  switch (message.kind) {
    case MessageKind::ready:
      if (const auto ready = decode_ready(message)) require(bool(decode_ready(encode(*ready))));
      break;
    case MessageKind::failure:
      if (const auto failure = decode_failure(message))
        require(bool(decode_failure(encode(*failure))));
      break;
    case MessageKind::compile_request:
      if (const auto source = decode_compile_request(message))
        require(bool(decode_compile_request(encode_compile_request(*source))));
      break;
    case MessageKind::compile_answer:
      if (const auto compiled = decode_compile_answer(message))
        require(bool(decode_compile_answer(encode_compile_answer(*compiled))));
      break;
    case MessageKind::simulate_request:
      if (const auto request = decode_simulate_request(message))
        require(bool(decode_simulate_request(encode_simulate_request(*request))));
      break;
    case MessageKind::simulate_answer:
      if (const auto report = decode_simulate_answer(message, 4, 4))
        require(bool(decode_simulate_answer(encode_simulate_answer(*report), 4, 4)));
      break;
    case MessageKind::variable_request:
      if (const auto name = decode_variable_request(message))
        require(bool(decode_variable_request(encode_variable_request(*name))));
      break;
    case MessageKind::variable_answer:
      if (const auto bytes = decode_variable_answer(message))
        require(bool(decode_variable_answer(encode_variable_answer(*bytes))));
      break;
    case MessageKind::writer_request:
      if (const auto request = decode_writer_request(message))
        require(bool(decode_writer_request(encode_writer_request(*request))));
      break;
    case MessageKind::writer_answer:
      if (const auto writer = decode_writer_answer(message))
        require(bool(decode_writer_answer(encode_writer_answer(*writer))));
      break;
    default: decode_of_gpu(message);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size >= kMessageHeaderBytes)
    (void)decode_header(std::as_bytes(std::span(data, size)).first<kMessageHeaderBytes>());
  if (size < 3) return 0;
  Message message;
  message.kind = static_cast<MessageKind>(data[0] % kMessageKinds);
  const std::string rest(reinterpret_cast<const char*>(data) + 3, size - 3);
  const size_t json = std::min<size_t>(data[1] + 256u * data[2], rest.size());
  message.json = rest.substr(0, json);
  message.blob = rest.substr(json);
  decode(message);
  return 0;
}
