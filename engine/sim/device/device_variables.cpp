#include "sim/device/device_variables.hpp"

#include <algorithm>
#include <cstring>

#include "ptx/source_name.hpp"
#include "sim/device/device_heap.hpp"
#include "sim/device/sparse_pages.hpp"

namespace warplab::sim {
namespace {

// Twice what may be in use: each block has 128 bytes at least, and is never used again.
constexpr uint64_t kHeapBytes = 2 * DeviceHeap::kMostInUse;

ElementType element_of(ptx::Type type) {
  switch (ptx::bytes_of(type)) {
    case 2: return ElementType::u16;
    case 4: return type == ptx::Type::f32 ? ElementType::f32 : ElementType::u32;
    case 8: return type == ptx::Type::f64 ? ElementType::f64 : ElementType::u64;
    default: return ElementType::u8;
  }
}

}  // namespace

void DeviceVariables::place(const ptx::Module& module, AddressSpace& addresses) {
  addresses_.assign(module.variables.size(), 0);
  memory_.resize(module.variables.size());
  initial_.resize(module.variables.size());
  for (size_t k = 0; k < module.variables.size(); ++k) {
    const ptx::Variable& v = module.variables[k];
    if (v.space != ptx::Space::global && v.space != ptx::Space::constant) continue;
    memory_[k] = sparse_pages(v.bytes);
    const auto* const initial =
        static_cast<const std::byte*>(static_cast<const void*>(v.initial.data()));
    initial_[k].assign(initial, initial + v.initial.size());
    Allocation a;
    a.name = ptx::source_name(v.name);
    a.element = element_of(v.element);
    if (v.element == ptx::Type::b8) a.counted_in = element_of_array(v.bytes, v.alignment);
    a.bytes = v.bytes;
    a.alignment = v.alignment;
    a.host = memory_[k].as<std::byte>();
    a.read_only = v.space == ptx::Space::constant;
    addresses_[k] = addresses.add(std::move(a)).begin;
  }
  for (size_t k = 0; k < module.variables.size(); ++k) {
    for (const ptx::AddressInitializer& init : module.variables[k].addresses) {
      uint64_t value = 0;
      for (size_t v = 0; v < module.variables.size(); ++v)
        if (module.variables[v].name == init.symbol) value = addresses_[v];
      for (size_t f = 0; f < module.functions.size(); ++f)
        if (module.functions[f].name == init.symbol) value = windows::function_address(f);
      value += static_cast<uint64_t>(init.addend);
      if (init.offset + sizeof value > memory_[k].bytes()) continue;
      if (initial_[k].size() < init.offset + sizeof value)
        initial_[k].resize(init.offset + sizeof value);
      std::memcpy(initial_[k].data() + init.offset, &value, sizeof value);
    }
  }
  if (module.find_function("malloc")) {
    heap_memory_ = ZeroPages(kHeapBytes);
    Allocation a;
    a.name = "the device heap";
    a.bytes = kHeapBytes;
    a.host = heap_memory_.as<std::byte>();
    a.is_heap = true;
    heap_ = &addresses.add(std::move(a));
    first_heap_ = heap_->begin;
  }
  for (size_t k = 0; k < memory_.size(); ++k) begin_anew(k);
}

void DeviceVariables::begin_anew(size_t variable, bool in_place) {
  if (!memory_[variable]) return;
  if (in_place) memory_[variable].wipe();
  else memory_[variable].clear();
  std::ranges::copy(initial_[variable], memory_[variable].as<std::byte>());
}

void DeviceVariables::reset(AddressSpace& addresses) {
  for (size_t k = 0; k < memory_.size(); ++k) begin_anew(k);
  heap_memory_.clear();
  move_heap(addresses, 0);
}

void DeviceVariables::reset(const Allocation& allocation) {
  if (&allocation == heap_) return heap_memory_.clear();
  for (size_t k = 0; k < memory_.size(); ++k)
    if (memory_[k] && memory_[k].as<std::byte>() == allocation.host)
      begin_anew(k, allocation.much_used);
}

void DeviceVariables::move_heap(AddressSpace& addresses, size_t launch) {
  if (heap_) addresses.move_last(first_heap_ + launch * 2 * kHeapBytes);
}

}  // namespace warplab::sim
