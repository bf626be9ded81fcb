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

bool lies_in_memory(const ptx::Variable& variable) {
  return variable.space == ptx::Space::global || variable.space == ptx::Space::constant;
}

// But for where it lies.
Allocation allocation_of(const ptx::Variable& variable) {
  Allocation a;
  a.name = ptx::source_name(variable.name);
  a.element = element_of(variable.element);
  if (variable.element == ptx::Type::b8)
    a.counted_in = element_of_array(variable.bytes, variable.alignment);
  a.bytes = variable.bytes;
  a.alignment = variable.alignment;
  a.read_only = variable.space == ptx::Space::constant;
  return a;
}

}  // namespace

std::vector<std::vector<std::byte>> first_values(const ptx::Module& module,
                                                 const std::vector<uint64_t>& addresses) {
  std::vector<std::vector<std::byte>> values(module.variables.size());
  for (size_t k = 0; k < module.variables.size(); ++k) {
    const ptx::Variable& variable = module.variables[k];
    if (!lies_in_memory(variable)) continue;
    const auto* const initial =
        static_cast<const std::byte*>(static_cast<const void*>(variable.initial.data()));
    values[k].assign(initial, initial + variable.initial.size());
    for (const ptx::AddressInitializer& init : variable.addresses) {
      uint64_t value = 0;
      for (size_t v = 0; v < module.variables.size(); ++v)
        if (module.variables[v].name == init.symbol) value = addresses[v];
      for (size_t f = 0; f < module.functions.size(); ++f)
        if (module.functions[f].name == init.symbol) value = windows::function_address(f);
      value += static_cast<uint64_t>(init.addend);
      if (init.offset + sizeof value > variable.bytes) continue;
      if (values[k].size() < init.offset + sizeof value)
        values[k].resize(init.offset + sizeof value);
      std::memcpy(values[k].data() + init.offset, &value, sizeof value);
    }
  }
  return values;
}

void DeviceVariables::place(const ptx::Module& module, AddressSpace& addresses) {
  addresses_.assign(module.variables.size(), 0);
  memory_.resize(module.variables.size());
  for (size_t k = 0; k < module.variables.size(); ++k) {
    const ptx::Variable& v = module.variables[k];
    if (!lies_in_memory(v)) continue;
    memory_[k] = sparse_pages(v.bytes);
    Allocation a = allocation_of(v);
    a.host = memory_[k].as<std::byte>();
    addresses_[k] = addresses.add(std::move(a)).begin;
  }
  initial_ = first_values(module, addresses_);
  place_heap(module, 0, addresses);
  for (size_t k = 0; k < memory_.size(); ++k) begin_anew(k);
}

void DeviceVariables::place_lasting(const ptx::Module& module,
                                    const std::vector<LastingVariable>& where, uint64_t heap_begin,
                                    bool keeps_content, AddressSpace& addresses) {
  const size_t count = module.variables.size();
  addresses_.assign(count, 0);
  lasting_.assign(count, nullptr);
  memory_.resize(count);
  initial_.resize(count);
  for (size_t k = 0; k < count; ++k) {
    if (where[k].host == nullptr) continue;
    Allocation a = allocation_of(module.variables[k]);
    a.host = lasting_[k] = where[k].host;
    a.begin = addresses_[k] = where[k].begin;
    if (keeps_content) initial_[k].assign(a.host, a.host + a.bytes);
    addresses.place(std::move(a));
  }
  place_heap(module, heap_begin, addresses);
}

void DeviceVariables::place_heap(const ptx::Module& module, uint64_t begin,
                                 AddressSpace& addresses) {
  if (!module.find_function("malloc")) return;
  heap_memory_ = ZeroPages(kHeapBytes);
  Allocation a;
  a.name = "the device heap";
  a.bytes = kHeapBytes;
  a.host = heap_memory_.as<std::byte>();
  a.is_heap = true;
  a.begin = begin;
  heap_ = begin == 0 ? &addresses.add(std::move(a)) : &addresses.place(std::move(a));
  first_heap_ = heap_->begin;
}

void DeviceVariables::begin_anew(size_t variable, bool in_place) {
  if (!lasting_.empty() && lasting_[variable])
    std::ranges::copy(initial_[variable], lasting_[variable]);
  if (!memory_[variable]) return;
  if (in_place) memory_[variable].wipe();
  else memory_[variable].clear();
  std::ranges::copy(initial_[variable], memory_[variable].as<std::byte>());
}

void DeviceVariables::set_first(size_t number, std::span<const std::byte> bytes) {
  if (initial_[number].size() < bytes.size()) initial_[number].resize(bytes.size());
  std::ranges::copy(bytes, initial_[number].begin());
  begin_anew(number);
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
