#include "specification/accesses.hpp"

#include <algorithm>

#include "sim/device/barrier_object.hpp"

namespace warplab::sim::plain {

Place Accesses::place_of(ptx::Space space, uint64_t address) const {
  switch (space) {
    case ptx::Space::shared: return {Place::Memory::shared, address};
    case ptx::Space::local: return {Place::Memory::local, address};
    case ptx::Space::param: return {Place::Memory::param, address};
    case ptx::Space::generic: {
      const ptx::Space inside = windows::space_of(address);
      if (inside == ptx::Space::global) return {Place::Memory::global, address};
      return place_of(inside, address - windows::start_of(inside));
    }
    default: return {Place::Memory::global, address};
  }
}

// The bytes of an access that is allowed; null, and a finding, for any other.
std::byte* Accesses::reach(Warp& warp, unsigned lane, const Place& place, unsigned bytes,
                           AccessKind kind) {
  const uint64_t address = place.address;
  const bool is_global = place.memory == Place::Memory::global;
  const auto refuse = [&](FindingKind finding) {
    if (is_global && address < kNullPage) finding = FindingKind::null_pointer;
    complaints_.refuse_access(warp, lane, place, bytes, kind, finding);
    return nullptr;
  };
  if (address % bytes != 0) return refuse(FindingKind::misaligned);
  switch (place.memory) {
    case Place::Memory::global: {
      const Allocation* a = context_.memory.find(address, bytes);
      if (a == nullptr) return refuse(FindingKind::out_of_bounds);
      if (a->read_only && kind != AccessKind::load) return refuse(FindingKind::read_only_write);
      if (kind != AccessKind::load) warp.stored.set(lane);
      if (instruction(warp).space() != ptx::Space::constant) ++warp.block->changes;
      if (context_.memory.is_heap(*a)) tally_.add_work(warp, 1);
      return a->host + (address - a->begin);
    }
    case Place::Memory::shared:
      if (context_.shared.layout.find(address, bytes) == nullptr)
        return refuse(FindingKind::out_of_bounds);
      if (kind != AccessKind::load) {
        warp.stored.set(lane);
        ++warp.block->changes;
      }
      for (const auto& [offset, object] : warp.block->objects)
        if (address < offset + kBytesOfObject && offset < address + bytes)
          complaints_.misuse(warp, lane, ObjectWords(context_.shared.layout, offset).touched(kind));
      return warp.block->shared.data() + address;
    case Place::Memory::local: {
      if (kind == AccessKind::atomic) return refuse(FindingKind::out_of_bounds);
      const uint64_t end = warp.running->call->local_end();
      if (address < kLocalStart || address > end || bytes > end - address)
        return refuse(FindingKind::out_of_bounds);
      auto& local = warp.local[lane];
      if (local.size() < end) local.resize(end);
      return local.data() + address;
    }
    case Place::Memory::param: {
      // By name the frame's own; by a computed address the kernel's, which are constant.
      const bool is_named = [&] {
        for (const ptx::Operand& operand : instruction(warp).operands)
          if (operand.kind == ptx::Operand::Kind::address && operand.has_symbol) return true;
        return false;
      }();
      if (!is_named) {
        if (kind != AccessKind::load || address > context_.parameters.size() ||
            bytes > context_.parameters.size() - address)
          return refuse(FindingKind::out_of_bounds);
        return const_cast<std::byte*>(context_.parameters.data()) + address;
      }
      auto& parameters = frame(warp, lane).parameters;
      if (address > parameters.size() || bytes > parameters.size() - address)
        return refuse(FindingKind::out_of_bounds);
      return parameters.data() + address;
    }
  }
  return nullptr;
}

void Accesses::remember_writer(const Warp& warp, unsigned lane, const Place& place,
                               unsigned bytes) {
  if (place.memory != Place::Memory::global) return;
  const Allocation* a = context_.memory.find(place.address, bytes);
  if (a == nullptr || a->buffer < 0) return;
  const auto buffer = static_cast<size_t>(a->buffer);
  const auto launch = static_cast<int>(report_.launches.size());
  std::vector<uint32_t>& writers = report_.writers[buffer];
  const uint64_t unit = std::min(4u, sim::bytes_of(a->element));
  if (report_.writer_launch[buffer] != launch) {
    report_.writer_launch[buffer] = launch;
    writers.assign(a->bytes / unit, 0);
  }
  const uint64_t thread = warp.block->linear * warp.block->threads + warp.first_thread + lane;
  const uint64_t first = place.address - a->begin;
  for (uint64_t at = first / unit; at <= (first + bytes - 1) / unit; ++at)
    writers[at] = static_cast<uint32_t>(thread + 1);
}

// Bytes that a function of the device reads itself: no request, no finding.
std::byte* Accesses::peek(Warp& warp, unsigned lane, uint64_t generic, unsigned bytes) const {
  const Place place = place_of(ptx::Space::generic, generic);
  switch (place.memory) {
    case Place::Memory::global: {
      const Allocation* a = context_.memory.find(generic, bytes);
      return a == nullptr ? nullptr : a->host + (generic - a->begin);
    }
    case Place::Memory::shared:
      if (context_.shared.layout.find(place.address, bytes) == nullptr) return nullptr;
      return warp.block->shared.data() + place.address;
    case Place::Memory::local: {
      const uint64_t end = warp.running->call->local_end();
      if (place.address < kLocalStart || place.address > end || bytes > end - place.address)
        return nullptr;
      auto& local = warp.local[lane];
      if (local.size() < end) local.resize(end);
      return local.data() + place.address;
    }
    case Place::Memory::param: return nullptr;
  }
  return nullptr;
}

}  // namespace warplab::sim::plain
