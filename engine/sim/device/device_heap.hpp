#pragma once
// Blocks that malloc() and free() inside kernels hand out, all of them in one allocation. A block's
// memory is never handed out again, so that a use after free is told and is nobody else's.
#include <cstdint>
#include <map>
#include <string>

#include "sim/device/address_space.hpp"

namespace warplab::sim {

class DeviceHeap {
 public:
  // `memory`: null where the module never calls malloc().
  explicit DeviceHeap(const Allocation* memory) : memory_(memory) {}
  // A device address; 0 where `bytes` is 0 or the heap is full.
  uint64_t allocate(uint64_t bytes);
  // Empty, or what is wrong with freeing `address`: "frees ...". 0 may be freed.
  std::string release(uint64_t address);
  // Empty where [address, address + bytes) lies in one block that is in use; else what is wrong:
  // "in a block that was freed".
  std::string complaint(uint64_t address, uint64_t bytes) const;

 private:
  struct Block {
    uint64_t bytes = 0;
    bool freed = false;
  };
  const Allocation* memory_;
  uint64_t used_ = 0;
  std::map<uint64_t, Block> blocks_;  // by address
};

}  // namespace warplab::sim
