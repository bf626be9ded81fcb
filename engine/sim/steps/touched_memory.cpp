#include "sim/steps/touched_memory.hpp"

#include <cstring>

namespace warplab::sim {

LineWriters& TouchedMemory::about_to_write(const MemoryLine& line) {
  if (last_ < lines_.size() && lines_[last_].host == line.host) return lines_[last_].writers;
  const auto [place, is_new] = by_address_.try_emplace(line.host, lines_.size());
  last_ = place->second;
  if (is_new) {
    Line& kept = lines_.emplace_back();
    kept.host = line.host;
    kept.bytes = line.bytes;
    std::memcpy(kept.first.data(), kept.host, kept.bytes);
  }
  return lines_[last_].writers;
}

const LineWriters* TouchedMemory::writers_of(const std::byte* host) const {
  const auto found = by_address_.find(host);
  return found == by_address_.end() ? nullptr : &lines_[found->second].writers;
}

TouchedMemory::Copy TouchedMemory::copy() const {
  Copy copy;
  copy.bytes.reserve(lines_.size() * kMemoryLineBytes);
  copy.writers.reserve(lines_.size());
  for (const Line& line : lines_) {
    copy.bytes.insert(copy.bytes.end(), line.host, line.host + line.bytes);
    copy.writers.push_back(line.writers);
  }
  return copy;
}

void TouchedMemory::restore(const Copy& copy) {
  const std::byte* from = copy.bytes.data();
  for (size_t k = 0; k < lines_.size(); ++k) {
    Line& line = lines_[k];
    if (k < copy.writers.size()) {
      std::memcpy(line.host, from, line.bytes);
      line.writers = copy.writers[k];
      from += line.bytes;
    } else {
      std::memcpy(line.host, line.first.data(), line.bytes);
      line.writers = {};
    }
  }
}

}  // namespace warplab::sim
