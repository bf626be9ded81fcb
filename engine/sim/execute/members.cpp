#include "sim/execute/members.hpp"

#include <fmt/format.h>

#include "sim/execute/barrier.hpp"
#include "sim/execute/stop.hpp"
#include "sim/execute/tell.hpp"

namespace warplab::sim {

const uint32_t* named_masks(const Warp& w, const Frame* frame, const MicroOp* i) {
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

}  // namespace

Place place_of_masks(const MicroOp* i) {
  return i->run == warp_barrier ? i->a : static_cast<Place>(i->imm);
}

namespace {

// Lanes that name masks, at this instruction or another.
struct Part {
  const uint32_t* masks;
  uint32_t lanes;
};
// Who comes together at a collective, and for whom they wait.
struct Meeting {
  std::vector<Part> parts;
  std::vector<bool> joins;  // for each split that waits
  uint32_t here = 0, awaited = 0;
};

bool is_at(const Split& s, const Warp& w, const MicroOp* i) {
  return s.pc == i && s.frame == w.frame;
}

// bar.warp.sync only asks that the others are at any bar.warp.sync.
bool can_join(const Split& s, const Warp& w, const MicroOp* i) {
  if (s.barrier != kWarpBarrier) return false;
  return is_at(s, w, i) || (i->run == warp_barrier && s.pc->run == warp_barrier);
}

// Splits that join bring lanes that wait for others in turn.
Meeting meeting_at(Warp& w, const MicroOp* i) {
  Meeting m;
  m.here = w.mask;
  m.joins.resize(w.waiting.size());
  m.parts.push_back({named_masks(w, w.frame, i), w.mask});
  for (size_t p = 0; p < m.parts.size(); ++p)
    for (uint32_t left = m.parts[p].lanes; left;) {
      const uint32_t* masks = m.parts[p].masks;
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      const uint32_t named = masks[lane];
      left &= ~(naming(masks, left, named) | 1u << lane);
      if (!(named >> lane & 1)) continue;  // waits for nobody
      m.awaited |= named;
      for (size_t k = 0; k < w.waiting.size(); ++k) {
        const Split& s = w.waiting[k];
        if (m.joins[k] || (s.mask & named & ~m.here) == 0 || !can_join(s, w, i)) continue;
        const uint32_t* theirs = named_masks(w, s.frame, s.pc);
        if (naming(theirs, s.mask & named, named) == 0) continue;
        m.joins[k] = true;
        m.here |= s.mask;
        m.parts.push_back({theirs, s.mask});
      }
    }
  return m;
}

// Each set of lanes that name one another, once.
void tell_of_warp_barrier(Warp& w, const MicroOp* i, const Meeting& m) {
  uint32_t done = 0;
  for (const Part& first : m.parts)
    for (uint32_t left = first.lanes & ~done; left; left &= ~done) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      const uint32_t named = first.masks[lane];
      uint32_t together = 1u << lane;
      if (named >> lane & 1)
        for (const Part& p : m.parts) together |= naming(p.masks, p.lanes & named, named);
      have_met(w, i, together);
      done |= together;
    }
}

// All have come: those at this instruction execute it as one; of them those from another
// reconvergence point part again behind it.
void join(Warp& w, const MicroOp* i, const Meeting& m) {
  w.met = 0;
  const Reconvergence* own = w.reconvergence;
  size_t kept = 0;
  for (size_t k = 0; k < w.waiting.size(); ++k) {
    Split s = w.waiting[k];
    if (!m.joins[k]) {
      w.waiting.set(kept++, s);
    } else if (is_at(s, w, i)) {
      w.mask |= s.mask;
      if (s.reconvergence != own) w.parting.push_back(s);
    } else {
      s.pc += 1;
      s.barrier = -1;
      w.ready.push_back(s);
    }
  }
  w.waiting.truncate(kept);
}

std::string mask_text(uint32_t mask) { return fmt::format("{:#010x}", mask); }

}  // namespace

bool gather_members(Warp& w, const MicroOp* i) {
  if (w.ungathered) [[unlikely]]
    return true;
  const Meeting meeting = meeting_at(w, i);
  if (meeting.awaited & alive(w) & ~meeting.here) {
    w.waiting.push_back({i, w.mask, w.frame, w.reconvergence, kWarpBarrier, i});
    return false;
  }
  if (i->run == warp_barrier && (w.block->observed_by->barriers || w.block->tracking.clocks))
    tell_of_warp_barrier(w, i, meeting);
  join(w, i, meeting);
  return true;
}

MemberGroups member_groups(Warp& w, const MicroOp* i) {
  const bool given_up = w.ungathered;
  w.ungathered = false;
  MemberGroups groups;
  const uint32_t* masks = named_masks(w, w.frame, i);
  for (uint32_t left = w.mask; left;) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const uint32_t named = masks[lane];
    if (!(named >> lane & 1)) {
      report_lanes(
          w, i, FindingKind::undefined_behavior, 1u << lane,
          {say(Says::mask_leaves_out_caller, mask_text(named), lane), say(Says::be_in_own_mask)});
      groups.lanes[groups.count++] = 1u << lane;
      left &= left - 1;
      continue;
    }
    const uint32_t together = naming(masks, left & named, named);
    // Others of the mask name another one. (Where lanes were given up, that has been said.)
    if (const uint32_t others = named & w.mask & ~together; others && !given_up) {
      const int other = std::countr_zero(others);
      report_lanes(w, i, FindingKind::undefined_behavior, together,
                   {say(Says::masks_differ, mask_text(named), other, mask_text(masks[other])),
                    say(Says::name_same_mask)});
    }
    groups.lanes[groups.count++] = together;
    left &= ~together;
  }
  return groups;
}

const MicroOp* after_gathering(Warp& w, const MicroOp* next) {
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
      w.waiting.set(kept++, s);
      continue;
    }
    s.barrier = -1;
    w.ready.push_back(s);
  }
  w.waiting.truncate(kept);
}

bool give_up_gathering(Warp& w) {
  for (size_t k = 0; k < w.waiting.size(); ++k) {
    const Split s = w.waiting[k];
    if (s.barrier != kWarpBarrier) continue;
    report_lanes(w, s.pc, FindingKind::barrier_divergence, s.mask,
                 {say(Says::lanes_of_mask_do_not_come), say(Says::call_where_all_lanes_are)});
    w.waiting.erase(k);
    w.ungathered = true;
    w.ready.push_front({s.pc, s.mask, s.frame, s.reconvergence, -1, s.pc});
    return true;
  }
  return false;
}

}  // namespace warplab::sim
