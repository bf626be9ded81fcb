#include "runtime/fat_binary.hpp"

#include <cstdint>
#include <cstring>
#include <optional>

namespace warplab::runtime {
namespace {

struct FatHeader {
  uint32_t magic = 0;
  uint16_t version = 0, header_bytes = 0;
  uint64_t bytes = 0;
};
struct Entry {
  uint16_t kind = 0, version = 0;
  uint32_t header_bytes = 0;
  uint64_t bytes = 0;
  uint32_t compressed_bytes = 0, reserved = 0;
  uint16_t minor = 0, major = 0;
  uint32_t architecture = 0;
};
constexpr uint32_t kMagic = 0xba55ed50;
constexpr uint16_t kPtx = 1;

template <class T>
std::optional<T> read_at(std::string_view bytes, uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

}  // namespace

Result<std::string> ptx_in(std::string_view binary) {
  const auto header = read_at<FatHeader>(binary, 0);
  if (!header || header->magic != kMagic)
    return Error{"The program's code for the GPU is no fat binary."};
  std::string found;
  uint32_t architecture = 0;
  bool is_compressed = false;
  uint64_t at = header->header_bytes;
  while (const auto entry = read_at<Entry>(binary, at)) {
    const uint64_t begin = at + entry->header_bytes;
    if (entry->header_bytes < sizeof(Entry) || begin > binary.size() ||
        entry->bytes > binary.size() - begin)
      break;
    at = begin + entry->bytes;
    if (entry->kind != kPtx || entry->architecture < architecture) continue;
    if (entry->compressed_bytes != 0) {
      is_compressed = true;
      continue;
    }
    const std::string_view text = binary.substr(begin, entry->bytes);
    found = text.substr(0, text.find('\0'));
    architecture = entry->architecture;
  }
  if (!found.empty()) return found;
  return Error{is_compressed
                   ? "The program's PTX is compressed: build it with -Xfatbin -compress=false."
                   : "The program holds no PTX: build it with -arch=compute_90 or the like."};
}

}  // namespace warplab::runtime
