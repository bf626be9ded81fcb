#pragma once
// The module's __device__ and __constant__ variables in device memory.
#include <cstddef>
#include <span>
#include <vector>

#include "ptx/module.hpp"
#include "sim/device/address_space.hpp"
#include "sim/device/zero_pages.hpp"

namespace warplab::sim {

// A variable of a module on a device that lasts; `host` is null for one that is not in its memory.
struct LastingVariable {
  uint64_t begin = 0;
  std::byte* host = nullptr;
};

// What each global and constant variable holds at first, up to the last byte that the source gives;
// `addresses`: of each variable, for those that hold the address of another one.
std::vector<std::vector<std::byte>> first_values(const ptx::Module& module,
                                                 const std::vector<uint64_t>& addresses);

class DeviceVariables {
 public:
  // Gives every global and constant variable an address and its first content.
  void place(const ptx::Module& module, AddressSpace& addresses);
  // The same where they are already, and hold what the launches before have left. What they hold
  // now is their first content, if it is to be kept.
  void place_lasting(const ptx::Module& module, const std::vector<LastingVariable>& where,
                     uint64_t heap_begin, bool keeps_content, AddressSpace& addresses);
  // Of variable `number`: what it holds at first instead, up to the last of these bytes.
  void set_first(size_t number, std::span<const std::byte> bytes);
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
  void begin_anew(size_t variable, bool in_place = false);
  void place_heap(const ptx::Module& module, uint64_t begin, AddressSpace& addresses);

  const Allocation* heap_ = nullptr;
  uint64_t first_heap_ = 0;          // where the heap of the first launch begins
  std::vector<uint64_t> addresses_;  // by variable; 0 for those of other spaces
  // By variable. A large one mostly starts as zeros, and a launch touches little of it: what nobody
  // touches costs nothing, neither now nor when it starts anew.
  std::vector<ZeroPages> memory_;
  std::vector<std::byte*> lasting_;              // by variable, where they last: instead of memory_
  std::vector<std::vector<std::byte>> initial_;  // first_values()
  ZeroPages heap_memory_;                        // a kernel mostly uses little of it
};

}  // namespace warplab::sim
