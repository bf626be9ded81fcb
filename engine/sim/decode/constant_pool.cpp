#include "sim/decode/constant_pool.hpp"

#include <cstring>

namespace warplab::sim {

Place ConstantPool::of(uint64_t bits, unsigned bytes) {
  if (bytes == 4) bits = static_cast<uint32_t>(bits);
  const auto [it, is_new] = places_.try_emplace({bits, bytes}, 0);
  if (!is_new) return it->second;
  it->second = kConstantPlace | static_cast<Place>(bytes_.size());
  for (unsigned l = 0; l < kLanes; ++l) {
    const auto* from = reinterpret_cast<const uint8_t*>(&bits);
    bytes_.insert(bytes_.end(), from, from + bytes);
  }
  return it->second;
}

std::vector<Program::Chunk> ConstantPool::chunks() const {
  std::vector<Program::Chunk> chunks((bytes_.size() + 63) / 64);
  if (!bytes_.empty()) std::memcpy(chunks.data(), bytes_.data(), bytes_.size());
  return chunks;
}

Place ConstantPool::predicate(bool value) {
  // All lanes of a 32-bit constant look the same, and so does a mask of ones or zeros.
  return of(value ? ~0u : 0u, 4);
}

}  // namespace warplab::sim
