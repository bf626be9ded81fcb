#pragma once
#include <cstdint>
#include <string_view>

namespace warplab {

// 64-bit FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/): the same on every machine and every
// day; for comparisons, not for security.
constexpr uint64_t text_hash(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3u;
  return hash;
}

}  // namespace warplab
