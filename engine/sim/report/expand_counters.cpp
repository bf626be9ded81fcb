#include "sim/report/expand_counters.hpp"

#include "ptx/opcode.hpp"
#include "sim/work.hpp"

namespace warplab::sim {
namespace {

using ptx::Space;

// Where the costs of one kind of access in one space are counted; where it has no such counter,
// kNone stands for it.
constexpr auto kNone = static_cast<Counter>(kCounterCount);
struct MemoryCounters {
  Space space;
  AccessKind kind;
  Counter requests, units, bytes, conflicts;
};
constexpr MemoryCounters kMemory[] = {
    {Space::global, AccessKind::load, Counter::global_load_requests, Counter::global_load_sectors,
     Counter::global_load_bytes, kNone},
    {Space::global, AccessKind::store, Counter::global_store_requests,
     Counter::global_store_sectors, Counter::global_store_bytes, kNone},
    {Space::global, AccessKind::atomic, Counter::global_atomic_requests,
     Counter::global_atomic_sectors, Counter::global_atomic_bytes, kNone},
    {Space::shared, AccessKind::load, Counter::shared_load_requests,
     Counter::shared_load_wavefronts, kNone, Counter::shared_load_bank_conflicts},
    {Space::shared, AccessKind::store, Counter::shared_store_requests,
     Counter::shared_store_wavefronts, kNone, Counter::shared_store_bank_conflicts},
    {Space::shared, AccessKind::atomic, Counter::shared_atomic_requests,
     Counter::shared_atomic_wavefronts, kNone, Counter::shared_atomic_bank_conflicts},
    {Space::local, AccessKind::load, Counter::local_load_requests, Counter::local_load_sectors,
     kNone, kNone},
    {Space::local, AccessKind::store, Counter::local_store_requests, Counter::local_store_sectors,
     kNone, kNone},
    {Space::constant, AccessKind::load, Counter::constant_requests, Counter::constant_sectors,
     kNone, kNone},
    {Space::param, AccessKind::load, Counter::param_requests, kNone, kNone, kNone},
};

struct TrafficCounters {
  AccessKind kind;
  BufferCounter requests, sectors, bytes;
};
constexpr TrafficCounters kTraffic[] = {
    {AccessKind::load, BufferCounter::load_requests, BufferCounter::load_sectors,
     BufferCounter::load_bytes},
    {AccessKind::store, BufferCounter::store_requests, BufferCounter::store_sectors,
     BufferCounter::store_bytes},
    {AccessKind::atomic, BufferCounter::atomic_requests, BufferCounter::atomic_sectors,
     BufferCounter::atomic_bytes},
};

void expand_traffic(const Program& program, const SlotCounters& slots, size_t buffers,
                    const Allocation* heap, TrafficByBuffer& traffic) {
  traffic.buffers.resize(buffers);
  for (size_t k = 0; k < program.memory_sites.size(); ++k) {
    const MemorySite& m = program.memory_sites[k];
    if (program.sites[m.site].serves_printf) continue;
    for (const SlotCounters::Share& share : slots.shares[k]) {
      BufferTraffic& its = share.allocation->buffer >= 0
                               ? traffic.buffers[static_cast<size_t>(share.allocation->buffer)]
                           : share.allocation == heap ? traffic.heap
                                                      : traffic.variables;
      BufferCounters& line = its.lines[program.sites[m.site].line];
      for (const TrafficCounters& row : kTraffic) {
        if (row.kind != m.kind) continue;
        line[row.requests] += share.part.requests;
        line[row.sectors] += share.part.units;
        line[row.bytes] += share.part.bytes;
      }
    }
  }
  const auto add_up = [](BufferTraffic& its) {
    for (auto& [line, counters] : its.lines) {
      fill_sums(counters);
      its.total += counters;
    }
  };
  for (BufferTraffic& its : traffic.buffers) add_up(its);
  add_up(traffic.variables);
  add_up(traffic.heap);
}

}  // namespace

void expand_counters(const Program& program, const SlotCounters& slots, size_t buffers,
                     const Allocation* heap, LaunchReport& report) {
  expand_traffic(program, slots, buffers, heap, report.traffic);
  const auto at = [&](uint32_t site) -> Counters& {
    return report.lines[program.sites[site].line];
  };
  for (size_t k = 0; k < program.blocks.size(); ++k) {
    const BlockSite& b = program.blocks[k];
    const auto& visit = slots.blocks[k];
    if (visit.warps == 0) continue;
    const ptx::Function& f = program.module->functions[b.function];
    for (uint32_t j = 0; j < b.instructions; ++j) {
      const uint32_t site = b.first_site + j;
      if (program.sites[site].serves_printf) continue;
      Counters& c = at(site);
      c[Counter::warp_instructions] += visit.warps;
      c[Counter::thread_instructions] += visit.lanes;
      const ptx::Instruction& instruction = f.body[program.sites[site].index];
      c[Counter::weighted_instructions] += visit.warps * weight_of(*program.module, instruction);
      // Every instruction of a program has a row: the decoder takes no other.
      const ptx::Family family = ptx::find_opcode(instruction.opcode)->family;
      if (family == ptx::Family::branch) c[Counter::branches] += visit.warps;
      if (family == ptx::Family::matrix && (instruction.opcode == "mma" || instruction.has("mma")))
        c[Counter::matrix_products] += visit.warps;
      if (family == ptx::Family::exchange)
        c[instruction.opcode == "vote" ? Counter::warp_votes : Counter::warp_exchanges] +=
            visit.warps;
    }
  }
  for (size_t k = 0; k < program.branch_sites.size(); ++k) {
    if (slots.branches[k] == 0) continue;
    const uint32_t site = program.branch_sites[k];
    const Site& s = program.sites[site];
    if (s.serves_printf) continue;
    const ptx::Instruction& instruction = program.module->functions[s.function].body[s.index];
    const Counter counter = ptx::is(instruction, ptx::Family::branch) ? Counter::branches_divergent
                            : ptx::is(instruction, ptx::Family::hint)
                                ? Counter::weighted_instructions
                                : Counter::barriers;
    at(site)[counter] += slots.branches[k];
  }
  for (size_t k = 0; k < program.memory_sites.size(); ++k) {
    const MemorySite& m = program.memory_sites[k];
    const auto& n = slots.memory[k];
    if (n.requests == 0 || program.sites[m.site].serves_printf) continue;
    for (const MemoryCounters& row : kMemory) {
      if (row.space != m.space || row.kind != m.kind) continue;
      Counters& c = at(m.site);
      const auto add = [&](Counter counter, uint64_t amount) {
        if (counter != kNone) c[counter] += amount;
      };
      add(row.requests, n.requests);
      add(row.units, n.units);
      add(row.bytes, n.bytes);
      add(row.conflicts, n.units - n.ideal);
    }
  }
  for (auto& [line, counters] : report.lines) fill_sums(counters);
  for (const auto& [line, counters] : report.lines) report.total += counters;
  report.total[Counter::busiest_warp] = slots.busiest_warp;
  report.total[Counter::busiest_block] = slots.busiest_block;
}

}  // namespace warplab::sim
