#pragma once
// What a block changes in global memory, so that it can be changed back: of every line of 64 bytes
// that it wrote, what was there before its first write.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/device/address_space.hpp"

namespace warplab::sim {

constexpr size_t kMemoryLineBytes = 64;  // a row of 32 lanes touches two or more

// A part of an allocation, counted from its begin: two allocations may lie in one line of the
// host's.
struct MemoryLine {
  std::byte* host = nullptr;
  size_t bytes = 0;  // fewer at the end of an allocation
};
// Calls each(line) for all lines of [address, address + bytes), which is inside of `a`.
template <class Each>
void each_line(const Allocation& a, uint64_t address, uint32_t bytes, const Each& each) {
  const uint64_t first = address - a.begin, last = first + bytes - 1;
  for (uint64_t k = first / kMemoryLineBytes; k <= last / kMemoryLineBytes; ++k) {
    const uint64_t from = k * kMemoryLineBytes;
    each(MemoryLine{a.host + from, std::min<uint64_t>(kMemoryLineBytes, a.bytes - from)});
  }
}

// Who wrote each word of a line last, as data::StepCells::writers.
using LineWriters = std::array<uint16_t, kMemoryLineBytes / 4>;

class TouchedMemory {
 public:
  // Returns its words' writers, until the next call.
  LineWriters& about_to_write(const MemoryLine& line);
  // Null: nobody has written to the line that begins there.
  const LineWriters* writers_of(const std::byte* host) const;

  // What the lines hold now, in the order in which they were touched.
  struct Copy {
    std::vector<std::byte> bytes;
    std::vector<LineWriters> writers;  // of each line
  };
  Copy copy() const;
  // Memory as it was when `copy` was made. Lines that were touched later get what they first had.
  void restore(const Copy& copy);

 private:
  struct Line {
    std::byte* host = nullptr;
    size_t bytes = 0;
    std::array<std::byte, kMemoryLineBytes> first;
    LineWriters writers{};
  };
  std::vector<Line> lines_;
  std::unordered_map<const std::byte*, size_t> by_address_;
  size_t last_ = SIZE_MAX;  // mostly the next access is to the same one
};

}  // namespace warplab::sim
