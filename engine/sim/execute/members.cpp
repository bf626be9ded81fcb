#include "sim/execute/members.hpp"

#include <fmt/format.h>

#include "sim/execute/barrier.hpp"
#include "sim/execute/tell.hpp"

namespace warplab::sim {

const uint32_t* named_masks(const Warp& w, const Frame* frame, const Record* i) {
  const Place p = place_of_masks(i);
  const std::byte* base = p & kConstantPlace ? w.base[1] : frame->registers;
  return reinterpret_cast<const uint32_t*>(base + (p & ~kConstantPlace));
}

namespace {

uint32_t alive(const Warp& w) { return w.lanes & ~w.exited; }

// Of `lanes`, those that name `mask`.
uint32_t naming(const uint32_t* masks, uint32_t lanes, uint32_t mask) {
  uint32_t same = 0;
  for (uint32_t m = lanes; m; m &= m - 1) {
    const int l = std::countr_zero(m);
    same |= static_cast<uint32_t>(masks[l] == mask) << l;
  }
  return same;
}

void report(Warp& w, const Record* i, FindingKind kind, uint32_t lanes, std::string text) {
  RawFinding f;
  f.kind = kind;
  f.site = i->site;
  f.block = w.block->linear;
  f.thread = w.first_thread + static_cast<uint32_t>(std::countr_zero(lanes));
  f.count = static_cast<uint64_t>(std::popcount(lanes));
  f.text = std::move(text);
  w.runner->report(std::move(f));
}

}  // namespace

Place place_of_masks(const Record* i) {
  return i->run == warp_barrier ? i->a : static_cast<Place>(i->imm);
}

bool gather_members(Warp& w, const Record* i) {
  if (w.ungathered) [[unlikely]]
    return true;
  const auto is_here = [&](const Split& s) { return s.pc == i && s.frame == w.frame; };
  // bar.warp.sync only asks that the others are at any bar.warp.sync.
  const auto can_join = [&](const Split& s) {
    if (s.barrier != kWarpBarrier) return false;
    return is_here(s) || (i->run == warp_barrier && s.pc->run == warp_barrier);
  };
  // Lanes that name masks, at this instruction or another.
  struct Part {
    const uint32_t* masks;
    uint32_t lanes;
  };
  // Splits that join bring lanes that wait for others in turn.
  uint32_t here = w.mask, awaited = 0;
  std::vector<bool> joins(w.waiting.size());
  std::vector<Part> parts{{named_masks(w, w.frame, i), w.mask}};
  for (size_t p = 0; p < parts.size(); ++p)
    for (uint32_t left = parts[p].lanes; left;) {
      const uint32_t* masks = parts[p].masks;
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      const uint32_t named = masks[lane];
      left &= ~(naming(masks, left, named) | 1u << lane);
      if (!(named >> lane & 1)) continue;  // waits for nobody
      awaited |= named;
      for (size_t k = 0; k < w.waiting.size(); ++k) {
        const Split& s = w.waiting[k];
        if (joins[k] || (s.mask & named & ~here) == 0 || !can_join(s)) continue;
        const uint32_t* theirs = named_masks(w, s.frame, s.pc);
        if (naming(theirs, s.mask & named, named) == 0) continue;
        joins[k] = true;
        here |= s.mask;
        parts.push_back({theirs, s.mask});
      }
    }
  if (awaited & alive(w) & ~here) {
    w.waiting.push_back({i, w.mask, w.frame, w.merge, kWarpBarrier, i});
    return false;
  }
  if (Observer* observer = w.block->observed_by->barriers; observer && i->run == warp_barrier) {
    uint32_t done = 0;
    for (const Part& first : parts)
      for (uint32_t left = first.lanes & ~done; left; left &= ~done) {
        const auto lane = static_cast<unsigned>(std::countr_zero(left));
        const uint32_t named = first.masks[lane];
        uint32_t together = 1u << lane;
        if (named >> lane & 1)
          for (const Part& p : parts) together |= naming(p.masks, p.lanes & named, named);
        observer->warp_barrier({place_of(w, i), w, together});
        done |= together;
      }
  }
  // All have come: those at this instruction execute it as one; of them those from another merge
  // point part again behind it.
  w.met = 0;
  const Merge* own = w.merge;
  size_t kept = 0;
  for (size_t k = 0; k < w.waiting.size(); ++k) {
    Split s = w.waiting[k];
    if (!joins[k]) {
      w.waiting[kept++] = s;
    } else if (is_here(s)) {
      w.mask |= s.mask;
      if (s.merge != own) w.parting.push_back(s);
    } else {
      s.pc += 1;
      s.barrier = -1;
      w.ready.push_back(s);
    }
  }
  w.waiting.resize(kept);
  return true;
}

MemberGroups member_groups(Warp& w, const Record* i) {
  const bool given_up = w.ungathered;
  w.ungathered = false;
  MemberGroups groups;
  const uint32_t* masks = named_masks(w, w.frame, i);
  for (uint32_t left = w.mask; left;) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const uint32_t named = masks[lane];
    if (!(named >> lane & 1)) {
      report(w, i, FindingKind::undefined_behavior, 1u << lane,
             fmt::format("calls a warp function with the mask {:#010x}, which leaves out the "
                         "calling lane, {}: every lane that calls must be in its own mask",
                         named, lane));
      groups.lanes[groups.count++] = 1u << lane;
      left &= left - 1;
      continue;
    }
    const uint32_t together = naming(masks, left & named, named);
    // Others of the mask name another one. (Where lanes were given up, that has been said.)
    if (const uint32_t others = named & w.mask & ~together; others && !given_up) {
      const int other = std::countr_zero(others);
      report(w, i, FindingKind::undefined_behavior, together,
             fmt::format("calls a warp function with the mask {:#010x} while lane {} of that mask "
                         "calls it with {:#010x}: all lanes of a mask must name the same mask",
                         named, other, masks[other]));
    }
    groups.lanes[groups.count++] = together;
    left &= ~together;
  }
  return groups;
}

const Record* after_gathering(Warp& w, const Record* next) {
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

void wake_gathering(Warp& w) {
  size_t kept = 0;
  for (size_t k = 0; k < w.waiting.size(); ++k) {
    Split s = w.waiting[k];
    if (s.barrier != kWarpBarrier) {
      w.waiting[kept++] = s;
      continue;
    }
    s.barrier = -1;
    w.ready.push_back(s);
  }
  w.waiting.resize(kept);
}

bool give_up_gathering(Warp& w) {
  for (size_t k = 0; k < w.waiting.size(); ++k) {
    const Split s = w.waiting[k];
    if (s.barrier != kWarpBarrier) continue;
    report(w, s.pc, FindingKind::barrier_divergence, s.mask,
           "it names lanes in its mask that do not reach it");
    w.waiting.erase(w.waiting.begin() + static_cast<std::ptrdiff_t>(k));
    w.ungathered = true;
    w.ready.push_front({s.pc, s.mask, s.frame, s.merge, -1, s.pc});
    return true;
  }
  return false;
}

}  // namespace warplab::sim
