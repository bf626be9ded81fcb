#pragma once
#include <cstdint>

namespace warplab {

// Extent of a grid or block, or a position inside one. x runs fastest, as in CUDA.
struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
  uint64_t volume() const { return uint64_t{x} * y * z; }
  friend bool operator==(const Dim3&, const Dim3&) = default;
};

// Position number `linear` inside `extent`, x fastest.
inline Dim3 position_of(uint64_t linear, const Dim3& extent) {
  return {static_cast<uint32_t>(linear % extent.x),
          static_cast<uint32_t>(linear / extent.x % extent.y),
          static_cast<uint32_t>(linear / (uint64_t{extent.x} * extent.y))};
}

}  // namespace warplab
