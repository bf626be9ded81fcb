#include "sim/device/device_heap.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace warplab::sim {
namespace {

constexpr uint64_t kUnit = 128;  // what malloc() aligns to

}  // namespace

uint64_t DeviceHeap::allocate(uint64_t bytes) {
  if (memory_ == nullptr || bytes == 0 || bytes > memory_->bytes - used_) return 0;
  const uint64_t address = memory_->begin + used_;
  used_ = std::min(memory_->bytes, (used_ + bytes + kUnit - 1) / kUnit * kUnit);
  blocks_[address] = {bytes, false};
  return address;
}

std::string DeviceHeap::release(uint64_t address) {
  if (address == 0) return {};
  const auto block = blocks_.find(address);
  if (block == blocks_.end())
    return fmt::format("frees address {:#x}, which is not what malloc() gave", address);
  if (block->second.freed) return "frees a block that has been freed already: free each block once";
  block->second.freed = true;
  return {};
}

std::string DeviceHeap::complaint(uint64_t address, uint64_t bytes) const {
  const auto behind = blocks_.upper_bound(address);
  if (behind == blocks_.begin()) return "in no block that malloc() gave";
  const auto& [begin, block] = *std::prev(behind);
  if (address - begin >= block.bytes || bytes > block.bytes - (address - begin))
    return fmt::format("{} bytes from the start of a block of malloc() that has {}",
                       address - begin, block.bytes);
  return block.freed ? "in a block that was freed" : std::string();
}

}  // namespace warplab::sim
