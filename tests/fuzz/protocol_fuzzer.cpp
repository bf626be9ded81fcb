// Every message that either side of the worker's socket decodes, from any bytes. The first byte
// chooses the message; the next two split the rest into JSON and blob. What was understood is sent
// again: a body that decodes must encode to one that decodes.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>

#include "worker/all_messages.hpp"

using namespace warplab::worker;

namespace {

// Of the request that an answer is for.
constexpr Expected kExpected{.launches = 4, .buffers = 4};

template <class Body>
void decode_and_send_again(const Message& message) {
  if (message.kind != kind_of<Body>) return;
  const auto body = decode<Body>(message, kExpected);
  // An invariant that does not hold is a finding for the fuzzer.
  if (body && !decode<Body>(encode(*body), kExpected)) std::abort();
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
  for_each_body([&]<class Body>() { decode_and_send_again<Body>(message); });
  return 0;
}
