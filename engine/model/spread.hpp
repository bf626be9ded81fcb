#pragma once
#include <cstdint>

namespace warplab::model {

// Numbers that follow each other, far apart: sets of a cache, slices of L2. 2^64 over the golden
// ratio (Knuth, 6.4).
inline uint64_t spread(uint64_t number) { return number * 0x9e37'79b9'7f4a'7c15 >> 32; }

}  // namespace warplab::model
