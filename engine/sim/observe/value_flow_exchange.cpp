// Values go from lane to lane: shfl, vote, match, redux. What is undefined in one lane makes the
// results of all that get it so.
#include "sim/observe/value_flow.hpp"
#include "sim/state/lanes.hpp"

namespace warplab::sim {
namespace {

// Why the lane that lane `l` reads is not there.
MissingLane why_missing(const ExchangeEvent& e, unsigned l) {
  const uint32_t read = 1u << e.from[l];
  if (!(e.warp.lanes & read)) return MissingLane::does_not_exist;
  if (e.warp.exited & read) return MissingLane::has_ended;
  const bool is_named = (e.named[l] & read) != 0;
  return is_named ? MissingLane::elsewhere : MissingLane::not_in_mask;
}

// Lanes with an undefined result, and where it comes from.
struct Undefined {
  uint32_t lanes = 0;
  OriginNumber origins[kLanes] = {};

  void add(unsigned lane, OriginNumber origin) {
    lanes |= 1u << lane;
    origins[lane] = origin;
  }
  // Of each of these lanes, what is undefined in its own register.
  void add_own(const ShadowFrame& f, Slot slot, uint32_t which) {
    if (slot == kNoSlot) return;
    for_lanes(f.slots[slot].undefined & which & ~lanes,
              [&](unsigned l) { add(l, f.slots[slot].origins[l]); });
  }
};

}  // namespace

void ValueFlow::exchanged(const ExchangeEvent& e) {
  const MicroOp* i = e.op;
  const MicroOpFacts& facts = facts_->of(i);
  if (facts.kind != FlowKind::exchange) return;
  if (launch_->checks.suspects) {
    if (e.missing) shadow_.follow(e.warp);
    else if (!e.warp.followed) return;
  }
  ShadowFrame& f = shadow_.frame(e.warp);
  const FunctionCode& code = *e.warp.frame->function;
  Undefined results;
  if (e.from) {  // shfl
    for (const Place p : {i->b, i->c, static_cast<Place>(i->imm)})
      results.add_own(f, facts_->slot(code, p), e.lanes);
    const Slot data = facts_->slot(code, i->a);
    for_lanes(e.lanes & ~results.lanes, [&](unsigned l) {
      if (e.missing >> l & 1)
        results.add(l, book_.origin({.site = i->site,
                                     .block = static_cast<uint32_t>(e.warp.block->linear),
                                     .thread = e.warp.first_thread + l,
                                     .address = e.from[l],
                                     .missing_lane = why_missing(e, l)}));
      else if (data != kNoSlot && f.slots[data].is_undefined(e.from[l]))
        results.add(l, f.slots[data].origins[e.from[l]]);
    });
  } else {  // any undefined operand is one for all
    for (Slot r : facts_->reads(facts)) results.add_own(f, r, e.lanes);
    if (results.lanes) {
      const OriginNumber one = results.origins[std::countr_zero(results.lanes)];
      for_lanes(e.lanes, [&](unsigned l) { results.add(l, one); });
    }
  }
  const auto writes = facts_->writes(facts);
  f.clear(writes, e.lanes);
  const Slot data = facts_->slot(code, i->d);
  for (Slot d : writes) {
    if (e.from && d != data) continue;  // whether the source was in range is known
    f.slots[d].undefined |= results.lanes;
    for_lanes(results.lanes, [&](unsigned l) { f.slots[d].origins[l] = results.origins[l]; });
  }
}

}  // namespace warplab::sim
