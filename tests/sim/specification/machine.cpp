// The turns of blocks and warps, and what is counted.
#include "specification/machine.hpp"

#include <algorithm>
#include <utility>

#include "sim/work.hpp"

namespace warplab::specification {
namespace {

// Requests, then what each of them takes.
using C = Counter;
constexpr Counter kGlobal[][3] = {
    {C::global_load_requests, C::global_load_sectors, C::global_load_bytes},
    {C::global_store_requests, C::global_store_sectors, C::global_store_bytes},
    {C::global_atomic_requests, C::global_atomic_sectors, C::global_atomic_bytes}};
constexpr Counter kShared[][3] = {
    {C::shared_load_requests, C::shared_load_wavefronts, C::shared_load_bank_conflicts},
    {C::shared_store_requests, C::shared_store_wavefronts, C::shared_store_bank_conflicts},
    {C::shared_atomic_requests, C::shared_atomic_wavefronts, C::shared_atomic_bank_conflicts}};

}  // namespace

unsigned first_lane(const LaneSet& lanes) {
  unsigned lane = 0;
  while (lane + 1 < kLanes && !lanes[lane]) ++lane;
  return lane;
}

void Machine::find(const Warp& warp, FindingKind kind) {
  found.insert({kind, kernel->lines[warp.running->pc]});
}

// The launch cannot go on.
void Machine::stop(const Warp& warp, FindingKind kind) {
  find(warp, kind);
  stopped = true;
}

void Machine::count(const Warp& warp, Counter counter, uint64_t amount) {
  counted.total[counter] += amount;
  counted.lines[kernel->lines[warp.running->pc]][counter] += amount;
}

// Lanes whose access was refused count too: the instruction asked for them.
void Machine::count_access(const Warp& warp, const Places& places, unsigned bytes,
                           AccessKind kind) {
  const auto k = static_cast<size_t>(kind);
  std::map<ptx::Space, LaneAddresses> by_memory;
  for (const auto& [lane, place] : places) by_memory[place.space][lane] = place.address;
  for (const auto& [space, lanes] : by_memory) {
    if (space == ptx::Space::global) {
      count(warp, kGlobal[k][0], 1);
      count(warp, kGlobal[k][1], distinct_sectors(lanes, bytes));
      count(warp, kGlobal[k][2], uint64_t{bytes} * lanes.size());
    } else if (space == ptx::Space::shared) {
      const BankCost cost = kind == AccessKind::atomic  ? atomic_bank_cost(lanes, bytes)
                            : kind == AccessKind::store ? store_bank_cost(lanes, bytes)
                                                        : load_bank_cost(lanes, bytes);
      count(warp, kShared[k][0], 1);
      count(warp, kShared[k][1], cost.wavefronts);
      count(warp, kShared[k][2], cost.wavefronts - cost.ideal);
    } else if (space == ptx::Space::local) {
      const bool loads = kind == AccessKind::load;
      count(warp, loads ? C::local_load_requests : C::local_store_requests, 1);
      count(warp, loads ? C::local_load_sectors : C::local_store_sectors,
            distinct_local_sectors(lanes, bytes));
    } else if (kind == AccessKind::load) {
      count(warp, C::param_requests, 1);
    }
  }
}

// One block after the other, each until it ends or spins; those that spin come round again.
void Machine::run(const sim::Launch& of) {
  launch = &of;
  counted = {};
  begin_launch();
  const uint64_t count = launch->grid.volume();
  std::deque<std::unique_ptr<Block>> suspended;
  for (uint64_t next = 0; !stopped && (next < count || !suspended.empty());) {
    std::unique_ptr<Block> block;
    if (next < count) {
      block = start_block(next++);
    } else {
      block = std::move(suspended.front());
      suspended.pop_front();
    }
    if (!run_block(*block)) {
      if (observer) observer->block_waits(number, block->linear);
      suspended.push_back(std::move(block));
      continue;
    }
    if (stopped) break;
    uint64_t of_block = 0, &busiest = counted.total[Counter::busiest_warp];
    for (const Warp& warp : block->warps) {
      of_block += warp.instructions;
      busiest = std::max(busiest, warp.instructions);
    }
    counted.total[Counter::busiest_block] =
        std::max(counted.total[Counter::busiest_block], of_block);
  }
  counted.completed = !stopped;
  fill_sums(counted.total);
  for (auto& [line, counters] : counted.lines) fill_sums(counters);
  report.launches.push_back(std::move(counted));
}

std::unique_ptr<Block> Machine::start_block(uint64_t linear) const {
  auto block = std::make_unique<Block>();
  block->linear = linear;
  block->position = position_of(linear, launch->grid);
  block->threads = launch->block.volume();
  block->shared.resize(shared.window_bytes);
  block->warps.resize((block->threads + kLanes - 1) / kLanes);
  for (size_t w = 0; w < block->warps.size(); ++w) {
    Warp& warp = block->warps[w];
    warp.block = block.get();
    warp.first_thread = static_cast<uint32_t>(w * kLanes);
    for (unsigned l = 0; l < kLanes && warp.first_thread + l < block->threads; ++l) {
      warp.existing.set(l);
      warp.registers[l].resize(kernel->parsed->registers.size());
    }
    warp.ready.push_back({0, warp.existing, nullptr});
  }
  return block;
}

bool Machine::run_block(Block& block) {
  while (true) {
    bool progress = false;
    for (Warp& warp : block.warps) {
      if (!warp.can_run()) continue;
      warp.yielded = false;
      if (!warp.running) next_split(warp);
      while (warp.running && !warp.yielded && !stopped) step(warp);
      if (stopped) return true;
      progress |= !warp.yielded;
    }
    if (!after_round(block)) return true;
    if (!progress) return false;
  }
}

// After every warp had its turn: false when the block has ended.
bool Machine::after_round(Block& block) {
  if (block.exited == block.threads) return false;
  if (complete_barriers(block)) return true;
  if (std::ranges::any_of(block.warps, &Warp::can_run)) return true;
  bool released = false;
  for (Warp& warp : block.warps)
    for (const Waiting& w : warp.waiting) released |= release_waiting(warp, w.split.reconvergence);
  if (released) return true;
  // Lanes that wait for members of their mask, which never come, go ahead without them.
  for (Warp& warp : block.warps)
    for (auto w = warp.waiting.begin(); w != warp.waiting.end(); ++w) {
      if (w->barrier != kMembers) continue;
      w->split.alone = true;
      found.insert({FindingKind::barrier_divergence, kernel->lines[w->split.pc]});
      warp.ready.push_front(w->split);
      warp.waiting.erase(w);
      return true;
    }
  for (const Warp& warp : block.warps)
    for (const Waiting& w : warp.waiting)
      found.insert({FindingKind::deadlock, kernel->lines[w.split.pc]});
  stopped = true;
  return false;
}

// One instruction of the running split, which is counted when its lanes first come to it.
void Machine::step(Warp& warp) {
  if (!arrive_where_due(warp)) return;
  Split& s = *warp.running;
  const Function& f = *kernel;
  const ptx::Instruction& i = instruction(warp);
  if (!s.counted) {
    const ptx::BasicBlock& block = f.flow.blocks[f.flow.block_of[s.pc]];
    if (block.first == s.pc) warp.steps += block.last - block.first;
    if (++warp.instructions > options.max_work_per_warp) return stop(warp, FindingKind::step_limit);
    count(warp, Counter::warp_instructions, 1);
    count(warp, Counter::thread_instructions, s.lanes.count());
    if (i.opcode == "shfl") count(warp, Counter::warp_exchanges, 1);
    if (i.opcode == "vote") count(warp, Counter::warp_votes, 1);
    count(warp, Counter::weighted_instructions, sim::weight_of(module, i));
    s.counted = true;
    if (observer)
      observer->instruction({number, warp.block->linear, warp.first_thread / kLanes, f.number, s.pc,
                             static_cast<uint32_t>(s.lanes.to_ulong()), warp.block->shared,
                             [&](uint32_t reg, unsigned lane, unsigned word) {
                               const auto& registers = warp.registers[lane];
                               return reg < registers.size()
                                          ? static_cast<uint64_t>(registers[reg] >> (64 * word))
                                          : 0;
                             }});
  }
  f.executes[s.pc](*this, warp, guarded(warp));
}

}  // namespace warplab::specification
