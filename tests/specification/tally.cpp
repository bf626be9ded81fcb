#include "specification/tally.hpp"

#include <algorithm>
#include <optional>

#include "sim/work.hpp"

namespace warplab::sim::plain {

void Tally::add_work(Warp& warp, uint64_t units) {
  warp.work += units;
  report_.work += units;
}

Counters& Tally::line_counters(const Warp& warp) { return lines_[line(warp)]; }

void Tally::count(const Warp& warp, Counter counter, uint64_t amount) {
  total_[counter] += amount;
  line_counters(warp)[counter] += amount;
}

void Tally::count_busiest(const Block& block) {
  uint64_t of_block = 0;
  for (const Warp& warp : block.warps) {
    of_block += warp.instructions;
    total_[Counter::busiest_warp] = std::max(total_[Counter::busiest_warp], warp.instructions);
  }
  total_[Counter::busiest_block] = std::max(total_[Counter::busiest_block], of_block);
}

// Of a load or store. sim/work.hpp
void Tally::add_work_of_access(Warp& warp, const Places& places) {
  if (places.empty() || instruction(warp).space() == ptx::Space::generic) return;
  const Place& first = places.begin()->second;
  if (first.memory == Place::Memory::param) return;
  bool in_a_row = places.size() == kLanes && first.memory != Place::Memory::local;
  const uint64_t stride = in_a_row ? places.at(1).address - places.at(0).address : 0;
  for (unsigned l = 1; in_a_row && l + 1 < kLanes; ++l)
    in_a_row = places.at(l + 1).address - places.at(l).address == stride;
  if (first.memory == Place::Memory::global && is_far_apart(static_cast<int64_t>(stride)))
    in_a_row = false;
  if (!in_a_row) add_work(warp, work_of_scattered(static_cast<uint32_t>(places.size())));
}

// sim/work.hpp
void Tally::add_work_of_other_pages(Warp& warp, const LaneAddresses& lanes, unsigned bytes,
                                    AccessKind kind) {
  bool in_a_row = lanes.size() == kLanes;
  for (unsigned l = 1; in_a_row && l + 1 < kLanes; ++l)
    in_a_row = lanes.at(l + 1) - lanes.at(l) == lanes.at(1) - lanes.at(0);
  if (in_a_row) return;
  uint32_t pages = 0;
  std::optional<uint64_t> before;
  for (const auto& [lane, address] : lanes) {
    const Allocation* const a = allowed_at(address, bytes, kind);
    if (a == nullptr || memory_.is_heap(*a)) continue;
    if (before && is_other_page(address, *before)) ++pages;
    before = address;
  }
  add_work(warp, work_of_other_pages(kind, pages));
}

// Lanes whose access was refused count too: the instruction asked for them.
void Tally::count_access(Warp& warp, const Places& places, unsigned bytes, AccessKind kind) {
  std::map<Place::Memory, LaneAddresses> by_memory;
  for (const auto& [lane, place] : places) by_memory[place.memory][lane] = place.address;
  for (const auto& [memory, lanes] : by_memory) {
    const uint64_t asked = uint64_t{bytes} * lanes.size();
    if (memory == Place::Memory::global) {
      add_work_of_other_pages(warp, lanes, bytes, kind);
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
      count_shared(warp, cost, kind);
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

void Tally::count_shared(const Warp& warp, const BankCost& cost, AccessKind kind) {
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
}

// Null: a lane may not access this.
const Allocation* Tally::allowed_at(uint64_t address, unsigned bytes, AccessKind kind) const {
  const Allocation* a = memory_.find(address, bytes);
  const bool allowed =
      a != nullptr && address % bytes == 0 && (kind == AccessKind::load || !a->read_only);
  return allowed ? a : nullptr;
}

// Of each buffer, the lanes that reach it make a request of their own; the blocks of malloc() are
// one heap.
void Tally::count_by_buffer(const Warp& warp, const LaneAddresses& lanes, unsigned bytes,
                            AccessKind kind) {
  std::map<const Allocation*, LaneAddresses> by_allocation;
  for (const auto& [lane, address] : lanes)
    if (const Allocation* const a = allowed_at(address, bytes, kind))
      by_allocation[memory_.is_heap(*a) ? nullptr : a][lane] = address;
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
    its.lines[line(warp)] += request;
  }
}

}  // namespace warplab::sim::plain
