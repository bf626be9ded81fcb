#pragma once
// What a block changes in global memory, so that it can be changed back: of every line of 64 bytes
// that it wrote, what was there before its first write.
#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/device/address_space.hpp"

namespace warplab::sim {

class TouchedMemory {
 public:
  // [address, address + bytes), inside of `allocation`, is about to be written.
  void about_to_write(const Allocation& allocation, uint64_t address, uint32_t bytes);

  // What the lines hold now, in the order in which they were touched.
  struct Copy {
    std::vector<std::byte> bytes;
    size_t lines = 0;
  };
  Copy copy() const;
  // Memory as it was when `copy` was made. Lines that were touched later get what they first had.
  void restore(const Copy& copy) const;

 private:
  static constexpr size_t kLineBytes = 64;  // a row of 32 lanes touches two or more
  struct Line {
    std::byte* host = nullptr;
    size_t bytes = 0;  // fewer at the end of an allocation
    std::array<std::byte, kLineBytes> first;
  };
  std::vector<Line> lines_;
  std::unordered_map<const std::byte*, size_t> by_address_;
  const std::byte* last_ = nullptr;  // mostly the next access is to the same one
};

}  // namespace warplab::sim
