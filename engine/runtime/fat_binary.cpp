#include "runtime/fat_binary.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "runtime/link_ptx.hpp"

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

Result<std::string> ptx_of_image(std::string_view image) {
  if (const auto header = read_at<FatHeader>(image, 0); !header || header->magic != kMagic)
    return std::string(image.substr(0, image.find('\0')));
  std::vector<std::string> modules;
  while (const auto header = read_at<FatHeader>(image, 0)) {
    const uint64_t bytes = header->header_bytes + header->bytes;
    if (header->magic != kMagic || header->header_bytes < sizeof(FatHeader) ||
        bytes < header->bytes)
      break;
    Result<std::string> ptx = ptx_in(image.substr(0, bytes));
    if (!ptx) return ptx;
    modules.push_back(std::move(*ptx));
    image.remove_prefix(std::min<uint64_t>(bytes, image.size()));
  }
  return modules.size() == 1 ? modules.front() : link_ptx(modules);
}

}  // namespace warplab::runtime
