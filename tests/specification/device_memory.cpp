#include "specification/device_memory.hpp"

#include <algorithm>
#include <cstring>

#include "ptx/source_name.hpp"
#include "specification/finding_book.hpp"

namespace warplab::sim::plain {
namespace {

constexpr uint32_t kBankRow = 128;  // bytes of the 32 banks, see SharedLayout
constexpr uint32_t kSharedRedZone = 128;

bool is_dynamic(const ptx::Variable& v) { return v.is_extern && v.bytes == 0; }

ElementType shared_element(uint64_t bytes, uint32_t alignment) {
  return bytes % 4 == 0 && alignment >= 4 ? ElementType::u32 : ElementType::u8;
}

// The compiler declares most arrays as bytes; what they hold shows in size and alignment only.
ElementType element_of(const ptx::Variable& v) {
  switch (ptx::bytes_of(v.element)) {
    case 2: return ElementType::u16;
    case 4: return v.element == ptx::Type::f32 ? ElementType::f32 : ElementType::u32;
    case 8: return v.element == ptx::Type::f64 ? ElementType::f64 : ElementType::u64;
    default: return ElementType::u8;
  }
}

}  // namespace

SharedMap map_shared_memory(const ptx::Module& module, uint32_t dynamic_bytes) {
  SharedMap map;
  uint64_t next = kSharedStart;
  uint64_t packed = 0;  // the function's variables so far, as a GPU has them
  const auto place = [&](const ptx::Variable& v, ElementType element, uint64_t bytes) {
    packed = aligned_up(packed, v.alignment);
    const uint64_t row = std::max<uint64_t>(kBankRow, v.alignment);
    while (next % row != packed % row) ++next;
    packed += bytes;
    const auto begin = static_cast<uint32_t>(next);
    map.layout.entries.push_back(
        {ptx::source_name(v.name), element, begin, static_cast<uint32_t>(bytes)});
    next = begin + bytes + kSharedRedZone;
    map.layout.allotted_bytes = aligned_up(map.layout.allotted_bytes, v.alignment) + bytes;
    return begin;
  };
  map.module_variables.resize(module.variables.size(), 0);
  std::vector<uint32_t*> dynamic;
  const ptx::Variable* dynamic_variable = nullptr;
  for (uint32_t k = 0; k < module.variables.size(); ++k) {
    const ptx::Variable& v = module.variables[k];
    if (v.space != ptx::Space::shared) continue;
    if (is_dynamic(v)) {
      dynamic.push_back(&map.module_variables[k]);
      dynamic_variable = &v;
    } else {
      map.module_variables[k] = place(v, shared_element(v.bytes, v.alignment), v.bytes);
    }
  }
  const uint64_t of_module = packed;
  for (uint32_t f = 0; f < module.functions.size(); ++f) {
    packed = of_module;
    const auto& variables = module.functions[f].variables;
    for (uint32_t k = 0; k < variables.size(); ++k) {
      const ptx::Variable& v = variables[k];
      if (v.space != ptx::Space::shared) continue;
      uint32_t& offset = map.function_variables[{f, k}];
      if (is_dynamic(v)) {
        dynamic.push_back(&offset);
        dynamic_variable = &v;
      } else {
        offset = place(v, shared_element(v.bytes, v.alignment), v.bytes);
      }
    }
  }
  if (dynamic_variable != nullptr) {
    packed = map.layout.allotted_bytes;
    const uint32_t begin =
        place(*dynamic_variable, shared_element(dynamic_bytes, 4), dynamic_bytes);
    for (uint32_t* offset : dynamic) *offset = begin;
  }
  map.layout.window_bytes = static_cast<uint32_t>(aligned_up(next, kBankRow));
  return map;
}

DeviceMemory::DeviceMemory(const ptx::Module& module, std::span<Buffer> buffers) {
  for (size_t k = 0; k < buffers.size(); ++k) {
    Allocation a;
    a.name = buffers[k].name;
    a.element = buffers[k].element;
    a.shape = buffers[k].shape;
    a.bytes = buffers[k].bytes.size();
    a.host = buffers[k].bytes.data();
    a.read_only = buffers[k].read_only;
    a.buffer = static_cast<int>(k);
    buffers_.push_back(addresses_.add(std::move(a)).begin);
  }
  variables_.resize(module.variables.size(), 0);
  for (size_t k = 0; k < module.variables.size(); ++k) {
    const ptx::Variable& v = module.variables[k];
    if (v.space != ptx::Space::global && v.space != ptx::Space::constant) continue;
    std::vector<std::byte>& bytes = storage_.emplace_back(v.bytes);
    if (!v.initial.empty()) std::memcpy(bytes.data(), v.initial.data(), v.initial.size());
    Allocation a;
    a.name = ptx::source_name(v.name);
    a.element = element_of(v);
    a.bytes = v.bytes;
    a.host = bytes.data();
    a.read_only = v.space == ptx::Space::constant;
    variables_[k] = addresses_.add(std::move(a)).begin;
  }
  for (size_t k = 0; k < module.variables.size(); ++k)
    for (const ptx::AddressInitializer& i : module.variables[k].addresses) {
      const Allocation* a = addresses_.find(variables_[k] + i.offset, sizeof(uint64_t));
      if (a == nullptr) continue;
      const uint64_t value = address_of(module, i.symbol) + static_cast<uint64_t>(i.addend);
      std::memcpy(a->host + i.offset, &value, sizeof value);
    }
  first_content_ = storage_;
  first_block_ = oldest_block_ = addresses_.allocations().size();
}

uint64_t DeviceMemory::address_of(const ptx::Module& module, const std::string& symbol) const {
  for (size_t k = 0; k < module.variables.size(); ++k)
    if (module.variables[k].name == symbol) return variables_[k];
  for (size_t k = 0; k < module.functions.size(); ++k)
    if (module.functions[k].name == symbol) return windows::function_address(k);
  return 0;
}

void DeviceMemory::initialize_shared_addresses(const ptx::Module& module, const SharedMap& shared) {
  for (size_t k = 0; k < module.variables.size(); ++k)
    for (const ptx::AddressInitializer& i : module.variables[k].addresses)
      for (size_t target = 0; target < module.variables.size(); ++target) {
        const ptx::Variable& v = module.variables[target];
        if (v.name != i.symbol || v.space != ptx::Space::shared) continue;
        const Allocation* a = addresses_.find(variables_[k] + i.offset, sizeof(uint64_t));
        if (a == nullptr) continue;
        const uint64_t value = (i.generic ? windows::kShared : 0) +
                               shared.module_variables[target] + static_cast<uint64_t>(i.addend);
        std::memcpy(a->host + i.offset, &value, sizeof value);
      }
}

void DeviceMemory::begin_launch(const Launch& launch) {
  given_.clear();
  for (const Argument& argument : launch.arguments) given_.insert(argument.buffer);
  oldest_block_ = addresses_.allocations().size();
  blocks_.clear();
  if (launch.keep_variables) return;
  for (size_t k = 0; k < first_content_.size(); ++k)
    std::ranges::copy(first_content_[k], storage_[k].begin());
}

const Allocation* DeviceMemory::find(uint64_t address, uint64_t bytes) const {
  const Allocation* a = addresses_.find(address, bytes);
  if (a == nullptr) return nullptr;
  if (a->buffer >= 0) return given_.contains(a->buffer) ? a : nullptr;
  const bool is_old = is_heap(*a) && static_cast<size_t>(a->number) < oldest_block_;
  return is_old || is_freed(a->begin) ? nullptr : a;
}

bool DeviceMemory::is_heap(const Allocation& allocation) const {
  return static_cast<size_t>(allocation.number) >= first_block_;
}

uint64_t DeviceMemory::allocate(uint64_t bytes) {
  if (bytes == 0) return 0;
  Allocation a;
  a.name = "malloc";
  a.shape = {bytes};
  a.bytes = bytes;
  a.host = storage_.emplace_back(bytes).data();
  const uint64_t begin = addresses_.add(std::move(a)).begin;
  blocks_[begin] = false;
  return begin;
}

std::string DeviceMemory::release(uint64_t address) {
  if (address == 0) return {};
  const auto block = blocks_.find(address);
  if (block == blocks_.end()) return "frees an address that malloc() did not return";
  if (block->second) return "frees a block that has been freed already: free each block once";
  block->second = true;
  return {};
}

}  // namespace warplab::sim::plain
