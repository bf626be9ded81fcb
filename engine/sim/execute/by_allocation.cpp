#include "sim/execute/by_allocation.hpp"

#include "sim/execute/access_cost.hpp"

namespace warplab::sim {
namespace {

using Memory = SlotCounters::Memory;

// A site reaches few allocations, mostly one: a list is searched faster than a map.
Memory& share_of(SlotCounters& counters, uint32_t memory, const Allocation* allocation) {
  for (SlotCounters::Share& s : counters.shares[memory])
    if (s.allocation == allocation) return s.part;
  return counters.shares[memory].emplace_back(SlotCounters::Share{allocation, {}}).part;
}

void add(Memory& sum, const Memory& part) {
  sum.requests += part.requests;
  sum.units += part.units;
  sum.ideal += part.ideal;
  sum.bytes += part.bytes;
}

}  // namespace

void settle(Runner& r, uint32_t memory) {
  const Memory& now = r.counters.memory[memory];
  Memory& booked = r.counters.booked[memory];
  const Allocation* owner = r.last_allocation[memory];
  if (owner && now.requests != booked.requests)
    add(share_of(r.counters, memory, owner),
        {now.requests - booked.requests, now.units - booked.units, now.ideal - booked.ideal,
         now.bytes - booked.bytes});
  booked = now;
}

void settle_all(Runner& r) {
  for (uint32_t k = 0; k < r.counters.memory.size(); ++k) settle(r, k);
}

void go_on_with(Runner& r, uint32_t memory, const Allocation* allocation) {
  settle(r, memory);
  r.last_allocation[memory] = allocation;
}

void divide(Runner& r, uint32_t memory, uint32_t good, uint32_t bytes, const uint64_t* addresses,
            const LaneTarget& target) {
  r.counters.booked[memory] = r.counters.memory[memory];
  for (uint32_t left = good; left;) {
    const Allocation* a = target.allocation[std::countr_zero(left)];
    uint32_t lanes = 0;
    for (uint32_t m = left; m; m &= m - 1)
      if (target.allocation[std::countr_zero(m)] == a) lanes |= m & ~(m - 1);
    left &= ~lanes;
    add(share_of(r.counters, memory, a),
        {1, sectors(addresses, lanes, bytes), 0,
         uint64_t{bytes} * static_cast<uint64_t>(std::popcount(lanes))});
  }
}

void add_shares(SlotCounters& sum, const SlotCounters& part) {
  for (uint32_t k = 0; k < part.shares.size(); ++k)
    for (const SlotCounters::Share& s : part.shares[k]) add(share_of(sum, k, s.allocation), s.part);
}

}  // namespace warplab::sim
