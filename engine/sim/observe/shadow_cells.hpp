#pragma once
// Who touched each unit of memory: a cell for each 4-byte word, or, in pages where something
// narrower was accessed, for each byte. Pages exist only where memory is touched.
#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "sim/observe/past_access.hpp"

namespace warplab::sim {

// Weak accesses, and the strong ones of every kind: atomics, volatile, relaxed, acquire and
// release. A weak write stands for all before it, as whoever races with them races with it, too:
// but not for a write of the same value, which is no race with it. So those are kept as covered.
struct ShadowCell {
  TouchRef writes = kUntouched, reads = kUntouched, strong = kUntouched, covered = kUntouched;
};

// Small, as a cell is four times its word: who touches a word here and there in a large heap pays
// for 64 cells each time.
constexpr uint32_t kPageShift = 8, kPageBytes = 1u << kPageShift;

struct CellPage {
  uint32_t unit_shift = 2;
  std::vector<ShadowCell> cells;
  ShadowCell& at(uint64_t address) { return cells[(address & (kPageBytes - 1)) >> unit_shift]; }
};

class ShadowCells {
 public:
  // The page of an access of `bytes`, fine enough for it.
  CellPage& page(uint64_t address, uint32_t bytes, TouchPool& pool);
  void clear();
  uint64_t bytes() const { return bytes_; }
  template <class F>
  void each(F f) const {
    for (const auto& [number, chunk] : chunks_)
      for (const auto& page : *chunk)
        if (page)
          for (const ShadowCell& cell : page->cells) f(cell);
  }

 private:
  static constexpr uint32_t kChunkPages = 1024;  // 256 KiB
  using Chunk = std::array<std::unique_ptr<CellPage>, kChunkPages>;
  std::unordered_map<uint64_t, std::unique_ptr<Chunk>> chunks_;
  uint64_t bytes_ = 0;
  uint64_t last_number_ = ~0ull;
  Chunk* last_ = nullptr;
};

}  // namespace warplab::sim
