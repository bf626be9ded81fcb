#pragma once
// Blocks that malloc() and free() inside kernels hand out, all of them in one allocation. A block's
// memory is never handed out again, so that a use after free is told and is nobody else's; so the
// allocation is larger than what may be in use at a time.
#include <cstdint>
#include <string>
#include <vector>

#include "sim/device/address_space.hpp"
#include "sim/finding.hpp"

namespace warplab::sim {

class DeviceHeap {
 public:
  // `memory`: null where the module never calls malloc().
  explicit DeviceHeap(const Allocation* memory) : memory_(memory) {}
  // What blocks in use may have together: cudaLimitMallocHeapSize's default.
  static constexpr uint64_t kMostInUse = 8ull << 20;

  // A device address; 0 where `bytes` is 0 or the heap is full.
  uint64_t allocate(uint64_t bytes);
  // False: `address` is no block that can be freed. 0 may be freed.
  bool release(uint64_t address);
  // Why not: "frees ...".
  Told why_not_released(uint64_t address) const;

  // Grows with every block that is given or freed.
  uint64_t changes() const { return changes_; }
  // What a copy of it takes.
  uint64_t bytes_taken() const {
    return blocks_.size() * sizeof(Block) + by_unit_.size() * sizeof(uint32_t);
  }

  // The allocation, if [address, address + bytes) lies in it; else null.
  const Allocation* find(uint64_t address, uint64_t bytes) const {
    return memory_ && memory_->contains(address, bytes) ? memory_ : nullptr;
  }
  // Whether it lies in one block that is in use.
  bool is_in_use(uint64_t address, uint64_t bytes) const;
  // What is wrong where it does not: "in a block that was freed".
  Saying complaint(uint64_t address, uint64_t bytes) const;

 private:
  static constexpr uint64_t kUnit = 128;  // what malloc() aligns to
  struct Block {
    uint64_t begin = 0, bytes = 0;
    bool freed = false;
    bool contains(uint64_t address, uint64_t size) const {
      return address - begin < bytes && size <= bytes - (address - begin);
    }
  };
  // The block whose units `address` is in; null: none.
  const Block* block_at(uint64_t address) const;

  // A GPU's malloc() gives multiples of 16 bytes.
  static constexpr uint64_t charge_of(uint64_t bytes) { return (bytes + 15) / 16 * 16; }

  const Allocation* memory_;
  uint64_t in_use_ = 0;  // of kMostInUse
  uint64_t used_ = 0;    // bytes, whole units
  uint64_t changes_ = 0;
  std::vector<Block> blocks_;      // by address
  std::vector<uint32_t> by_unit_;  // the block in which each unit of kUnit bytes is
};

}  // namespace warplab::sim
