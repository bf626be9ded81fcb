#include "sim/report/order_sites.hpp"

#include <algorithm>
#include <set>

namespace warplab::sim {
namespace {

bool was_executed(const Program& program, const SlotCounters& counters, uint32_t site) {
  for (size_t k = 0; k < program.blocks.size(); ++k) {
    const BlockSite& block = program.blocks[k];
    if (site - block.first_site < block.instructions) return counters.blocks[k].warps != 0;
  }
  return false;
}

}  // namespace

const Site* depends_on_order(const Program& program, const SlotCounters& counters,
                             bool* by_machine_alone) {
  const OrderSite* update = nullptr;  // the first of those that commute
  const OrderSite* first = nullptr;   // of those that do not
  for (const OrderSite& s : program.order_sites) {
    if (!was_executed(program, counters, s.site)) continue;
    const bool commutes = !s.operation.empty() && (!update || update->operation == s.operation);
    if (commutes) {
      if (!update) update = &s;
      continue;
    }
    if (!first) first = &s;
    if (by_machine_alone) *by_machine_alone = *by_machine_alone && s.of_machine;
  }
  return first ? &program.sites[first->site] : nullptr;
}

bool late_writes_matter(const Program& program, const SlotCounters& counters) {
  std::set<const Allocation*> late, seen;  // null: shared memory
  for (size_t k = 0; k < program.memory_sites.size(); ++k) {
    const MemorySite& m = program.memory_sites[k];
    if (counters.memory[k].requests == 0 || !(m.may_come_late || m.looks)) continue;
    std::set<const Allocation*>& its = m.may_come_late ? late : seen;
    if (m.space == ptx::Space::shared) its.insert(nullptr);
    for (const SlotCounters::Share& share : counters.shares[k]) its.insert(share.allocation);
  }
  return std::ranges::any_of(late, [&](const Allocation* a) { return seen.contains(a); });
}

}  // namespace warplab::sim
