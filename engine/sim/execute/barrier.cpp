#include "sim/execute/barrier.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/observe/observer.hpp"

namespace warplab::sim {
namespace {

BarrierKind kind_of(const Inst* i) { return static_cast<BarrierKind>(i->flags & kBarrierKindMask); }

void write_result(const Barrier& barrier, const Split& split, const Inst* i) {
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

void report_divergence(Block& block, Warp& w, const Split& split, uint32_t site, std::string text) {
  RawFinding f;
  f.kind = FindingKind::barrier_divergence;
  f.site = site;
  f.block = block.linear;
  f.thread = w.first_thread + static_cast<uint32_t>(std::countr_zero(split.mask));
  f.count = 1;
  f.text = std::move(text);
  w.runner->report(std::move(f));
}

void complete(Block& block, int number) {
  Barrier& barrier = block.barriers[number];
  if (Observer* observer = block.warps[0]->runner->launch->observer)
    observer->barrier_completes(
        block, static_cast<uint32_t>(number),
        barrier.expected == 0 || barrier.arrived + block.exited >= block.threads);
  const Inst* first = nullptr;
  for (Warp* w : block.warps) {
    for (size_t k = 0; k < w->waiting.size();) {
      Split s = w->waiting[k];
      if (s.barrier != number) {
        ++k;
        continue;
      }
      const Inst* i = s.pc - 1;
      if (first == nullptr) {
        first = i;
        if (barrier.expected == 0 && block.exited_after_storing != 0) {
          const uint32_t n = block.exited_after_storing;
          report_divergence(
              block, *w, s, i->site,
              fmt::format("{} thread{} of the block ended without reaching this barrier", n,
                          n == 1 ? "" : "s"));
        }
      } else if (i != first && barrier.expected == 0) {
        const auto& sites = w->runner->launch->program->sites;
        if (sites[i->site].line != sites[first->site].line)
          report_divergence(
              block, *w, s, i->site,
              fmt::format("other threads of the block wait at the barrier of line {} instead",
                          sites[first->site].line));
      }
      write_result(barrier, s, i);
      s.barrier = -1;
      w->ready.push_back(s);
      w->spins = 0;
      w->yielded = false;
      w->waiting.erase(w->waiting.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }
  // Threads that exited do not communicate any more, so everybody still alive has passed.
  if (barrier.expected == 0 && block.tracking.enabled) {
    if (block.tracking.epoch == kLastSharedEpoch) {
      std::ranges::fill(block.tracking.writer, 0);
      std::ranges::fill(block.tracking.reader, 0);
      block.tracking.epoch = block.tracking.first_epoch = 0;
    }
    block.tracking.epoch += 1;
  }
  barrier = {};
}

bool can_complete(const Block& block, const Barrier& b) {
  if (b.arrived == 0) return false;
  return b.expected ? b.arrived >= b.expected : b.arrived + block.exited >= block.threads;
}

}  // namespace

bool complete_barriers(Block& block) {
  bool any = false;
  for (int n = 0; n < 16; ++n)
    if (can_complete(block, block.barriers[n])) complete(block, n), any = true;
  return any;
}

const Inst* block_barrier(Warp& w, const Inst* i) {
  Block& block = *w.block;
  const auto lane = static_cast<unsigned>(std::countr_zero(w.mask));
  const uint32_t number = w.at<uint32_t>(i->a)[lane];
  if (number >= 16)
    return stop_with(w, i, FindingKind::trap, w.mask,
                     fmt::format("uses barrier {}; there are 16, numbered from 0", number));
  w.runner->counters.branches[i->aux] += 1;
  Barrier& barrier = block.barriers[number];
  if (i->b != kNowhere) barrier.expected = w.at<uint32_t>(i->b)[lane];
  barrier.arrived += static_cast<uint32_t>(std::popcount(w.mask));
  if (i->c != kNowhere) {
    const uint32_t p = w.predicate(i->c) ^ (i->flags & kBarrierPredicateNegated ? ~0u : 0u);
    barrier.predicate_true += static_cast<uint32_t>(std::popcount(p & w.mask));
  }
  w.stored_since_barrier &= ~w.mask;
  if (Observer* observer = w.runner->launch->observer)
    observer->barrier_arrives(w, w.mask, number, kind_of(i) != BarrierKind::arrive);
  if (kind_of(i) == BarrierKind::arrive) {
    if (can_complete(block, barrier)) complete(block, static_cast<int>(number));
    return i + 1;
  }
  w.waiting.push_back({i + 1, w.mask, w.frame, w.merge, static_cast<int>(number)});
  if (can_complete(block, barrier)) complete(block, static_cast<int>(number));
  return next_split(w);
}

bool gather_members(Warp& w, const Inst* i, uint32_t members) {
  if (w.ungathered) [[unlikely]] {
    w.ungathered = false;
    return true;
  }
  const uint32_t needed = members & w.lanes & ~w.exited;
  if ((needed & ~w.mask) == 0) return true;
  // Others of the members may wait already: at this instruction or, for bar.warp.sync, at any other
  // with the same mask.
  const auto is_here = [&](const Split& s) { return s.pc == i && s.frame == w.frame; };
  const auto is_partner = [&](const Split& s) {
    if (s.barrier != kWarpBarrier) return false;
    return is_here(s) ||
           (i->run == warp_barrier && s.pc->run == warp_barrier && s.members == members);
  };
  uint32_t here = w.mask;
  for (const Split& s : w.waiting)
    if (is_partner(s)) here |= s.mask;
  if (needed & ~here) {
    w.waiting.push_back({i, w.mask, w.frame, w.merge, kWarpBarrier, members});
    return false;
  }
  // All have come: those at this instruction execute it as one; of them those from another merge
  // point part again behind it.
  const Merge* own = w.merge;
  for (size_t k = 0; k < w.waiting.size();) {
    Split s = w.waiting[k];
    if (!is_partner(s)) {
      ++k;
      continue;
    }
    w.waiting.erase(w.waiting.begin() + static_cast<std::ptrdiff_t>(k));
    if (is_here(s)) {
      w.mask |= s.mask;
      if (s.merge != own) w.parting.push_back(s);
    } else {
      s.pc += 1;
      s.barrier = -1;
      w.ready.push_back(s);
    }
  }
  return true;
}

const Inst* warp_barrier(Warp& w, const Inst* i) {
  const auto lane = static_cast<unsigned>(std::countr_zero(w.mask));
  const bool waited_in_vain = w.ungathered;
  if (!gather_members(w, i, w.at<uint32_t>(i->a)[lane])) return next_split(w);
  if (Observer* observer = w.runner->launch->observer) {
    // Lanes that name other members synchronise with those alone.
    const uint32_t* members = w.at<uint32_t>(i->a);
    for (uint32_t left = w.mask; left;) {
      const uint32_t named = members[std::countr_zero(left)];
      uint32_t together = 0;
      for (uint32_t m = left; m; m &= m - 1)
        if (members[std::countr_zero(m)] == named) together |= 1u << std::countr_zero(m);
      // Those of the first lane's mask have all come, some of them perhaps elsewhere in the code.
      const bool all_came = !waited_in_vain && (together >> lane & 1);
      observer->warp_barrier(w, all_came ? named & w.lanes & ~w.exited : together & named);
      left &= ~together;
    }
  }
  return after_gathering(w, i + 1);
}

const Inst* after_gathering(Warp& w, const Inst* next) {
  if (w.parting.empty()) [[likely]]
    return next;
  for (Split s : w.parting) {
    w.mask &= ~s.mask;
    s.pc = next;
    s.barrier = -1;
    w.ready.push_back(s);
  }
  w.parting.clear();
  return next;
}

bool give_up_gathering(Warp& w) {
  for (size_t k = 0; k < w.waiting.size(); ++k) {
    const Split s = w.waiting[k];
    if (s.barrier != kWarpBarrier) continue;
    report_divergence(*w.block, w, s, s.pc->site,
                      "it names lanes in its mask that do not reach it");
    w.waiting.erase(w.waiting.begin() + static_cast<std::ptrdiff_t>(k));
    w.ungathered = true;
    w.ready.push_front({s.pc, s.mask, s.frame, s.merge, -1});
    return true;
  }
  return false;
}

}  // namespace warplab::sim
