#pragma once
// The module's __device__ and __constant__ variables in device memory.
#include <cstddef>
#include <vector>

#include "ptx/module.hpp"
#include "sim/device/address_space.hpp"
#include "sim/device/zero_pages.hpp"

namespace warplab::sim {

class DeviceVariables {
 public:
  // Gives every global and constant variable an address and its first content.
  void place(const ptx::Module& module, AddressSpace& addresses);
  // The first content again: of everything, or of one variable or the heap.
  void reset(AddressSpace& addresses);
  void reset(const Allocation& allocation);
  // Another place for the heap, so that no pointer into that of an earlier launch leads to a block.
  void move_heap(AddressSpace& addresses, size_t launch);
  uint64_t address(uint32_t variable) const { return addresses_[variable]; }
  // Device memory for malloc() inside kernels; null where the module never calls it.
  const Allocation* heap() const { return heap_; }
  uint64_t first_heap() const { return first_heap_; }  // where it began in the first launch

 private:
  const Allocation* heap_ = nullptr;
  uint64_t first_heap_ = 0;          // where the heap of the first launch begins
  std::vector<uint64_t> addresses_;  // by variable; 0 for those of other spaces
  std::vector<std::vector<std::byte>> memory_, initial_;
  ZeroPages heap_memory_;  // a kernel mostly uses little of it
};

}  // namespace warplab::sim
