#include "sim/observe/value_flow.hpp"

#include <algorithm>

#include "sim/observe/undefined_result.hpp"
#include "sim/program/instruction_flags.hpp"
#include "sim/state/lane_addresses.hpp"
#include "sim/state/lanes.hpp"
#include "sim/state/suspects.hpp"
#include "sim/state/undefined_quotients.hpp"

namespace warplab::sim {

void ValueFlow::launch_starts(const LaunchState& launch) {
  program_ = launch.program;
  launch_ = &launch;
  facts_ = std::make_unique<InstructionFacts>(*launch.program);
  shadow_.launch_starts(*facts_);
}

uint32_t ValueFlow::Step::undefined() const {
  uint32_t any = 0;
  for (Slot r : reads) any |= frame.slots[r].undefined;
  return any & lanes;
}

uint32_t ValueFlow::Step::followed() const {
  uint32_t any = 0;
  for (Slot r : reads) any |= frame.slots[r].named | frame.slots[r].undefined;
  return any & lanes;
}

const ptx::Instruction& ValueFlow::instruction(const MicroOp* i) const {
  const Site& site = program_->sites[i->site];
  return program_->module->functions[site.function].body[site.index];
}

// Of element `element` of a load's or a store's data.
Place ValueFlow::data_place(const MicroOp* i, uint32_t element) const {
  return vector_width(i) == 1 ? i->d : program_->vectors[i->vector].places[element];
}

OriginNumber ValueFlow::origin_here(const Warp& w, uint32_t site, unsigned lane) {
  return book_.origin({.site = site,
                       .block = static_cast<uint32_t>(w.block->linear),
                       .thread = w.first_thread + lane});
}

// --- Uses

NameSet ValueFlow::unite(const Warp& w, NameSet a, NameSet b, unsigned lane) {
  too_many_.clear();
  const NameSet all = shadow_.names(*w.block).unite(a, b, too_many_);
  for (LoadName n : too_many_) races_.value_used(*w.block, n, 1u << lane);
  return all;
}

void ValueFlow::use_names(const Warp& w, ShadowFrame& f, Slot slot, uint32_t lanes) {
  ShadowRegister& r = f.slots[slot];
  lanes &= r.named;
  r.named &= ~lanes;
  LoadNames& names = shadow_.names(*w.block);
  while (lanes) {
    const NameSet set = r.names[std::countr_zero(lanes)];
    uint32_t same = 0;
    for_lanes(lanes, [&](unsigned l) { same |= static_cast<uint32_t>(r.names[l] == set) << l; });
    lanes &= ~same;
    if (set & LoadNames::kSeveral) {
      uint32_t& done = names.done(set);
      if ((same & ~done) == 0) continue;
      done |= same;
    }
    names.each(set, [&](LoadName n) { races_.value_used(*w.block, n, same); });
  }
}

void ValueFlow::use_undefined(const Warp& w, const MicroOp* i, ShadowRegister& r, uint32_t lanes,
                              UndefinedUse use) {
  lanes &= r.undefined;
  if (!lanes) return;
  r.undefined &= ~lanes, r.partial &= ~lanes;  // said once
  for_lanes(lanes, [&](unsigned l) {
    book_.add(use, site_of_student(w, i), static_cast<uint32_t>(w.block->linear),
              w.first_thread + l, r.origins[l]);
  });
}

void ValueFlow::use_all(const Step& s, UndefinedUse use) {
  for (Slot r : s.reads) {
    use_names(s.warp, s.frame, r, s.lanes);
    use_undefined(s.warp, s.op, s.frame.slots[r], s.lanes, use);
  }
}

// --- Micro-operations

void ValueFlow::micro_op(Warp& w, const MicroOp* i) {
  if (i == program_->code.data() + w.frame->function->entry) frame_starts(w);
  const MicroOpFacts& facts = facts_->of(i);
  // A division by zero makes a value to follow.
  if (launch_->checks.suspects && facts.kind != FlowKind::divide &&
      (!w.followed || !shadow_.goes_on_following(w)))
    return;
  if (facts.kind == FlowKind::none && facts.guard == kNoSlot) return;
  ShadowFrame& f = shadow_.frame(w);
  const uint32_t lanes = guarded_lanes(w, i, facts, f);
  propagate({w, i, facts, f, lanes, facts_->reads(facts), facts_->writes(facts)});
}

// The lanes that the guard lets through; it decides.
uint32_t ValueFlow::guarded_lanes(Warp& w, const MicroOp* i, const MicroOpFacts& facts,
                                  ShadowFrame& f) {
  if (facts.guard == kNoSlot) return w.mask;
  use_names(w, f, facts.guard, w.mask);
  use_undefined(w, i, f.slots[facts.guard], w.mask, UndefinedUse::decision);
  return w.mask & (w.predicate(i->guard) ^ (i->flags & kGuardNegated ? ~0u : 0u));
}

void ValueFlow::propagate(const Step& s) {
  const auto use_only_names = [&] {
    for (Slot r : s.reads) use_names(s.warp, s.frame, r, s.lanes);
  };
  switch (s.facts.kind) {
    case FlowKind::none: break;
    case FlowKind::compute: compute(s); break;
    case FlowKind::clear: s.frame.clear(s.writes, s.lanes); break;
    case FlowKind::no_value: take_no_value(s); break;
    case FlowKind::select: select(s); break;
    case FlowKind::mask: mask(s); break;
    case FlowKind::divide: divide(s); break;
    case FlowKind::load:
    case FlowKind::object:  // what it gives is of no thread
      use_all(s, UndefinedUse::address);
      s.frame.clear(s.writes, s.lanes);
      break;
    case FlowKind::store: store(s); break;
    case FlowKind::atomic: update(s); break;
    case FlowKind::branch:
      use_all(s, UndefinedUse::decision);
      s.frame.clear(s.writes, s.lanes);
      break;
    case FlowKind::exchange: use_only_names(); break;  // its results come with exchanged()
    case FlowKind::matrix: matrix(s); break;
    case FlowKind::area_load: load_area(s); break;
    case FlowKind::area_store:
      use_only_names();
      store_area(s);
      break;
    case FlowKind::call: call(s); break;
    case FlowKind::leave: leave(s); break;
  }
}

void ValueFlow::compute(const Step& s) {
  if (s.followed() == 0) return s.frame.clear(s.writes, s.lanes);
  const bool has_undefined = s.undefined() != 0;
  // Names first: a result may take the place of an operand, and names of results are set apart.
  propagate_names(s);
  if (has_undefined) propagate_undefined(s);
  else
    for (Slot d : s.writes) {
      s.frame.slots[d].undefined &= ~s.lanes;
      s.frame.slots[d].partial &= ~s.lanes;
    }
}

void ValueFlow::propagate_names(const Step& s) {
  uint32_t named = 0;
  NameSet names[kLanes];
  for (Slot r : s.reads) {
    const ShadowRegister& operand = s.frame.slots[r];
    const uint32_t more = operand.named & s.lanes, both = more & named;
    for_lanes(more & ~both, [&](unsigned l) { names[l] = operand.names[l]; });
    NameSet a = 0, b = 0, united = 0;  // the last union: neighbouring lanes mostly have the same
    for_lanes(both, [&](unsigned l) {
      if (names[l] == operand.names[l]) return;
      if (a != names[l] || b != operand.names[l] || united == 0) {
        a = names[l], b = operand.names[l];
        united = unite(s.warp, a, b, l);
      }
      names[l] = united;
    });
    named |= more;
  }
  for (Slot d : s.writes) {
    ShadowRegister& result = s.frame.slots[d];
    result.named = (result.named & ~s.lanes) | named;
    for_lanes(named, [&](unsigned l) { result.names[l] = names[l]; });
  }
}

void ValueFlow::propagate_undefined(const Step& s) {
  set_undefined_results({s.warp, s.op, *program_, *facts_, s.lanes, s.reads, s.writes}, s.frame);
}

// What a marked variable holds before it has a value (compile/headers/warplab_undefined.h).
void ValueFlow::take_no_value(const Step& s) {
  s.frame.clear(s.writes, s.lanes);
  for (Slot d : s.writes)
    for_lanes(s.lanes, [&](unsigned l) {
      s.frame.slots[d].set_undefined(l, ~uint64_t{0}, origin_here(s.warp, s.op->site, l));
    });
}

// selp: lane by lane from the operand that the predicate chooses, and from the predicate.
void ValueFlow::select(const Step& s) {
  const Slot predicate = slot(s, s.op->c);
  const uint32_t first = s.warp.predicate(s.op->c) ^ (s.op->flags & kBoolNegated ? ~0u : 0u);
  const auto from = [&](Place place, uint32_t lanes) {
    Slot reads[2];
    size_t count = 0;
    for (const Slot r : {slot(s, place), predicate})
      if (r != kNoSlot) reads[count++] = r;
    compute(s.with_reads({reads, count}, lanes));
  };
  // One after the other even where the result takes the place of an operand: lanes are separate.
  from(s.op->a, s.lanes & first);
  from(s.op->b, s.lanes & ~first);
}

// and: where one operand is known to be 0, so is the result, whatever the other one is.
void ValueFlow::mask(const Step& s) {
  const auto& written = program_->uses[static_cast<size_t>(s.op - program_->code.data())].writes;
  const bool wide = !written.empty() && written[0].bytes == 8;
  const auto known_zeros = [&](Place place) {
    const Slot r = slot(s, place);
    const uint32_t known =
        r == kNoSlot ? s.lanes : s.lanes & ~s.frame.slots[r].undefined & ~s.frame.slots[r].named;
    uint32_t zeros = 0;
    for_lanes(known, [&](unsigned l) {
      const bool is_zero =
          wide ? s.warp.at<uint64_t>(place)[l] == 0 : s.warp.at<uint32_t>(place)[l] == 0;
      zeros |= static_cast<uint32_t>(is_zero) << l;
    });
    return zeros;
  };
  const uint32_t zeros = s.followed() ? known_zeros(s.op->a) | known_zeros(s.op->b) : 0;
  compute(s.with_lanes(s.lanes & ~zeros));
  s.frame.clear(s.writes, zeros);
}

void ValueFlow::divide(const Step& s) {
  const uint32_t lanes =
      undefined_quotients(s.warp, s.op->a, s.op->b, instruction(s.op).type(), s.lanes);
  const bool wide = ptx::bytes_of(instruction(s.op).type()) == 8;
  const auto value = [&](Place at, unsigned l) -> uint64_t {
    return wide ? s.warp.at<uint64_t>(at)[l] : s.warp.at<uint32_t>(at)[l];
  };
  // Else it is -1.
  const auto is_zero = [&](unsigned l) { return (value(s.op->b, l) & 0xffff) == 0; };
  compute(s);
  if (lanes == 0) return;
  shadow_.follow(s.warp);
  for (Slot d : s.writes)
    for_lanes(lanes, [&](unsigned l) {
      s.frame.slots[d].set_undefined(
          l, ~uint64_t{0},
          book_.origin({.site = s.op->site,
                        .block = static_cast<uint32_t>(s.warp.block->linear),
                        .thread = s.warp.first_thread + l,
                        .address = value(s.op->a, l),
                        .quotient = is_zero(l) ? Quotient::by_zero : Quotient::too_large}));
    });
}

// What is stored is no use of it: stored() hands it on to memory.
void ValueFlow::store(const Step& s) {
  for (Slot r : s.reads) use_names(s.warp, s.frame, r, s.lanes);
  if (const Slot address = slot(s, s.op->a); address != kNoSlot)
    use_undefined(s.warp, s.op, s.frame.slots[address], s.lanes, UndefinedUse::address);
}

void ValueFlow::update(const Step& s) {
  if (instruction(s.op).has("cas")) compare(s);
  const Slot address = slot(s, s.op->a);
  for (Slot r : s.reads) {
    use_names(s.warp, s.frame, r, s.lanes);
    use_undefined(s.warp, s.op, s.frame.slots[r], s.lanes,
                  r == address ? UndefinedUse::address : UndefinedUse::operand);
  }
  s.frame.clear(s.writes, s.lanes);
}

// atom.cas compares with a value that was loaded from the place it updates: the comparison decides
// whether it still is the right one, and what others wrote there meanwhile is no race. What the
// register held, and what was worked out from it to be stored, is not used by itself any more.
void ValueFlow::compare(const Step& s) {
  const Slot expected_slot = slot(s, s.op->b), stored_slot = slot(s, s.op->c);
  if (expected_slot == kNoSlot) return;
  ShadowRegister& expected = s.frame.slots[expected_slot];
  const uint32_t lanes = s.lanes & expected.named;
  if (lanes == 0) return;
  uint64_t addresses[kLanes];
  lane_addresses(s.warp, s.op, addresses);
  if (s.op->flags & access_flag::kGeneric)
    for_lanes(split_by_space(addresses, lanes, ptx::Space::shared),
              [&](unsigned l) { addresses[l] -= windows::kShared; });
  const Block& block = *s.warp.block;
  LoadNames& names = shadow_.names(block);
  for_lanes(lanes, [&](unsigned l) {
    const NameSet verified = expected.names[l];
    bool all_from_here = true;
    names.each(verified,
               [&](LoadName n) { all_from_here &= races_.read_from(block, n, l, addresses[l]); });
    if (!all_from_here) return;
    expected.named &= ~(1u << l);
    if (stored_slot == kNoSlot || stored_slot == expected_slot) return;
    ShadowRegister& stored = s.frame.slots[stored_slot];
    if (!stored.is_named(l)) return;
    stored.named &= ~(1u << l);
    names.each(stored.names[l], [&](LoadName n) {
      bool is_verified = false;
      names.each(verified, [&](LoadName v) { is_verified |= v == n; });
      if (!is_verified) races_.value_used(block, n, 1u << l);
    });
  });
}

}  // namespace warplab::sim
