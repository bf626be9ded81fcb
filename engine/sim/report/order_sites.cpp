#include "sim/report/order_sites.hpp"

#include <algorithm>

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

}  // namespace warplab::sim
