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

// Whether one place of memory was accessed by sites of both kinds.
template <class Writes, class Reads>
bool meet(const Program& program, const SlotCounters& counters, Writes writes, Reads reads) {
  std::set<const Allocation*> written, read;  // null: shared memory
  const auto note = [&](size_t k, std::set<const Allocation*>& its) {
    if (program.memory_sites[k].space == ptx::Space::shared) its.insert(nullptr);
    for (const SlotCounters::Share& share : counters.shares[k]) its.insert(share.allocation);
  };
  for (size_t k = 0; k < program.memory_sites.size(); ++k) {
    if (counters.memory[k].requests == 0) continue;
    if (writes(program.memory_sites[k])) note(k, written);
    if (reads(program.memory_sites[k])) note(k, read);
  }
  return std::ranges::any_of(written, [&](const Allocation* a) { return read.contains(a); });
}

}  // namespace

const Site* depends_on_order(const Program& program, const SlotCounters& counters) {
  const OrderSite* update = nullptr;  // the first of those that commute
  for (const OrderSite& s : program.order_sites) {
    if (!was_executed(program, counters, s.site)) continue;
    const bool commutes = !s.operation.empty() && (!update || update->operation == s.operation);
    if (!commutes) return &program.sites[s.site];
    if (!update) update = &s;
  }
  return nullptr;
}

bool late_writes_matter(const Program& program, const SlotCounters& counters) {
  return meet(
      program, counters, [](const MemorySite& m) { return m.may_come_late; },
      [](const MemorySite& m) { return m.looks; });
}

bool early_loads_matter(const Program& program, const SlotCounters& counters) {
  return meet(
      program, counters,
      [](const MemorySite& m) { return m.is_strong && m.kind != AccessKind::load; },
      [](const MemorySite& m) { return m.is_strong && m.kind == AccessKind::load; });
}

}  // namespace warplab::sim
