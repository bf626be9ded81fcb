#include "sim/steps/touched_memory.hpp"

#include <algorithm>
#include <cstring>

namespace warplab::sim {

void TouchedMemory::about_to_write(const Allocation& a, uint64_t address, uint32_t bytes) {
  const uint64_t first = address - a.begin, last = first + bytes - 1;
  // Lines are counted from the allocation's begin: two allocations may lie in one of the host's.
  for (uint64_t line = first / kLineBytes; line <= last / kLineBytes; ++line) {
    const uint64_t from = line * kLineBytes;
    std::byte* const host = a.host + from;
    if (host == last_) continue;
    last_ = host;
    if (!by_address_.try_emplace(host, lines_.size()).second) continue;
    Line& kept = lines_.emplace_back();
    kept.host = host;
    kept.bytes = std::min<uint64_t>(kLineBytes, a.bytes - from);
    std::memcpy(kept.first.data(), kept.host, kept.bytes);
  }
}

TouchedMemory::Copy TouchedMemory::copy() const {
  Copy copy{{}, lines_.size()};
  copy.bytes.reserve(lines_.size() * kLineBytes);
  for (const Line& line : lines_)
    copy.bytes.insert(copy.bytes.end(), line.host, line.host + line.bytes);
  return copy;
}

void TouchedMemory::restore(const Copy& copy) const {
  const std::byte* from = copy.bytes.data();
  for (size_t k = 0; k < lines_.size(); ++k) {
    const Line& line = lines_[k];
    if (k < copy.lines) {
      std::memcpy(line.host, from, line.bytes);
      from += line.bytes;
    } else {
      std::memcpy(line.host, line.first.data(), line.bytes);
    }
  }
}

}  // namespace warplab::sim
