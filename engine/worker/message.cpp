#include "worker/message.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>

namespace warplab::worker {
namespace {

static_assert(std::endian::native == std::endian::little,
              "headers are copied as they lie in memory");

constexpr std::array<char, 4> kMagic = {'W', 'L', 'A', 'B'};

struct Wire {
  std::array<char, 4> magic;
  uint16_t version, kind;
  uint64_t json_bytes, blob_bytes;
};
static_assert(sizeof(Wire) == kMessageHeaderBytes);

}  // namespace

std::array<std::byte, kMessageHeaderBytes> encode_header(const Message& message) {
  const Wire wire{kMagic, kProtocolVersion, static_cast<uint16_t>(message.kind),
                  message.json.size(), message.blob.size()};
  return std::bit_cast<std::array<std::byte, kMessageHeaderBytes>>(wire);
}

Result<MessageHeader> decode_header(std::span<const std::byte, kMessageHeaderBytes> bytes) {
  Wire wire;
  std::memcpy(&wire, bytes.data(), sizeof wire);
  if (wire.magic != kMagic) return Error{"A message does not begin as one of Warp Lab's."};
  if (wire.version != kProtocolVersion)
    return Error{fmt::format("A message has protocol version {}; expected {}.", wire.version,
                             kProtocolVersion)};
  if (wire.kind >= kMessageKinds) return Error{fmt::format("There is no message {}.", wire.kind)};
  if (wire.json_bytes > kMaxJsonBytes || wire.blob_bytes > kMaxBlobBytes)
    return Error{fmt::format("A message of {} + {} bytes is longer than any may be.",
                             wire.json_bytes, wire.blob_bytes)};
  return MessageHeader{static_cast<MessageKind>(wire.kind), wire.json_bytes, wire.blob_bytes};
}

}  // namespace warplab::worker
