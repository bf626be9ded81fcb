#include "sim/execute/barrier.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/execute/control.hpp"
#include "sim/execute/late_writes.hpp"
#include "sim/execute/left_barriers.hpp"
#include "sim/execute/members.hpp"
#include "sim/execute/reconvergence.hpp"
#include "sim/execute/stop.hpp"
#include "sim/execute/tell.hpp"
#include "sim/left_barrier.hpp"
#include "sim/state/warp_clocks.hpp"

namespace warplab::sim {
namespace {

BarrierKind kind_of(const MicroOp* i) {
  return static_cast<BarrierKind>(i->flags & kBarrierKindMask);
}

void write_result(const Barrier& barrier, const Split& split, const MicroOp* i) {
  const BarrierKind kind = kind_of(i);
  if (kind == BarrierKind::sync || kind == BarrierKind::arrive || i->d == kNowhere) return;
  std::byte* place = split.frame->registers + i->d;
  if (kind == BarrierKind::red_popc) {
    auto* d = reinterpret_cast<uint32_t*>(place);
    for (unsigned l = 0; l < kLanes; ++l)
      if (split.mask >> l & 1) d[l] = barrier.predicate_true;
    return;
  }
  const bool value = kind == BarrierKind::red_and ? barrier.predicate_true == barrier.arrived
                                                  : barrier.predicate_true != 0;
  auto& d = *reinterpret_cast<uint32_t*>(place);
  d = value ? d | split.mask : d & ~split.mask;
}

void report_divergence(Block& block, Warp& w, const Split& split, uint32_t site, Told told,
                       uint32_t other_site = 0) {
  RawFinding f;
  f.kind = FindingKind::barrier_divergence;
  f.site = site;
  f.block = block.linear;
  f.thread = w.first_thread + static_cast<uint32_t>(std::countr_zero(split.mask));
  f.count = 1;
  f.other_site = other_site;
  f.other_block = block.linear;
  f.told = std::move(told);
  w.runner->report(std::move(f));
}

// All threads of the block have waited for each other: the cheap check begins anew.
void all_have_met(Block& block) {
  SharedTracking& t = block.tracking;
  if (!t.enabled) return;
  t.epoch = std::max(t.epoch, t.last_clock);
  if (t.epoch == kLastSharedEpoch) {
    std::ranges::fill(t.writer, 0);
    std::ranges::fill(t.reader, 0);
    t.epoch = t.first_epoch = t.last_clock = 0;
    for (Warp* const w : block.warps) w->shared_clock = 0;
    block.objects.forget_clocks();
    if (t.clocks) t.clocks->forget_clocks();
  }
  t.epoch += 1;
}

// Of a part of the block, any warps that come first complete it: where now these have met and now
// those, others might in another order.
void note_who_met(Block& block, int number, const Warp& w, const MicroOp* i) {
  const Barrier& barrier = block.barriers[number];
  uint32_t& before = block.met_before[number];
  if (barrier.expected == 0 || barrier.expected >= block.threads) return;
  if (before != 0 && before != barrier.warps)
    w.runner->mixed_barrier = std::min(w.runner->mixed_barrier, i->site);
  before = barrier.warps;
}

void complete(Block& block, int number) {
  block.wakes += 1;
  Barrier& barrier = block.barriers[number];
  // One that names how many it waits for does not wait for threads that have ended, and so orders
  // nothing that they have done.
  if (Observer* observer = block.observed_by->barriers)
    observer->barrier_completes({block.linear, block, static_cast<uint32_t>(number),
                                 barrier.expected == 0 || barrier.arrived >= block.threads});
  const MicroOp* first = nullptr;
  uint32_t passed = 0;
  for (Warp* w : block.warps) {
    for (size_t k = 0; k < w->waiting.size();) {
      Split s = w->waiting[k];
      if (s.barrier != number) {
        ++k;
        continue;
      }
      const MicroOp* i = s.pc - 1;
      if (first == nullptr) {
        first = i;
        const uint32_t n =
            barrier.expected == 0 && block.exited != 0 ? report_left_barrier(block, s, i) : 0;
        if (n != 0) report_divergence(block, *w, s, i->site, ended_without_barrier(n));
      } else if (i != first && barrier.expected == 0) {
        const auto& sites = w->runner->launch->program->sites;
        report_divergence(block, *w, s, i->site,
                          other_barrier(sites[i->site].line, sites[first->site].line), first->site);
      }
      write_result(barrier, s, i);
      passed += static_cast<uint32_t>(std::popcount(s.mask));
      s.barrier = -1;
      w->ready.push_back(s);
      w->spins = 0;
      w->yielded = false;
      w->waiting.erase(k);
    }
    bring_together(*w);
  }
  // Threads that exited do not communicate any more, so everybody still alive has passed. So it is
  // where as many are named as the block has and all of them have waited: who only arrives may go
  // on, store something and be gone.
  const bool all = barrier.expected == 0 || passed >= block.threads;
  if (WarpClocks* const clocks = block.tracking.clocks.get())
    clocks->complete_barrier(block, static_cast<uint32_t>(number), all);
  if (all) all_have_met(block);
  if (LateWrites* const late = block.warps.front()->runner->launch->order.late) [[unlikely]]
    late->have_met(block);
  if (first != nullptr) note_who_met(block, number, *block.warps.front(), first);
  barrier = {};
}

// What threads have written before a barrier those see that come together there.
void publish_late_writes(const Warp& w) {
  if (LateWrites* const late = w.runner->launch->order.late) [[unlikely]]
    late->come_to_barrier(w, w.mask);
}

// Those that name the same barrier as `lane`, and the same number of threads.
uint32_t lanes_at_one_barrier(Warp& w, const MicroOp* i, unsigned lane) {
  const auto alike = [&](Place place) {
    const auto* named = w.at<uint32_t>(place);
    uint32_t lanes = 0;
    for (unsigned l = 0; l < kLanes; ++l) lanes |= uint32_t{named[l] == named[lane]} << l;
    return lanes;
  };
  return w.mask & alike(i->a) & (i->b == kNowhere ? ~0u : alike(i->b));
}

bool can_complete(const Block& block, const Barrier& b) {
  if (b.arrived == 0) return false;
  return b.expected ? b.arrived + b.absent >= b.expected
                    : b.arrived + block.exited >= block.threads;
}

}  // namespace

bool complete_barriers(Block& block) {
  bool any = false;
  for (int n = 0; n < 16; ++n)
    if (can_complete(block, block.barriers[n])) complete(block, n), any = true;
  return any;
}

const MicroOp* block_barrier(Warp& w, const MicroOp* i) {
  Block& block = *w.block;
  const auto lane = static_cast<unsigned>(std::countr_zero(w.mask));
  const uint32_t number = w.at<uint32_t>(i->a)[lane];
  if (const uint32_t same = lanes_at_one_barrier(w, i, lane); same != w.mask) {
    if (i->flags & kBarrierAligned)
      return stop_with(w, i, FindingKind::undefined_behavior, w.mask & ~same,
                       other_barrier_of_warp());
    const MicroOp* after = i + 1;
    if (!(w.reconvergence && w.reconvergence->at == after && w.reconvergence->frame == w.frame))
      w.reconvergence = new_reconvergence(w, after, w.frame, w.reconvergence, w.mask);
    w.ready.push_back({i, w.mask & ~same, w.frame, w.reconvergence, -1, i});
    w.mask = same;
  }
  if (number >= 16)
    return stop_with(w, i, FindingKind::trap, w.mask,
                     {say(Says::uses_barrier_beyond_16, number), say(Says::barriers_are_16)});
  Barrier& barrier = block.barriers[number];
  if (i->b != kNowhere) {
    const uint32_t count = w.at<uint32_t>(i->b)[lane];
    const uint32_t most = (block.threads + kLanes - 1) / kLanes * kLanes;
    if (count == 0 || count % kLanes != 0 || count > most)
      return stop_with(w, i, FindingKind::undefined_behavior, w.mask,
                       {say(Says::barrier_waits_for_odd_number, count),
                        say(most == block.threads ? Says::number_must_fit_block
                                                  : Says::number_must_fit_rounded_block,
                            block.threads)});
    if (barrier.arrived != 0 && barrier.expected != 0 && barrier.expected != count)
      return stop_with(w, i, FindingKind::undefined_behavior, w.mask,
                       {say(Says::barrier_numbers_differ, number, count, barrier.expected),
                        say(Says::name_same_number)});
    barrier.expected = count;
  }
  w.runner->counters.branches[i->slot] += 1;
  w.met = 0;
  publish_late_writes(w);
  // A warp counts whole, even where the block ends in the middle of it.
  if (w.lanes != ~0u && (w.mask >> (std::bit_width(w.lanes) - 1) & 1))
    barrier.absent = kLanes - static_cast<uint32_t>(std::popcount(w.lanes));
  barrier.arrived += static_cast<uint32_t>(std::popcount(w.mask));
  barrier.warps |= 1u << w.index % kLanes;
  if (i->c != kNowhere) {
    const uint32_t p = w.predicate(i->c) ^ (i->flags & kBarrierPredicateNegated ? ~0u : 0u);
    barrier.predicate_true += static_cast<uint32_t>(std::popcount(p & w.mask));
  }
  w.stored_since_barrier &= ~w.mask;
  if (Observer* observer = block.observed_by->barriers)
    observer->barrier_arrives(
        {place_of(w, i), w, w.mask, number, kind_of(i) != BarrierKind::arrive});
  if (WarpClocks* const clocks = block.tracking.clocks.get())
    clocks->arrive_at_barrier(w, number, kind_of(i) != BarrierKind::arrive);
  if (kind_of(i) == BarrierKind::arrive) {
    if (can_complete(block, barrier)) complete(block, static_cast<int>(number));
    return i + 1;
  }
  w.waiting.push_back({i + 1, w.mask, w.frame, w.reconvergence, static_cast<int>(number)});
  if (can_complete(block, barrier)) complete(block, static_cast<int>(number));
  return next_split(w);
}

void have_met(Warp& w, const MicroOp* i, uint32_t lanes) {
  if (Observer* const observer = w.block->observed_by->barriers)
    observer->warp_barrier({place_of(w, i), w, lanes});
  if (WarpClocks* const clocks = w.block->tracking.clocks.get()) clocks->meet_in_warp(w, lanes);
  if (LateWrites* const late = w.runner->launch->order.late) [[unlikely]]
    late->have_met(w, lanes);
}

const MicroOp* warp_barrier(Warp& w, const MicroOp* i) {
  publish_late_writes(w);
  if (is_one_group(w, i->a)) [[likely]] {
    w.met = 0;
    have_met(w, i, w.mask);
    return i + 1;
  }
  const bool given_up = w.ungathered;
  if (!gather_members(w, i)) return next_split(w);
  const MemberGroups groups = member_groups(w, i);
  if (given_up)
    for (unsigned g = 0; g < groups.count; ++g) have_met(w, i, groups.lanes[g]);
  return after_gathering(w, i + 1);
}

}  // namespace warplab::sim
