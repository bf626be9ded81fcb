#include "sim/device/device_heap.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace warplab::sim {

uint64_t DeviceHeap::allocate(uint64_t bytes) {
  if (memory_ == nullptr || bytes == 0 || bytes > memory_->bytes - used_) return 0;
  if (charge_of(bytes) > kMostInUse - in_use_) return 0;
  in_use_ += charge_of(bytes);
  ++changes_;
  const uint64_t address = memory_->begin + used_;
  used_ = std::min(memory_->bytes, (used_ + bytes + kUnit - 1) / kUnit * kUnit);
  by_unit_.resize((used_ + kUnit - 1) / kUnit, static_cast<uint32_t>(blocks_.size()));
  blocks_.push_back({address, bytes, false});
  return address;
}

const DeviceHeap::Block* DeviceHeap::block_at(uint64_t address) const {
  if (memory_ == nullptr || address < memory_->begin) return nullptr;
  const uint64_t unit = (address - memory_->begin) / kUnit;
  return unit < by_unit_.size() ? &blocks_[by_unit_[unit]] : nullptr;
}

bool DeviceHeap::release(uint64_t address) {
  if (address == 0) return true;
  const Block* const block = block_at(address);
  if (block == nullptr || block->begin != address || block->freed) return false;
  blocks_[static_cast<size_t>(block - blocks_.data())].freed = true;
  in_use_ -= charge_of(block->bytes);
  ++changes_;
  return true;
}

Told DeviceHeap::why_not_released(uint64_t address) const {
  const Block* const block = block_at(address);
  if (block == nullptr || block->begin != address)
    return {say(Says::frees_foreign_address, fmt::format("{:#x}", address)), {}};
  return {say(Says::frees_twice), say(Says::free_once)};
}

bool DeviceHeap::is_in_use(uint64_t address, uint64_t bytes) const {
  const Block* const block = block_at(address);
  return block && !block->freed && block->contains(address, bytes);
}

Saying DeviceHeap::complaint(uint64_t address, uint64_t bytes) const {
  if (blocks_.empty()) return say(Says::outside_heap_blocks);
  const Block* block = block_at(address);
  if (block == nullptr) block = &blocks_.back();
  if (!block->contains(address, bytes))
    return say(Says::beyond_heap_block, address - block->begin, block->bytes);
  return block->freed ? say(Says::in_freed_block) : Saying{};
}

}  // namespace warplab::sim
