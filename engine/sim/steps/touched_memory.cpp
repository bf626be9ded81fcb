#include "sim/steps/touched_memory.hpp"

#include <cstring>

namespace warplab::sim {

void TouchedMemory::about_to_write(const MemoryLine& line) {
  if (line.host == last_) return;
  last_ = line.host;
  if (!by_address_.try_emplace(line.host, lines_.size()).second) return;
  Line& kept = lines_.emplace_back();
  kept.host = line.host;
  kept.bytes = line.bytes;
  std::memcpy(kept.first.data(), kept.host, kept.bytes);
}

TouchedMemory::Copy TouchedMemory::copy() const {
  Copy copy{{}, lines_.size()};
  copy.bytes.reserve(lines_.size() * kMemoryLineBytes);
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
