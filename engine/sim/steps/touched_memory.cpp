#include "sim/steps/touched_memory.hpp"

#include <algorithm>
#include <cstring>

namespace warplab::sim {

void TouchedMemory::about_to_write(const Allocation& a, uint64_t address, uint32_t bytes) {
  const auto begin = reinterpret_cast<uintptr_t>(a.host), end = begin + a.bytes;
  const uintptr_t first = begin + (address - a.begin), last = first + bytes - 1;
  for (uintptr_t line = first / kLineBytes; line <= last / kLineBytes; ++line) {
    if (line == last_) continue;
    last_ = line;
    if (!by_address_.try_emplace(line, lines_.size()).second) continue;
    const uintptr_t from = std::max(line * kLineBytes, begin);
    const uintptr_t to = std::min((line + 1) * kLineBytes, end);
    Line& kept = lines_.emplace_back();
    kept.host = a.host + (from - begin);
    kept.bytes = to - from;
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
