// One lane's access to memory: where it goes, whether it may, and what it costs.
#include <fmt/format.h>

#include "data/number_text.hpp"
#include "sim/plain/machine.hpp"

namespace warplab::sim::plain {
namespace {

constexpr uint64_t kNullPage = 4096;             // addresses of a null pointer with a small index
constexpr int64_t kFarthest = int64_t{1} << 40;  // bytes from an array that an index can tell

std::string elements(uint64_t count) {
  return fmt::format("{} element{}", data::count_text(count), count == 1 ? "" : "s");
}

// "1 element past the end of a (1024 elements)"
std::string extent(const std::string& name, int64_t index, uint64_t count) {
  if (index >= 0 && static_cast<uint64_t>(index) < count)
    return fmt::format("which sticks out of {} ({})", name, elements(count));
  if (index < 0)
    return fmt::format("{} before the start of {} ({})", elements(static_cast<uint64_t>(-index)),
                       name, elements(count));
  const uint64_t past = static_cast<uint64_t>(index) - count + 1;
  return fmt::format("{} past the end of {} ({})", elements(past), name, elements(count));
}

int64_t element_index(int64_t byte, unsigned width) {
  const auto w = static_cast<int64_t>(width);
  return byte >= 0 ? byte / w : -((-byte + w - 1) / w);
}

}  // namespace

uint64_t Machine::address_of(const Warp& warp, unsigned lane, const ptx::Operand& operand) const {
  if (operand.has_symbol) return symbol_address(warp, operand);
  if (!operand.has_base_register) return static_cast<uint64_t>(operand.offset);
  const ptx::Type type = warp.running->call->function->function->registers[operand.reg].type;
  const Bits base = frame(warp, lane).registers[operand.reg];
  return static_cast<uint64_t>(
      lowest(base + static_cast<Bits>(SignedBits{operand.offset}), width_of(type)));
}

Place Machine::place_of(ptx::Space space, uint64_t address) const {
  const auto in = [&](uint64_t window) {
    return address >= window && address - window < kWindowBytes;
  };
  switch (space) {
    case ptx::Space::shared: return {Place::Memory::shared, address};
    case ptx::Space::local: return {Place::Memory::local, address};
    case ptx::Space::param: return {Place::Memory::param, address};
    case ptx::Space::generic:
      if (in(kSharedWindow)) return {Place::Memory::shared, address - kSharedWindow};
      if (in(kLocalWindow)) return {Place::Memory::local, address - kLocalWindow};
      if (in(kParamWindow)) return {Place::Memory::param, address - kParamWindow};
      return {Place::Memory::global, address};
    default: return {Place::Memory::global, address};
  }
}

// The bytes of an access that is allowed; null, and a finding, for any other.
std::byte* Machine::reach(Warp& warp, unsigned lane, const Place& place, unsigned bytes,
                          AccessKind kind) {
  const uint64_t address = place.address;
  const bool is_global = place.memory == Place::Memory::global;
  const auto refuse = [&](FindingKind finding) {
    if (is_global && address < kNullPage) finding = FindingKind::null_pointer;
    complain(warp, lane, place, bytes, kind, finding);
    return nullptr;
  };
  if (address % bytes != 0) return refuse(FindingKind::misaligned);
  switch (place.memory) {
    case Place::Memory::global: {
      const Allocation* a = memory_.find(address, bytes);
      if (a == nullptr) return refuse(FindingKind::out_of_bounds);
      if (a->read_only && kind != AccessKind::load) return refuse(FindingKind::read_only_write);
      if (kind != AccessKind::load) warp.stored.set(lane);
      return a->host + (address - a->begin);
    }
    case Place::Memory::shared:
      if (shared_.layout.find(address, bytes) == nullptr) return refuse(FindingKind::out_of_bounds);
      if (kind != AccessKind::load) warp.stored.set(lane);
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
        if (kind != AccessKind::load || address > parameters_.size() ||
            bytes > parameters_.size() - address)
          return refuse(FindingKind::out_of_bounds);
        return const_cast<std::byte*>(parameters_.data()) + address;
      }
      auto& parameters = frame(warp, lane).parameters;
      if (address > parameters.size() || bytes > parameters.size() - address)
        return refuse(FindingKind::out_of_bounds);
      return parameters.data() + address;
    }
  }
  return nullptr;
}

void Machine::complain(const Warp& warp, unsigned lane, const Place& place, unsigned bytes,
                       AccessKind kind, FindingKind finding) {
  Event event;
  event.kind = finding;
  event.line = warp.running->call->function->lines[warp.running->pc];
  event.block = warp.block->linear;
  event.thread = warp.first_thread + lane;
  event.verb = kind == AccessKind::load    ? "reads"
               : kind == AccessKind::store ? "writes"
                                           : "updates";
  event.address = place.address;
  event.bytes = bytes;
  if (place.memory == Place::Memory::global) {
    if (const Allocation* a = memory_.addresses().nearest(place.address)) {
      const auto byte = static_cast<int64_t>(place.address - a->begin);
      event.buffer = a->name;
      event.index = element_index(byte, bytes_of(a->element));
      event.element = element_name(*a, byte);
      event.extent = a->contains(place.address, bytes)
                         ? fmt::format("but this launch was not given `{}`", a->name)
                         : extent(a->name, event.index, a->bytes / bytes_of(a->element));
      event.is_input = a->read_only && a->buffer >= 0;
    }
  } else if (place.memory == Place::Memory::shared) {
    const auto from_start = static_cast<int64_t>(place.address);
    if (from_start > kFarthest || from_start < -kFarthest) {
      event.buffer = "shared memory";
      event.element = fmt::format("byte {:#x} of shared memory", place.address);
      event.extent = "far beyond all shared arrays";
    } else if (const SharedLayout::Entry* e = shared_.layout.nearest(place.address)) {
      const int64_t byte = static_cast<int64_t>(place.address) - int64_t{e->begin};
      event.buffer = e->name;
      event.index = element_index(byte, bytes_of(e->element));
      event.element = fmt::format("{}[{}]", e->name, event.index);
      event.extent = extent(e->name, event.index, e->bytes / bytes_of(e->element));
    } else {
      event.buffer = "shared memory";
      event.element = fmt::format("byte {} of shared memory", static_cast<int64_t>(place.address));
      event.extent = "but the kernel has no shared memory";
    }
  } else if (place.memory == Place::Memory::local) {
    event.buffer = "local memory";
    event.element = "a local array";
    event.extent = "outside of all local arrays of the thread";
  } else {
    event.buffer = "parameters";
    event.element = "a kernel parameter";
    event.extent = "outside of the kernel's parameters";
  }
  findings_.add(event);
}

// Lanes whose access was refused count too: the instruction asked for them.
void Machine::count_access(const Warp& warp, const Places& places, unsigned bytes,
                           AccessKind kind) {
  std::map<Place::Memory, LaneAddresses> by_memory;
  for (const auto& [lane, place] : places) by_memory[place.memory][lane] = place.address;
  for (const auto& [memory, lanes] : by_memory) {
    const uint64_t asked = uint64_t{bytes} * lanes.size();
    if (memory == Place::Memory::global) {
      count_by_buffer(warp, lanes, bytes, kind);
      const uint64_t sectors = distinct_sectors(lanes, bytes);
      if (kind == AccessKind::load) {
        count(warp, Counter::global_load_requests, 1);
        count(warp, Counter::global_load_sectors, sectors);
        count(warp, Counter::global_load_bytes, asked);
      } else if (kind == AccessKind::store) {
        count(warp, Counter::global_store_requests, 1);
        count(warp, Counter::global_store_sectors, sectors);
        count(warp, Counter::global_store_bytes, asked);
      } else {
        count(warp, Counter::global_atomic_requests, 1);
        count(warp, Counter::global_atomic_sectors, sectors);
        count(warp, Counter::global_atomic_bytes, asked);
      }
    } else if (memory == Place::Memory::shared) {
      const BankCost cost = kind == AccessKind::atomic  ? atomic_bank_cost(lanes, bytes)
                            : kind == AccessKind::store ? store_bank_cost(lanes, bytes)
                                                        : load_bank_cost(lanes, bytes);
      const uint64_t conflicts = cost.wavefronts - cost.ideal;
      if (kind == AccessKind::load) {
        count(warp, Counter::shared_load_requests, 1);
        count(warp, Counter::shared_load_wavefronts, cost.wavefronts);
        count(warp, Counter::shared_load_bank_conflicts, conflicts);
      } else if (kind == AccessKind::store) {
        count(warp, Counter::shared_store_requests, 1);
        count(warp, Counter::shared_store_wavefronts, cost.wavefronts);
        count(warp, Counter::shared_store_bank_conflicts, conflicts);
      } else {
        count(warp, Counter::shared_atomic_requests, 1);
        count(warp, Counter::shared_atomic_wavefronts, cost.wavefronts);
        count(warp, Counter::shared_atomic_bank_conflicts, conflicts);
      }
    } else if (memory == Place::Memory::local) {
      const bool loads = kind == AccessKind::load;
      count(warp, loads ? Counter::local_load_requests : Counter::local_store_requests, 1);
      count(warp, loads ? Counter::local_load_sectors : Counter::local_store_sectors,
            distinct_local_sectors(lanes, bytes));
    } else if (kind == AccessKind::load) {
      count(warp, Counter::param_requests, 1);
    }
  }
}

// Of each buffer, the lanes that reach it make a request of their own; the blocks of malloc() are
// one heap.
void Machine::count_by_buffer(const Warp& warp, const LaneAddresses& lanes, unsigned bytes,
                              AccessKind kind) {
  std::map<const Allocation*, LaneAddresses> by_allocation;
  for (const auto& [lane, address] : lanes) {
    const Allocation* a = memory_.find(address, bytes);
    const bool allowed =
        a != nullptr && address % bytes == 0 && (kind == AccessKind::load || !a->read_only);
    if (allowed) by_allocation[memory_.is_heap(*a) ? nullptr : a][lane] = address;
  }
  for (const auto& [allocation, its_lanes] : by_allocation) {
    BufferTraffic& its = allocation == nullptr ? traffic_.heap
                         : allocation->buffer >= 0
                             ? traffic_.buffers[static_cast<size_t>(allocation->buffer)]
                             : traffic_.variables;
    BufferCounters request;
    const bool loads = kind == AccessKind::load, stores = kind == AccessKind::store;
    using C = BufferCounter;
    request[loads ? C::load_requests : stores ? C::store_requests : C::atomic_requests] = 1;
    request[loads    ? C::load_sectors
            : stores ? C::store_sectors
                     : C::atomic_sectors] = distinct_sectors(its_lanes, bytes);
    request[loads    ? C::load_bytes
            : stores ? C::store_bytes
                     : C::atomic_bytes] = uint64_t{bytes} * its_lanes.size();
    fill_sums(request);
    its.total += request;
    its.lines[warp.running->call->function->lines[warp.running->pc]] += request;
  }
}

void Machine::remember_writer(const Warp& warp, unsigned lane, const Place& place, unsigned bytes) {
  if (place.memory != Place::Memory::global) return;
  const Allocation* a = memory_.find(place.address, bytes);
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
std::byte* Machine::peek(Warp& warp, unsigned lane, uint64_t generic, unsigned bytes) const {
  const Place place = place_of(ptx::Space::generic, generic);
  switch (place.memory) {
    case Place::Memory::global: {
      const Allocation* a = memory_.find(generic, bytes);
      return a == nullptr ? nullptr : a->host + (generic - a->begin);
    }
    case Place::Memory::shared:
      if (shared_.layout.find(place.address, bytes) == nullptr) return nullptr;
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
