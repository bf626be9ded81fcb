#include "specification/block_barriers.hpp"

#include <fmt/format.h>

#include "sim/left_barrier.hpp"

namespace warplab::sim::plain {

// bar.sync a{, b}; bar.arrive a, b; bar.red.popc d, a{, b}, {!}c.
void BlockBarriers::arrive(Warp& warp, const LaneSet& active) {
  if (!splits_.hold_back_unguarded(warp, active)) return;
  Split& s = *warp.running;
  Block& block = *warp.block;
  const ptx::Instruction& i = instruction(warp);
  unsigned lane = 0;
  while (!s.lanes[lane]) ++lane;
  const bool reduces = i.has("red");
  const size_t first = reduces ? 1 : 0;
  const size_t last = i.operands.size() - (reduces ? 1 : 0);
  const auto number =
      static_cast<uint64_t>(operands_.read(warp, lane, i.operands[first], ptx::Type::u32));
  LaneSet same;
  for (unsigned l = 0; l < kLanes; ++l) {
    same[l] = s.lanes[l];
    for (size_t k = first; k < last; ++k)
      same[l] = same[l] && operands_.read(warp, l, i.operands[k], ptx::Type::u32) ==
                               operands_.read(warp, lane, i.operands[k], ptx::Type::u32);
  }
  if (same != s.lanes) {
    if (i.opcode == "bar" || i.has("aligned"))
      return complaints_.stop(warp, FindingKind::undefined_behavior, s.lanes & ~same, s.pc,
                              other_barrier_of_warp());
    splits_.part(warp, s.pc + 1, s.lanes);
    Split others = s;
    others.lanes &= ~same;
    warp.ready.push_back(others);
    s.lanes = same;
  }
  if (number >= block.barriers.size())
    return complaints_.stop(warp, FindingKind::trap, s.lanes, s.pc,
                            fmt::format("uses barrier {}; there are 16, numbered from 0", number));
  Barrier& barrier = block.barriers[number];
  if (last - first > 1) {
    const auto named =
        static_cast<uint64_t>(operands_.read(warp, lane, i.operands[first + 1], ptx::Type::u32));
    const uint64_t lanes_of_block = block.warps.size() * kLanes;
    if (named == 0 || named > lanes_of_block || named % kLanes != 0)
      return complaints_.stop(
          warp, FindingKind::undefined_behavior, s.lanes, s.pc,
          fmt::format("waits at a barrier for {} threads; the number must be a multiple of "
                      "32, more than 0 and at most the {} of the block{}",
                      named, block.threads, lanes_of_block == block.threads ? "" : ", rounded up"));
    if (barrier.arrived > 0 && barrier.expected && *barrier.expected != named)
      return complaints_.stop(
          warp, FindingKind::undefined_behavior, s.lanes, s.pc,
          fmt::format("waits at barrier {} for {} threads while others wait there for {}: "
                      "all must name the same number",
                      number, named, *barrier.expected));
    barrier.expected = named;
  }
  tally_.count(warp, Counter::barriers, 1);
  const uint64_t existing = warp.existing.count();
  if (existing < kLanes && s.lanes[existing - 1]) barrier.absent = kLanes - existing;
  barrier.arrived += s.lanes.count();
  warp.stored &= ~s.lanes;
  if (reduces)
    for (unsigned l = 0; l < kLanes; ++l)
      if (s.lanes[l] && operands_.read(warp, l, i.operands.back(), ptx::Type::pred) != 0)
        ++barrier.predicate_true;
  const bool waits = !i.has("arrive");
  if (waits) {
    warp.waiting.push_back({s, static_cast<int>(number), {}});
    warp.running.reset();
  } else {
    splits_.go_on(warp);
  }
  if (can_complete(block, barrier)) complete_barrier(block, static_cast<unsigned>(number));
  if (waits) splits_.next_split(warp);
}

bool BlockBarriers::can_complete(const Block& block, const Barrier& barrier) {
  if (barrier.arrived == 0) return false;
  if (barrier.expected) return barrier.arrived + barrier.absent >= *barrier.expected;
  return barrier.arrived + block.exited >= block.threads;
}

void BlockBarriers::complete_barrier(Block& block, unsigned number) {
  const Barrier barrier = block.barriers[number];
  if (!barrier.expected) left_.report_barriers(block, number);
  block.barriers[number] = {};
  for (Warp& warp : block.warps) {
    std::vector<Waiting> still_waiting;
    for (Waiting& w : warp.waiting) {
      if (w.barrier != static_cast<int>(number)) {
        still_waiting.push_back(w);
        continue;
      }
      const auto before = warp.running;
      warp.running = w.split;
      const ptx::Instruction& i = instruction(warp);
      if (i.has("red")) {
        Bits result = barrier.predicate_true;
        if (i.has("and")) result = barrier.predicate_true == barrier.arrived;
        if (i.has("or")) result = barrier.predicate_true != 0;
        const ptx::Type type = i.has("popc") ? ptx::Type::u32 : ptx::Type::pred;
        for (unsigned l = 0; l < kLanes; ++l)
          if (w.split.lanes[l]) operands_.write(warp, l, i.operands[0], result, type);
      }
      splits_.go_on(warp);
      warp.ready.push_back(*warp.running);
      warp.running = before;
      warp.spins = 0;
      warp.yielded = false;
    }
    warp.waiting = std::move(still_waiting);
  }
}

bool BlockBarriers::complete_all(Block& block) {
  bool completed = false;
  for (unsigned n = 0; n < block.barriers.size(); ++n)
    if (can_complete(block, block.barriers[n])) {
      complete_barrier(block, n);
      completed = true;
    }
  return completed;
}

}  // namespace warplab::sim::plain
