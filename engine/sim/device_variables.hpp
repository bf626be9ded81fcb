#pragma once
// The module's __device__ and __constant__ variables in device memory.
#include <cstddef>
#include <vector>

#include "ptx/module.hpp"
#include "sim/address_space.hpp"

namespace warplab::sim {

class DeviceVariables {
 public:
  // Gives every global and constant variable an address and its first content.
  void place(const ptx::Module& module, AddressSpace& addresses);
  void reset();  // the first content again
  uint64_t address(uint32_t variable) const { return addresses_[variable]; }
  // Device memory for malloc() inside kernels; null where the module never calls it.
  const Allocation* heap() const { return heap_; }

 private:
  const Allocation* heap_ = nullptr;
  std::vector<uint64_t> addresses_;  // by variable; 0 for those of other spaces
  std::vector<std::vector<std::byte>> memory_, initial_;
};

}  // namespace warplab::sim
