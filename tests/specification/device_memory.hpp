#pragma once
// Global and constant memory of a run: the caller's buffers and the module's variables.
#include <deque>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "sim/device/address_space.hpp"
#include "specification/image.hpp"

namespace warplab::sim::plain {

// Where the .shared variables of a launch lie.
struct SharedMap {
  SharedLayout layout;
  std::vector<uint32_t> module_variables;  // offset by index in Module::variables
  // (function, index) -> offset
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> function_variables;
};
SharedMap map_shared_memory(const ptx::Module& module, uint32_t dynamic_bytes);

class DeviceMemory {
 public:
  // Buffers first, in their order, then the module's .global and .const variables in theirs.
  DeviceMemory(const ptx::Module& module, std::span<Buffer> buffers);
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  uint64_t address_of_buffer(size_t index) const { return buffers_[index]; }
  uint64_t address_of_variable(uint32_t index) const { return variables_[index]; }
  const AddressSpace& addresses() const { return addresses_; }

  // A launch reaches the buffers that it is given, the variables, and what it allocates itself.
  // Variables have their first content again, unless it keeps what the launch before left.
  void begin_launch(const Launch& launch);
  // What holds all of [address, address + bytes) and may be reached now; null where nothing does,
  // or a block of malloc() that was freed or is of an earlier launch.
  const Allocation* find(uint64_t address, uint64_t bytes) const;
  bool is_heap(const Allocation& allocation) const;

  // Variables that hold the address of a .shared one learn it when a launch begins.
  void initialize_shared_addresses(const ptx::Module& module, const SharedMap& shared);

  // Memory of the device's malloc(): zeros; the address, 0 when `bytes` is 0.
  uint64_t allocate(uint64_t bytes);
  // free(). Empty, or what is wrong with it.
  std::string release(uint64_t address);
  bool is_freed(uint64_t begin) const {
    const auto block = blocks_.find(begin);
    return block != blocks_.end() && block->second;
  }

 private:
  uint64_t address_of(const ptx::Module& module, const std::string& symbol) const;

  AddressSpace addresses_;
  std::set<int> given_;      // buffers of the launch at hand
  size_t first_block_ = 0;   // number of the first allocation that is a block of malloc()
  size_t oldest_block_ = 0;  // the first one of the launch at hand
  std::deque<std::vector<std::byte>> first_content_;  // parallel to storage_, of variables only
  std::vector<uint64_t> buffers_, variables_;
  std::map<uint64_t, bool> blocks_;             // of malloc(), by address: freed?
  std::deque<std::vector<std::byte>> storage_;  // of variables; references stay valid
};

}  // namespace warplab::sim::plain
