// PTX ISA 9.0, section 9.7.13: the lanes of a member mask wait for each other.
#include "specification/members.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace warplab::sim::plain {
namespace {

LaneSet lanes_of(Bits mask) { return LaneSet(static_cast<unsigned long>(lowest(mask, kLanes))); }

}  // namespace

// Lanes that exited are awaited no longer: whoever awaits lanes of the warp looks again.
void wake_members(Warp& warp) {
  std::vector<Waiting> still_waiting;
  for (Waiting& w : warp.waiting) {
    if (w.barrier == kMembers) warp.ready.push_back(w.split);
    else still_waiting.push_back(w);
  }
  warp.waiting = std::move(still_waiting);
}

NamedMasks Members::named_masks(const Warp& warp, unsigned mask_operand) const {
  NamedMasks named;
  for (unsigned l = 0; l < kLanes; ++l)
    if (warp.running->lanes[l])
      named[l] = lanes_of(
          operands_.read(warp, l, instruction(warp).operands[mask_operand], ptx::Type::b32));
  return named;
}

// For instructions with a member mask; `named`: the masks of the running split. True: all lanes
// that they await are in the running split now (or it goes ahead without them); false: it waits and
// another one runs. Lanes await those that name the same mask, at the same instruction or, at
// bar.warp.sync, at any bar.warp.sync. Who joins may await others in turn.
bool Members::gather(Warp& warp, const NamedMasks& named) {
  Split& s = *warp.running;
  if (s.alone) return true;
  const bool only_waits = s.call->function->families[s.pc] == Family::warp_barrier;
  const auto is_same_instruction = [&](const Split& other) {
    return other.pc == s.pc && other.call == s.call;
  };
  const auto may_join = [&](const Waiting& w) {
    if (w.barrier != kMembers) return false;
    return is_same_instruction(w.split) ||
           (only_waits && w.split.call->function->families[w.split.pc] == Family::warp_barrier);
  };
  NamedMasks all = named;
  std::vector<bool> joins(warp.waiting.size(), false);
  for (bool grown = true; grown;) {
    grown = false;
    for (size_t k = 0; k < warp.waiting.size(); ++k) {
      const Waiting& w = warp.waiting[k];
      if (joins[k] || !may_join(w)) continue;
      for (const auto& [lane, mask] : all)
        for (const auto& [other, its_mask] : w.named)
          if (mask[lane] && mask[other] && mask == its_mask) joins[k] = true;
      if (!joins[k]) continue;
      all.insert(w.named.begin(), w.named.end());
      grown = true;
      break;  // `all` has changed
    }
  }
  LaneSet here, awaited;
  for (const auto& [lane, mask] : all) {
    here.set(lane);
    if (mask[lane]) awaited |= mask;
  }
  if ((awaited & warp.existing & ~warp.exited & ~here).any()) {
    warp.waiting.push_back({s, kMembers, named});
    splits_.next_split(warp);
    return false;
  }
  std::vector<Waiting> still_waiting;
  for (size_t k = 0; k < warp.waiting.size(); ++k) {
    const Waiting& w = warp.waiting[k];
    if (!joins[k]) {
      still_waiting.push_back(w);
    } else if (is_same_instruction(w.split)) {
      s.lanes |= w.split.lanes;
      if (w.split.merge != s.merge) warp.parting.push_back(w.split);
    } else {
      Split other = w.split;
      ++other.pc;
      other.counted = false;
      warp.ready.push_back(other);
    }
  }
  warp.waiting = std::move(still_waiting);
  return true;
}

// Those who joined from another merge point go on by themselves.
void Members::after_gathering(Warp& warp) {
  for (Split& joined : warp.parting) {
    warp.running->lanes &= ~joined.lanes;
    ++joined.pc;
    joined.counted = joined.alone = false;
    warp.ready.push_back(joined);
  }
  warp.parting.clear();
}

// Executes an instruction whose lanes wait for each other; operand `mask_operand` says which. Lanes
// that name the same mask, and are in it, execute it together; one that is not in its own mask, by
// itself. Without `execute` waiting is all there is (bar.warp.sync).
void Members::together(Warp& warp, const LaneSet& active, unsigned mask_operand,
                       const Execute& execute) {
  if (!splits_.hold_back_unguarded(warp, active)) return;
  if (!gather(warp, named_masks(warp, mask_operand))) return;
  const bool given_up = warp.running->alone;
  const NamedMasks named = named_masks(warp, mask_operand);
  std::vector<LaneSet> groups;
  LaneSet grouped;
  for (const auto& [lane, mask] : named) {
    if (grouped[lane]) continue;
    LaneSet group;
    group.set(lane);
    if (!mask[lane]) {
      complaints_.misuse(
          warp, lane,
          fmt::format("calls a warp function with the mask {:#010x}, which leaves out the "
                      "calling lane {}: every lane that calls must be in its own mask",
                      mask.to_ulong(), lane));
    } else {
      std::optional<unsigned> stranger;
      for (const auto& [other, its_mask] : named) {
        if (!mask[other]) continue;
        if (its_mask == mask) group.set(other);
        else if (!stranger) stranger = other;
      }
      for (const auto& [other, its_mask] : named)
        if (group[other] && stranger && !given_up)
          complaints_.misuse(
              warp, other,
              fmt::format("calls a warp function with the mask {:#010x} while lane {} of that "
                          "mask calls it with {:#010x}: all lanes of a mask must name the same "
                          "mask",
                          mask.to_ulong(), *stranger, named.at(*stranger).to_ulong()));
    }
    grouped |= group;
    groups.push_back(group);
  }
  if (execute)
    for (const LaneSet& group : groups) execute(operands_, warp, group);
  after_gathering(warp);
  splits_.go_on(warp);
}

}  // namespace warplab::sim::plain
