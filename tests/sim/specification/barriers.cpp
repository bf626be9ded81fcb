// bar and barrier: the threads of a block wait for each other. PTX ISA 9.0, section 9.7.13.
#include <utility>

#include "specification/machine.hpp"

namespace warplab::specification {
namespace {

bool can_complete(const Block& block, const Barrier& barrier) {
  if (barrier.arrived == 0) return false;
  if (barrier.expected) return barrier.arrived + barrier.absent >= *barrier.expected;
  return barrier.arrived + block.exited >= block.threads;
}

// Lets those go who wait.
void complete(Machine& m, Block& block, unsigned number) {
  const Barrier barrier = std::exchange(block.barriers[number], {});
  for (Warp& warp : block.warps) {
    const auto before = warp.running;
    for (Waiting& w : warp.waiting) {
      if (w.barrier != static_cast<int>(number)) continue;
      warp.running = w.split;
      const ptx::Instruction& i = m.instruction(warp);
      if (i.has("red")) {
        const Bits result = i.has("and")  ? barrier.predicate_true == barrier.arrived
                            : i.has("or") ? barrier.predicate_true != 0
                                          : Bits{barrier.predicate_true};
        for_lanes(w.split.lanes, [&](unsigned l) {
          m.write(warp, l, i.operands[0], result, i.has("popc") ? ptx::Type::u32 : ptx::Type::pred);
        });
      }
      go_on(warp);
      warp.ready.push_back(*warp.running);
      warp.spins = 0;
      warp.yielded = false;
    }
    warp.running = before;
    std::erase_if(warp.waiting,
                  [&](const Waiting& w) { return w.barrier == static_cast<int>(number); });
  }
}

// bar.sync a{, b}; bar.arrive a, b; bar.red.popc d, a{, b}, {!}c.
void arrive(Machine& m, Warp& warp, const LaneSet& active) {
  if (m.instruction(warp).has("warp")) return wait_for_members(m, warp, active);
  if (!m.hold_back_unguarded(warp, active)) return;
  Split& s = *warp.running;
  Block& block = *warp.block;
  const ptx::Instruction& i = m.instruction(warp);
  const bool reduces = i.has("red");
  const size_t first = reduces ? 1 : 0, last = i.operands.size() - (reduces ? 1 : 0);
  const auto operand = [&](unsigned lane, size_t k) {
    return static_cast<uint64_t>(m.read(warp, lane, i.operands[k], ptx::Type::u32));
  };
  const unsigned leader = first_lane(s.lanes);
  LaneSet same = s.lanes;
  for_lanes(s.lanes, [&](unsigned l) {
    for (size_t k = first; k < last; ++k) same[l] = same[l] && operand(l, k) == operand(leader, k);
  });
  if (same != s.lanes && (i.opcode == "bar" || i.has("aligned")))
    return m.stop(warp, FindingKind::undefined_behavior);
  m.split_off(warp, same);
  const uint64_t number = operand(leader, first);
  if (number >= block.barriers.size()) return m.stop(warp, FindingKind::trap);
  Barrier& barrier = block.barriers[number];
  if (last - first > 1) {
    const uint64_t named = operand(leader, first + 1);
    const bool differs = barrier.arrived > 0 && barrier.expected && *barrier.expected != named;
    if (named == 0 || named > block.warps.size() * kLanes || named % kLanes != 0 || differs)
      return m.stop(warp, FindingKind::undefined_behavior);
    barrier.expected = named;
  }
  m.count(warp, Counter::barriers, 1);
  const size_t existing = warp.existing.count();
  if (existing < kLanes && s.lanes[existing - 1]) barrier.absent = kLanes - existing;
  barrier.arrived += s.lanes.count();
  if (reduces)
    for_lanes(s.lanes, [&](unsigned l) {
      barrier.predicate_true += m.read(warp, l, i.operands.back(), ptx::Type::pred) != 0;
    });
  const bool waits = !i.has("arrive");
  if (waits) {
    warp.waiting.push_back({s, static_cast<int>(number), {}});
    warp.running.reset();
  } else {
    go_on(warp);
  }
  if (can_complete(block, barrier)) complete(m, block, static_cast<unsigned>(number));
  if (waits) next_split(warp);
}

constexpr ExecuteRow kRows[] = {{"bar", arrive}, {"barrier", arrive}};

}  // namespace

std::span<const ExecuteRow> barrier_rows() { return kRows; }

// Of barriers that all awaited threads have reached or left. True: there was one.
bool Machine::complete_barriers(Block& block) {
  bool completed = false;
  for (unsigned n = 0; n < block.barriers.size(); ++n) {
    if (!can_complete(block, block.barriers[n])) continue;
    complete(*this, block, n);
    completed = true;
  }
  return completed;
}

}  // namespace warplab::specification
