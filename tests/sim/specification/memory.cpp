// Where memory lies, and whether an access may be made.
#include <algorithm>
#include <cstring>

#include "ptx/source_name.hpp"
#include "specification/machine.hpp"

namespace warplab::specification {

using ptx::Space;

// Each variable begins in the bank in which it begins on a GPU, which lays those of a function one
// behind the other; a red zone follows it. sim::SharedLayout
void Machine::place_shared() {
  constexpr uint64_t kBankRow = 128, kRedZone = 128;
  shared = {};
  module_shared.assign(module.variables.size(), 0);
  uint64_t next = sim::kSharedStart, packed = 0;
  const auto place = [&](const ptx::Variable& v, uint64_t bytes) {
    packed = aligned_up(packed, v.alignment);
    const uint64_t row = std::max<uint64_t>(kBankRow, v.alignment);
    while (next % row != packed % row) ++next;
    packed += bytes;
    const uint64_t begin = next;
    shared.entries.push_back({ptx::source_name(v.name), sim::ElementType::u8,
                              static_cast<uint32_t>(begin), static_cast<uint32_t>(bytes)});
    next = begin + bytes + kRedZone;
    shared.allotted_bytes = aligned_up(shared.allotted_bytes, v.alignment) + bytes;
    return begin;
  };
  std::vector<uint64_t*> dynamic;
  const ptx::Variable* last_dynamic = nullptr;
  const auto place_all = [&](const std::vector<ptx::Variable>& of, std::vector<uint64_t>& offsets) {
    for (size_t k = 0; k < of.size(); ++k) {
      if (of[k].space != Space::shared) continue;
      if (of[k].is_extern && of[k].bytes == 0) {
        dynamic.push_back(&offsets[k]);
        last_dynamic = &of[k];
      } else {
        offsets[k] = place(of[k], of[k].bytes);
      }
    }
  };
  place_all(module.variables, module_shared);
  const uint64_t of_module = packed;
  for (Function& f : functions) {
    packed = of_module;
    place_all(f.parsed->variables, f.variables);
  }
  if (last_dynamic != nullptr) {
    packed = shared.allotted_bytes;
    const uint64_t begin = place(*last_dynamic, launch->dynamic_shared_bytes);
    for (uint64_t* offset : dynamic) *offset = begin;
  }
  shared.window_bytes = static_cast<uint32_t>(aligned_up(next, kBankRow));
}

// Buffers first, in their order, then the module's .global and .const variables in theirs.
Machine::Machine(const ptx::Module& of, std::span<sim::Buffer> given, const sim::Options& how,
                 Observer* who)
    : module(of), options(how), observer(who) {
  for (size_t k = 0; k < given.size(); ++k) {
    sim::Allocation a;
    a.element = given[k].element;
    a.bytes = given[k].bytes.size();
    a.host = given[k].bytes.data();
    a.read_only = given[k].read_only;
    a.buffer = static_cast<int>(k);
    buffers.push_back(addresses.add(std::move(a)).begin);
  }
  for (const ptx::Variable& v : module.variables) {
    variables.push_back(0);
    initial.emplace_back();
    if (v.space != Space::global && v.space != Space::constant) continue;
    initial.back().resize(v.bytes);
    std::memcpy(initial.back().data(), v.initial.data(), v.initial.size());
    sim::Allocation a;
    a.bytes = v.bytes;
    a.host = storage.emplace_back(v.bytes).data();
    a.read_only = v.space == Space::constant;
    variables.back() = addresses.add(std::move(a)).begin;
  }
}

// Variables have their first content again, unless the launch keeps what the one before left.
void Machine::begin_launch() {
  const auto address_named = [&](const ptx::AddressInitializer& i) -> uint64_t {
    for (size_t k = 0; k < module.variables.size(); ++k) {
      if (module.variables[k].name != i.symbol) continue;
      if (module.variables[k].space != Space::shared) return variables[k];
      return module_shared[k] + (i.generic ? sim::windows::kShared : 0);
    }
    return 0;
  };
  for (size_t k = 0; k < module.variables.size(); ++k) {
    const sim::Allocation* a = variables[k] == 0 ? nullptr : addresses.find(variables[k], 1);
    if (a == nullptr || (launch->keep_variables && number > 0)) continue;
    std::ranges::copy(initial[k], a->host);
    for (const ptx::AddressInitializer& i : module.variables[k].addresses) {
      const uint64_t value = address_named(i) + static_cast<uint64_t>(i.addend);
      std::memcpy(a->host + i.offset, &value, sizeof value);
    }
  }
}

// What holds all of the bytes and may be reached in this launch: the buffers that it is given, and
// the variables.
const sim::Allocation* Machine::allocation(uint64_t address, uint64_t bytes) const {
  const sim::Allocation* a = addresses.find(address, bytes);
  if (a == nullptr || a->buffer < 0) return a;
  const auto is_it = [&](const sim::Argument& given) { return given.buffer == a->buffer; };
  return std::ranges::any_of(launch->arguments, is_it) ? a : nullptr;
}

Place Machine::place_of(Space space, uint64_t address) const {
  if (space == Space::generic) {
    space = sim::windows::space_of(address);
    address -= sim::windows::start_of(space);
  }
  return {space == Space::constant ? Space::global : space, address};
}

std::byte* Machine::reach(Warp& warp, unsigned lane, const Place& place, unsigned bytes,
                          AccessKind kind) {
  const uint64_t address = place.address;
  const bool is_global = place.space == Space::global;
  const auto refuse = [&](FindingKind finding) -> std::byte* {
    find(warp, is_global && address < sim::kNullPage ? FindingKind::null_pointer : finding);
    return nullptr;
  };
  const auto part_of = [&](std::vector<std::byte>& memory, uint64_t end) {
    if (address > end || bytes > end - address) return refuse(FindingKind::out_of_bounds);
    if (memory.size() < end) memory.resize(end);
    return memory.data() + address;
  };
  const bool loads = kind == AccessKind::load;
  if (address % bytes != 0) return refuse(FindingKind::misaligned);
  if (is_global) {
    const sim::Allocation* a = allocation(address, bytes);
    if (a == nullptr) return refuse(FindingKind::out_of_bounds);
    if (a->read_only && !loads) return refuse(FindingKind::read_only_write);
    return a->host + (address - a->begin);
  }
  if (place.space == Space::shared) {
    if (shared.find(address, bytes) == nullptr) return refuse(FindingKind::out_of_bounds);
    return warp.block->shared.data() + address;
  }
  if (place.space == Space::local) {
    if (address < sim::kLocalStart || kind == AccessKind::atomic)
      return refuse(FindingKind::out_of_bounds);
    return part_of(warp.local[lane], sim::kLocalStart + kernel->local_bytes);
  }
  if (!loads) return refuse(FindingKind::out_of_bounds);  // parameters are constant
  return part_of(parameters, parameters.size());
}

}  // namespace warplab::specification
