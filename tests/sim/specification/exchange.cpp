// PTX ISA 9.0, section 9.7.13: shfl, vote, activemask, bar.warp.sync. The lanes of a
// member mask wait for each other.
#include <algorithm>
#include <functional>

#include "specification/machine.hpp"

namespace warplab::specification {
namespace {

using ptx::Type;

// What lanes that are together do.
using Exchange = std::function<void(const LaneSet& lanes)>;

// True: all lanes that those of the running split await are in it now (or it goes ahead without
// them); false: it waits and another one runs. Lanes await those that name the same mask, at the
// same instruction or, at bar.warp.sync, at any bar.warp.sync. Who joins may await others in turn.
bool gather(Machine& m, Warp& warp, const Masks& named) {
  Split& s = *warp.running;
  if (s.alone) return true;
  const auto is_here = [&](const Split& other) { return other.pc == s.pc; };
  const auto only_waits = [&](const Split& at) {
    return m.kernel->parsed->body[at.pc].opcode == "bar";
  };
  Masks all = named;
  std::vector<Waiting> joining;
  const auto joins = [&](const Waiting& w) {
    if (w.barrier != kMembers) return false;
    if (!is_here(w.split) && !(only_waits(s) && only_waits(w.split))) return false;
    for (const auto& [lane, mask] : all)
      for (const auto& [other, its_mask] : w.masks)
        if (mask == its_mask && mask[lane] && mask[other]) return true;
    return false;
  };
  auto still_waiting = warp.waiting;
  for (auto w = still_waiting.begin();
       (w = std::ranges::find_if(still_waiting, joins)) != still_waiting.end();) {
    all.insert(w->masks.begin(), w->masks.end());
    joining.push_back(*w);
    still_waiting.erase(w);
  }
  LaneSet here, awaited;
  for (const auto& [lane, mask] : all) {
    here.set(lane);
    if (mask[lane]) awaited |= mask;
  }
  if ((awaited & warp.existing & ~warp.exited & ~here).any()) {
    warp.waiting.push_back({s, kMembers, named});
    next_split(warp);
    return false;
  }
  warp.waiting = std::move(still_waiting);
  for (Waiting& w : joining) {
    if (!is_here(w.split)) {
      w.split.go_to(w.split.pc + 1);
      warp.ready.push_back(w.split);
      continue;
    }
    s.lanes |= w.split.lanes;
    if (w.split.reconvergence != s.reconvergence) warp.parting.push_back(w.split);
  }
  return true;
}

// Executes an instruction whose lanes wait for each other; its operand `mask_operand` says which.
// Lanes that name the same mask, and are in it, execute it together; one that is not in its own
// mask, by itself.
void together(Machine& m, Warp& warp, const LaneSet& active, unsigned mask_operand,
              const Exchange& exchange) {
  if (!m.hold_back_unguarded(warp, active)) return;
  const auto masks_named = [&] {
    Masks named;
    for_lanes(warp.running->lanes, [&](unsigned l) {
      const Bits mask = m.read(warp, l, m.instruction(warp).operands[mask_operand], Type::b32);
      named[l] = LaneSet(static_cast<unsigned long>(lowest(mask, kLanes)));
    });
    return named;
  };
  if (!gather(m, warp, masks_named())) return;
  const Masks named = masks_named();
  LaneSet grouped;
  for (const auto& [lane, mask] : named) {
    if (grouped[lane]) continue;
    LaneSet group;
    group.set(lane);
    bool is_wrong = !mask[lane];
    for (const auto& [other, its_mask] : named) {
      if (!mask[lane] || !mask[other]) continue;
      if (its_mask == mask) group.set(other);
      else is_wrong |= !warp.running->alone;
    }
    if (is_wrong) m.find(warp, FindingKind::undefined_behavior);
    grouped |= group;
    exchange(group);
  }
  // Those who joined from another reconvergence point go on by themselves.
  for (Split& joined : warp.parting) {
    warp.running->lanes &= ~joined.lanes;
    joined.go_to(joined.pc + 1);
    warp.ready.push_back(joined);
  }
  warp.parting.clear();
  go_on(warp);
}

// shfl.sync.mode d{|p}, a, b, c, membermask
void shuffle(Machine& m, Warp& warp, const LaneSet& active) {
  const ptx::Instruction& i = m.instruction(warp);
  together(m, warp, active, 4, [&](const LaneSet& lanes) {
    // What a lane that does not take part would give is not defined; here it is 0.
    std::array<Bits, kLanes> values{};
    for_lanes(lanes, [&](unsigned l) {
      values[l] = lowest(m.read(warp, l, i.operands[1], Type::b32), 32);
    });
    for_lanes(lanes, [&](unsigned l) {
      const auto b = static_cast<int>(m.read(warp, l, i.operands[2], Type::b32) & 31);
      const auto c = static_cast<int>(lowest(m.read(warp, l, i.operands[3], Type::b32), 32));
      const int lane = static_cast<int>(l), clamp = c & 31, segments = c >> 8 & 31;
      const int most = (lane & segments) | (clamp & ~segments), least = lane & segments;
      const int source = i.has("up")     ? lane - b
                         : i.has("down") ? lane + b
                         : i.has("bfly") ? lane ^ b
                                         : least | (b & ~segments);
      const bool in_range = i.has("up") ? source >= most : source <= most;
      m.write(warp, l, values[static_cast<unsigned>(in_range ? source : lane)], in_range);
    });
  });
}

// vote.sync.mode d, {!}a, membermask
void vote(Machine& m, Warp& warp, const LaneSet& active) {
  const ptx::Instruction& i = m.instruction(warp);
  together(m, warp, active, 2, [&](const LaneSet& lanes) {
    LaneSet yes;
    for_lanes(lanes, [&](unsigned l) { yes[l] = m.read(warp, l, i.operands[1], Type::pred) != 0; });
    const Bits result = i.has("ballot") ? yes.to_ulong()
                        : i.has("all")  ? yes == lanes
                        : i.has("uni")  ? yes == lanes || yes.none()
                                        : yes.any();
    for_lanes(lanes, [&](unsigned l) {
      m.write(warp, l, i.operands[0], result, i.has("ballot") ? Type::b32 : Type::pred);
    });
  });
}

void active_mask(Machine& m, Warp& warp, const LaneSet& active) {
  for_lanes(active, [&](unsigned l) {
    m.write(warp, l, m.instruction(warp).operands[0], active.to_ulong(), Type::b32);
  });
  go_on(warp);
}

constexpr ExecuteRow kRows[] = {{"shfl", shuffle}, {"vote", vote}, {"activemask", active_mask}};

}  // namespace

std::span<const ExecuteRow> exchange_rows() { return kRows; }

void wait_for_members(Machine& m, Warp& warp, const LaneSet& active) {
  together(m, warp, active, 0, [](const LaneSet&) {});
}

}  // namespace warplab::specification
