#include "sim/observe/value_flow.hpp"

#include <algorithm>
#include <unordered_set>

#include "sim/program/instruction_flags.hpp"
#include "sim/state/lane_addresses.hpp"
#include "sim/state/lanes.hpp"
#include "sim/state/suspects.hpp"

namespace warplab::sim {
namespace {

// A look over all registers of a warp costs as much as to follow it for about as many records.
constexpr uint32_t kPatience = 16, kMostPatience = 256;

uint64_t ones(unsigned bits) { return bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1; }

uint32_t let_through(Warp& w, const Inst* i) {
  return w.predicate(i->guard) ^ (i->flags & kGuardNegated ? ~0u : 0u);
}

}  // namespace

void ValueFlow::SlotShadow::set_undefined(unsigned lane, uint64_t which, OriginNumber origin,
                                          unsigned width) {
  which &= ones(width);
  const uint32_t bit = 1u << lane;
  undefined &= ~bit, partial &= ~bit;
  if (which == 0) return;
  undefined |= bit;
  origins[lane] = origin;
  bits[lane] = which;
  if (which != ones(width)) partial |= bit;
}

void ValueFlow::launch_starts(const LaunchState& launch) {
  program_ = launch.program;
  launch_ = &launch;
  facts_ = std::make_unique<InstructionFacts>(*launch.program);
  blocks_.clear();
}

void ValueFlow::block_starts(const Block& block) {
  BlockShadow& b = blocks_.start(block);
  while (b.warps.size() < block.warps.size()) b.warps.push_back(std::make_unique<WarpShadow>());
  for (auto& w : b.warps) {
    for (auto& f : w->frames) f->frame = nullptr;
    w->last = nullptr;
    w->copied = w->patience = w->until_look = 0;
  }
  b.names.clear();
}

void ValueFlow::block_ends(const Block& block) { blocks_.end(block); }

ValueFlow::FrameShadow& ValueFlow::frame_of(const Warp& w, const Frame* frame) {
  WarpShadow& s = of(w);
  if (s.last && s.last->frame == frame) return *s.last;
  FrameShadow* free = nullptr;
  for (auto& f : s.frames) {
    if (f->frame == frame) return *(s.last = f.get());
    if (f->frame == nullptr) free = f.get();
  }
  if (!free) {
    s.frames.push_back(std::make_unique<FrameShadow>());
    free = s.frames.back().get();
  }
  free->frame = frame;
  free->slots.assign(facts_->slots(*frame->function), {});
  return *(s.last = free);
}

void ValueFlow::follow(Warp& w) {
  WarpShadow& s = of(w);
  w.followed = true;
  s.patience = s.until_look = kPatience;
}

bool ValueFlow::holds_any(const Warp& w) {
  const WarpShadow& s = of(w);
  const uint32_t alive = w.lanes & ~w.exited;
  uint32_t any = s.copied;
  for (const auto& f : s.frames)
    if (f->frame)
      for (const SlotShadow& slot : f->slots) any |= slot.named | slot.undefined;
  return any & alive;
}

// The running split has just entered the function: what it was given, and what has no value yet.
void ValueFlow::frame_starts(Warp& w) {
  const FunctionCode& code = *w.frame->function;
  if (!code.zeroed.empty()) follow(w);
  if (launch_->suspects && !launch_->suspects->undefined() && !w.followed) return;
  FrameShadow& f = frame_of(w, w.frame);
  f.slots.resize(facts_->slots(code));
  for (SlotShadow& s : f.slots) s.named &= ~w.mask, s.undefined &= ~w.mask, s.partial &= ~w.mask;
  memory_.frame_starts(w, w.mask, w.frame->local_base, code.local_bytes);
  for (Place place : code.zeroed) {
    const Slot slot = facts_->slot(code, place);
    if (slot == kNoSlot) continue;
    f.slots[slot].undefined |= w.mask;
    for_lanes(w.mask, [&](unsigned l) {
      f.slots[slot].origins[l] =
          book_.origin({program_->code[code.entry].site, static_cast<uint32_t>(w.block->linear),
                        w.first_thread + l, 0, 0, ptx::Space::generic});
    });
  }
  const Frame* caller = w.frame->caller;
  if (!caller) return;
  FrameShadow& from = frame_of(w, caller);
  FrameShadow& to = frame_of(w, w.frame);
  const CallSite& call = program_->calls[w.frame->return_to->aux];
  for (size_t k = 0; k < call.arguments.size() && k < code.parameters.size(); ++k)
    for (uint32_t word = 0;
         word < (std::min(call.arguments[k].bytes, code.parameters[k].bytes) + 3) / 4; ++word) {
      const Slot a = facts_->area_slot(*caller->function, call.arguments[k], word);
      const Slot b = facts_->area_slot(code, code.parameters[k], word);
      if (a == kNoSlot || b == kNoSlot) continue;
      const SlotShadow& argument = from.slots[a];
      for_lanes(argument.undefined & w.mask, [&](unsigned l) {
        to.slots[b].set_undefined(l, argument.undefined_bits(l), argument.origins[l], 32);
      });
    }
}

const ptx::Instruction& ValueFlow::instruction(const Inst* i) const {
  const Site& site = program_->sites[i->site];
  return program_->module->functions[site.function].body[site.index];
}

unsigned ValueFlow::register_bits(const Inst* i, const ptx::Operand& o) const {
  if (o.kind != ptx::Operand::Kind::reg) return 64;
  const ptx::Type type =
      program_->module->functions[program_->sites[i->site].function].registers[o.reg].type;
  return type == ptx::Type::pred ? 1 : std::min(64u, 8 * ptx::bytes_of(type));
}

void ValueFlow::leave(const Warp& w, uint32_t lanes) {
  const Frame* caller = w.frame->caller;
  if (!caller || !lanes) return;
  FrameShadow& to = frame_of(w, caller);
  FrameShadow& from = frame_of(w, w.frame);
  const FunctionCode& code = *w.frame->function;
  const CallSite& call = program_->calls[w.frame->return_to->aux];
  for (size_t k = 0; k < call.results.size() && k < code.results.size(); ++k)
    for (uint32_t word = 0; word < (std::min(call.results[k].bytes, code.results[k].bytes) + 3) / 4;
         ++word) {
      const Slot a = facts_->area_slot(code, code.results[k], word);
      const Slot b = facts_->area_slot(*caller->function, call.results[k], word);
      if (a == kNoSlot || b == kNoSlot) continue;
      SlotShadow& s = to.slots[b];
      for_lanes(lanes, [&](unsigned l) {
        s.set_undefined(l, from.slots[a].undefined_bits(l), from.slots[a].origins[l], 32);
      });
    }
}

void ValueFlow::clear(FrameShadow& f, std::span<const Slot> slots, uint32_t lanes) {
  for (Slot k : slots) {
    SlotShadow& s = f.slots[k];
    s.named &= ~lanes, s.undefined &= ~lanes, s.partial &= ~lanes;
  }
}

NameSet ValueFlow::unite(const Warp& w, NameSet a, NameSet b, unsigned lane) {
  too_many_.clear();
  const NameSet all = of(*w.block).names.unite(a, b, too_many_);
  for (LoadName n : too_many_) races_.matters(*w.block, n, 1u << lane);
  return all;
}

// The values of `slot` in `lanes` have gone where they matter.
void ValueFlow::use_names(const Warp& w, FrameShadow& f, Slot slot, uint32_t lanes) {
  SlotShadow& s = f.slots[slot];
  lanes &= s.named;
  s.named &= ~lanes;
  LoadNames& names = of(*w.block).names;
  while (lanes) {
    const NameSet set = s.names[std::countr_zero(lanes)];
    uint32_t same = 0;
    for_lanes(lanes, [&](unsigned l) { same |= static_cast<uint32_t>(s.names[l] == set) << l; });
    lanes &= ~same;
    if (set & LoadNames::kSeveral) {
      uint32_t& done = names.done(set);
      if ((same & ~done) == 0) continue;
      done |= same;
    }
    names.each(set, [&](LoadName n) { races_.matters(*w.block, n, same); });
  }
}

void ValueFlow::use_undefined(const Warp& w, const Inst* i, FrameShadow& f, Slot slot,
                              uint32_t lanes, UndefinedUse use) {
  SlotShadow& s = f.slots[slot];
  lanes &= s.undefined;
  if (!lanes) return;
  s.undefined &= ~lanes, s.partial &= ~lanes;  // said once
  for_lanes(lanes, [&](unsigned l) {
    book_.add(use, site_of_student(w, i), static_cast<uint32_t>(w.block->linear),
              w.first_thread + l, s.origins[l]);
  });
}

void ValueFlow::use(const Warp& w, const Inst* i, FrameShadow& f, std::span<const Slot> slots,
                    uint32_t lanes, UndefinedUse use) {
  for (Slot s : slots) {
    use_names(w, f, s, lanes);
    use_undefined(w, i, f, s, lanes, use);
  }
}

// Words of a parameter area are slots of their own, its bytes parts of them.
void ValueFlow::load_area(Warp& w, const Inst* i, FrameShadow& f, uint32_t lanes) {
  const FunctionCode& code = *w.frame->function;
  const auto offset = static_cast<uint32_t>(i->imm >> 32), at = static_cast<uint32_t>(i->imm);
  const uint32_t element = element_bytes(i), width = vector_width(i);
  for (uint32_t k = 0; k < width; ++k) {
    const Slot to = facts_->slot(code, width == 1 ? i->d : program_->vectors[i->aux].places[k]);
    if (to == kNoSlot) continue;
    clear(f, {&to, 1}, lanes);
    for (uint32_t byte = 0; byte < element; ++byte) {
      const uint32_t from = at + k * element + byte;
      const Slot word = facts_->slot(code, offset + from / 4 * kBytesPerNarrow);
      if (word == kNoSlot) continue;
      for_lanes(f.slots[word].undefined & lanes, [&](unsigned l) {
        const uint64_t lost = f.slots[word].undefined_bits(l) >> 8 * (from % 4) & 0xff;
        if (lost == 0) return;
        SlotShadow& s = f.slots[to];
        s.set_undefined(l, s.undefined_bits(l) | lost << 8 * byte, f.slots[word].origins[l]);
      });
    }
  }
}

void ValueFlow::store_area(Warp& w, const Inst* i, FrameShadow& f, uint32_t lanes) {
  const FunctionCode& code = *w.frame->function;
  const auto offset = static_cast<uint32_t>(i->imm >> 32), at = static_cast<uint32_t>(i->imm);
  const uint32_t element = element_bytes(i), width = vector_width(i);
  for (uint32_t k = 0; k < width; ++k) {
    const Slot data = facts_->slot(code, width == 1 ? i->d : program_->vectors[i->aux].places[k]);
    for (uint32_t byte = 0; byte < element; ++byte) {
      const uint32_t to = at + k * element + byte;
      const Slot word = facts_->slot(code, offset + to / 4 * kBytesPerNarrow);
      if (word == kNoSlot) continue;
      SlotShadow& s = f.slots[word];
      const uint32_t lost = data == kNoSlot ? 0 : f.slots[data].undefined;
      for_lanes((lost | s.undefined) & lanes, [&](unsigned l) {
        const uint64_t place = uint64_t{0xff} << 8 * (to % 4);
        const uint64_t stored = lost >> l & 1 ? (f.slots[data].undefined_bits(l) >> 8 * byte & 0xff)
                                                    << 8 * (to % 4)
                                              : 0;
        const OriginNumber origin = stored ? f.slots[data].origins[l] : s.origins[l];
        s.set_undefined(l, (s.undefined_bits(l) & ~place) | stored, origin, 32);
      });
    }
  }
}

void ValueFlow::compute(Warp& w, const Inst* i, std::span<const Slot> reads,
                        std::span<const Slot> writes, uint32_t lanes) {
  FrameShadow& f = frame_of(w, w.frame);
  uint32_t any = 0, undefined = 0;
  for (Slot r : reads) {
    any |= (f.slots[r].named | f.slots[r].undefined) & lanes;
    undefined |= f.slots[r].undefined & lanes;
  }
  if (any == 0) return clear(f, writes, lanes);
  uint32_t sum_named = 0;
  NameSet sum_names[kLanes];
  for (Slot r : reads) {
    const SlotShadow& s = f.slots[r];
    const uint32_t named = s.named & lanes, both = named & sum_named;
    for_lanes(named & ~both, [&](unsigned l) { sum_names[l] = s.names[l]; });
    NameSet a = 0, b = 0, united = 0;
    for_lanes(both, [&](unsigned l) {
      if (sum_names[l] == s.names[l]) return;
      if (a != sum_names[l] || b != s.names[l] || united == 0) {
        a = sum_names[l], b = s.names[l];
        united = unite(w, a, b, l);
      }
      sum_names[l] = united;
    });
    sum_named |= named;
  }
  if (undefined) compute_undefined(w, i, f, reads, writes, lanes);
  for (Slot d : writes) {
    SlotShadow& s = f.slots[d];
    s.named = (s.named & ~lanes) | sum_named;
    if (!undefined) s.undefined &= ~lanes, s.partial &= ~lanes;
    for_lanes(sum_named, [&](unsigned l) { s.names[l] = sum_names[l]; });
  }
}

void ValueFlow::compute_undefined(Warp& w, const Inst* i, FrameShadow& f,
                                  std::span<const Slot> reads, std::span<const Slot> writes,
                                  uint32_t lanes) {
  const FunctionCode& code = *w.frame->function;
  const ptx::Instruction& p = instruction(i);
  const InstUse& use = program_->uses[static_cast<size_t>(i - program_->code.data())];
  const RecordFacts& facts = facts_->of(i);
  const auto origin_of = [&](unsigned l) {
    for (Slot r : reads)
      if (f.slots[r].undefined >> l & 1) return f.slots[r].origins[l];
    return OriginNumber{0};
  };
  // Before anything is written: a result may take the place of an operand.
  OriginNumber origins[kLanes] = {};
  for_lanes(lanes, [&](unsigned l) { origins[l] = origin_of(l); });
  const ptx::Operand& d = p.operands[0];

  if (facts.rule == BitRule::unpack || facts.rule == BitRule::pack) {
    const auto& parts = program_->vectors[i->aux].places;
    const unsigned part = 8 * (i->flags & 15u);
    const bool fits = part * parts.size() <= 64 && reads.size() <= parts.size();
    if (fits && facts.rule == BitRule::pack) {
      uint64_t whole[kLanes] = {};
      for (size_t k = 0; k < parts.size(); ++k)
        if (const Slot s = facts_->slot(code, parts[k]); s != kNoSlot)
          for_lanes(f.slots[s].undefined & lanes, [&](unsigned l) {
            whole[l] |= (f.slots[s].undefined_bits(l) & ones(part)) << part * k;
          });
      for (Slot to : writes)
        for_lanes(lanes, [&](unsigned l) {
          f.slots[to].set_undefined(l, whole[l], origins[l], register_bits(i, d));
        });
      return;
    }
    if (fits && reads.size() == 1) {
      uint64_t whole[kLanes] = {};
      for_lanes(lanes, [&](unsigned l) { whole[l] = f.slots[reads[0]].undefined_bits(l); });
      for (size_t k = 0; k < parts.size(); ++k)
        if (const Slot s = facts_->slot(code, parts[k]); s != kNoSlot)
          for_lanes(lanes, [&](unsigned l) {
            f.slots[s].set_undefined(l, whole[l] >> part * k, origins[l], std::min(part, 64u));
          });
      return;
    }
  }

  // Where the operands lie; those that are not in registers lie in the pool of constants.
  const bool chooses = facts.kind == FlowKind::select;
  const Place places[] = {i->a, i->b, i->c, static_cast<Place>(i->aux)};
  const size_t count =
      std::min<size_t>(p.operands.size() - 1, facts.rule == BitRule::insert ? 4 : 3);
  Slot slots[4] = {kNoSlot, kNoSlot, kNoSlot, kNoSlot};
  bool wide[4] = {};
  for (size_t k = 0; k < count; ++k) {
    slots[k] = facts_->slot(code, places[k]);
    wide[k] = k == 0 || (facts.rule != BitRule::left && facts.rule != BitRule::right)
                  ? ptx::bytes_of(p.type()) == 8
                  : false;
    for (const OperandUse& u : use.reads)
      if (u.place == places[k]) wide[k] = u.bytes == 8;
  }
  const auto value = [&](size_t k, unsigned l) -> uint64_t {
    const bool is_predicate = p.type() == ptx::Type::pred || (p.opcode == "setp" && k == 2);
    if (is_predicate) {
      const bool negated = k == 2 && (i->flags & kBoolNegated);
      return ((w.predicate(places[k]) >> l & 1) != 0) != negated;
    }
    return wide[k] ? w.at<uint64_t>(places[k])[l] : w.at<uint32_t>(places[k])[l];
  };
  // A half of a wide register is read from a copy, which has no slot.
  const bool all_known = std::ranges::all_of(reads, [&](Slot r) {
    return std::ranges::find(slots, r) != std::end(slots) || !(f.slots[r].undefined & lanes);
  });
  uint64_t result[kLanes] = {};
  for_lanes(lanes, [&](unsigned l) {
    if (origins[l] == 0) return;
    if (chooses) {  // `reads` are the chosen operand and the predicate
      const Slot chosen = reads.size() == 2 ? reads[0] : kNoSlot;
      const Slot predicate = reads.empty() ? kNoSlot : reads.back();
      const bool by_undefined = predicate != kNoSlot && (f.slots[predicate].undefined >> l & 1);
      result[l] = by_undefined        ? ~uint64_t{0}
                  : chosen != kNoSlot ? f.slots[chosen].undefined_bits(l)
                                      : 0;
      return;
    }
    if (!all_known) {
      result[l] = ~uint64_t{0};
      return;
    }
    BitOperand operands[4];
    const bool by_value = facts.rule != BitRule::all;
    for (size_t k = 0; k < count; ++k)
      operands[k] = {by_value && places[k] != kNowhere ? value(k, l) : 0,
                     slots[k] == kNoSlot ? 0 : f.slots[slots[k]].undefined_bits(l)};
    result[l] = undefined_bits(facts.rule, p, {operands, count});
  });
  const unsigned width = register_bits(i, d);
  for (Slot to : writes)
    for_lanes(lanes,
              [&](unsigned l) { f.slots[to].set_undefined(l, result[l], origins[l], width); });
}

// atom.cas compares with a value that was loaded from the place it updates: the comparison decides
// whether it still is the right one, and what others wrote there meanwhile is no race. What the
// register held, and what was worked out from it to be stored, matters no more by itself.
void ValueFlow::compare(Warp& w, const Inst* i, FrameShadow& f, uint32_t lanes) {
  const Slot expected = facts_->slot(*w.frame->function, i->b),
             stored = facts_->slot(*w.frame->function, i->c);
  if (expected == kNoSlot) return;
  lanes &= f.slots[expected].named;
  if (lanes == 0) return;
  uint64_t addresses[kLanes];
  lane_addresses(w, i, addresses);
  if (i->flags & access_flag::kGeneric)
    for_lanes(split_by_space(addresses, lanes, ptx::Space::shared),
              [&](unsigned l) { addresses[l] -= kSharedWindow; });
  LoadNames& names = of(*w.block).names;
  for_lanes(lanes, [&](unsigned l) {
    const NameSet set = f.slots[expected].names[l];
    bool verified = true;
    names.each(set,
               [&](LoadName n) { verified &= races_.read_from(*w.block, n, l, addresses[l]); });
    if (!verified) return;
    f.slots[expected].named &= ~(1u << l);
    if (stored == kNoSlot || stored == expected || !(f.slots[stored].named >> l & 1)) return;
    f.slots[stored].named &= ~(1u << l);
    names.each(f.slots[stored].names[l], [&](LoadName n) {
      bool is_verified = false;
      names.each(set, [&](LoadName v) { is_verified |= v == n; });
      if (!is_verified) races_.matters(*w.block, n, 1u << l);
    });
  });
}

// Why the lane that lane `l` reads is not there.
MissingLane why_missing(const ExchangeEvent& e, unsigned l) {
  const uint32_t read = 1u << e.from[l];
  if (!(e.warp.lanes & read)) return MissingLane::does_not_exist;
  if (e.warp.exited & read) return MissingLane::has_ended;
  const bool is_named = (e.named[l] & read) != 0;
  return is_named ? MissingLane::elsewhere : MissingLane::not_in_mask;
}

// shfl, vote, match, redux: what is undefined in one lane makes the results of all that get it so.
void ValueFlow::exchanged(const ExchangeEvent& e) {
  const Inst* i = e.inst;
  const RecordFacts& facts = facts_->of(i);
  if (facts.kind != FlowKind::exchange) return;
  if (launch_->suspects) {
    if (e.missing) follow(e.warp);
    else if (!e.warp.followed) return;
  }
  FrameShadow& f = frame_of(e.warp, e.warp.frame);
  const FunctionCode& code = *e.warp.frame->function;
  // Of shfl, lanes with an undefined result; of the others, any undefined operand is one for all.
  uint32_t result = 0;
  OriginNumber origins[kLanes] = {};
  const auto take_own = [&](Slot slot) {
    if (slot == kNoSlot) return;
    for_lanes(f.slots[slot].undefined & e.lanes & ~result,
              [&](unsigned l) { origins[l] = f.slots[slot].origins[l]; });
    result |= f.slots[slot].undefined & e.lanes;
  };
  if (e.from) {
    for (const Place p : {i->b, i->c, static_cast<Place>(i->imm)}) take_own(facts_->slot(code, p));
    const Slot data = facts_->slot(code, i->a);
    for_lanes(e.lanes & ~result, [&](unsigned l) {
      if (e.missing >> l & 1) {
        origins[l] = book_.origin({.site = i->site,
                                   .block = static_cast<uint32_t>(e.warp.block->linear),
                                   .thread = e.warp.first_thread + l,
                                   .address = e.from[l],
                                   .missing_lane = why_missing(e, l)});
      } else if (data != kNoSlot && (f.slots[data].undefined >> e.from[l] & 1)) {
        origins[l] = f.slots[data].origins[e.from[l]];
      } else {
        return;
      }
      result |= 1u << l;
    });
  } else {
    for (Slot r : facts_->reads(facts)) take_own(r);
    if (result) {
      const OriginNumber one = origins[std::countr_zero(result)];
      result = e.lanes;
      for_lanes(result, [&](unsigned l) { origins[l] = one; });
    }
  }
  const auto writes = facts_->writes(facts);
  clear(f, writes, e.lanes);
  const Slot data = facts_->slot(code, i->d);
  for (Slot d : writes) {
    if (e.from && d != data) continue;  // whether the source was in range is known
    f.slots[d].undefined |= result;
    for_lanes(result, [&](unsigned l) { f.slots[d].origins[l] = origins[l]; });
  }
}

void ValueFlow::before(Warp& w, const Inst* i) {
  if (i == program_->code.data() + w.frame->function->entry) frame_starts(w);
  if (launch_->suspects) {
    if (!w.followed) return;
    WarpShadow& s = of(w);
    if (s.until_look-- == 0) {
      if (!holds_any(w)) {
        w.followed = false;
        return;
      }
      s.until_look = s.patience = std::min(2 * s.patience, kMostPatience);
    }
  }
  const RecordFacts& facts = facts_->of(i);
  if (facts.kind == FlowKind::none && facts.guard == kNoSlot) return;
  FrameShadow& f = frame_of(w, w.frame);
  uint32_t lanes = w.mask;
  if (facts.guard != kNoSlot) {
    use_names(w, f, facts.guard, lanes);
    use_undefined(w, i, f, facts.guard, lanes, UndefinedUse::decision);
    lanes &= let_through(w, i);
  }
  const auto reads = facts_->reads(facts), writes = facts_->writes(facts);
  switch (facts.kind) {
    case FlowKind::none: break;
    case FlowKind::compute: compute(w, i, reads, writes, lanes); break;
    case FlowKind::clear: clear(f, writes, lanes); break;
    case FlowKind::no_value:
      clear(f, writes, lanes);
      for (Slot d : writes)
        for_lanes(lanes, [&](unsigned l) {
          f.slots[d].set_undefined(l, ~uint64_t{0},
                                   book_.origin({i->site, static_cast<uint32_t>(w.block->linear),
                                                 w.first_thread + l, 0, 0, ptx::Space::generic}));
        });
      break;
    case FlowKind::select: {
      const Slot a = facts_->slot(*w.frame->function, i->a),
                 b = facts_->slot(*w.frame->function, i->b);
      const Slot p = facts_->slot(*w.frame->function, i->c);
      const uint32_t first = w.predicate(i->c) ^ (i->flags & kBoolNegated ? ~0u : 0u);
      Slot from_a[2], from_b[2];
      size_t m = 0, n = 0;
      if (a != kNoSlot) from_a[m++] = a;
      if (p != kNoSlot) from_a[m++] = p;
      if (b != kNoSlot) from_b[n++] = b;
      if (p != kNoSlot) from_b[n++] = p;
      // In this order even where the result takes the place of an operand: lanes are separate.
      compute(w, i, {from_a, m}, writes, lanes & first);
      compute(w, i, {from_b, n}, writes, lanes & ~first);
      break;
    }
    case FlowKind::mask: {
      const Slot a = facts_->slot(*w.frame->function, i->a),
                 b = facts_->slot(*w.frame->function, i->b);
      const auto& written = program_->uses[static_cast<size_t>(i - program_->code.data())].writes;
      const bool wide = !written.empty() && written[0].bytes == 8;
      uint32_t zero = 0;
      const auto find = [&](Place place, Slot slot) {
        const uint32_t known =
            slot == kNoSlot ? lanes : lanes & ~f.slots[slot].undefined & ~f.slots[slot].named;
        for_lanes(known, [&](unsigned l) {
          const bool is_zero = wide ? w.at<uint64_t>(place)[l] == 0 : w.at<uint32_t>(place)[l] == 0;
          zero |= static_cast<uint32_t>(is_zero) << l;
        });
      };
      uint32_t followed = 0;
      for (Slot r : reads) followed |= (f.slots[r].undefined | f.slots[r].named) & lanes;
      if (followed) {
        find(i->a, a);
        find(i->b, b);
      }
      compute(w, i, reads, writes, lanes & ~zero);
      clear(f, writes, zero);
      break;
    }
    case FlowKind::load:
      use(w, i, f, reads, lanes, UndefinedUse::address);
      clear(f, writes, lanes);
      break;
    case FlowKind::store: {
      const Slot address = facts_->slot(*w.frame->function, i->a);
      for (Slot r : reads) use_names(w, f, r, lanes);
      if (address != kNoSlot) use_undefined(w, i, f, address, lanes, UndefinedUse::address);
      break;
    }
    case FlowKind::atomic: {
      const Slot address = facts_->slot(*w.frame->function, i->a);
      if (instruction(i).has("cas")) compare(w, i, f, lanes);
      for (Slot r : reads) {
        use_names(w, f, r, lanes);
        use_undefined(w, i, f, r, lanes,
                      r == address ? UndefinedUse::address : UndefinedUse::operand);
      }
      clear(f, writes, lanes);
      break;
    }
    case FlowKind::branch:
      use(w, i, f, reads, lanes, UndefinedUse::decision);
      clear(f, writes, lanes);
      break;
    case FlowKind::exchange:  // its results come with exchanged()
      for (Slot r : reads) use_names(w, f, r, lanes);
      break;
    case FlowKind::area_load: load_area(w, i, f, lanes); break;
    case FlowKind::area_store: {
      for (Slot r : reads) use_names(w, f, r, lanes);
      store_area(w, i, f, lanes);
      break;
    }
    case FlowKind::call:
      use(w, i, f, reads, lanes, UndefinedUse::decision);
      // What comes back is overwritten by the results; printf's has a value.
      for (const ParameterArea& a : program_->calls[i->aux].results)
        for (uint32_t word = 0; word < (a.bytes + 3) / 4; ++word)
          if (const Slot s = facts_->area_slot(*w.frame->function, a, word); s != kNoSlot)
            clear(f, {&s, 1}, lanes);
      break;
    case FlowKind::leave: leave(w, lanes); break;
  }
}

void ValueFlow::each_name(const std::function<void(const Block&, LoadName)>& use) {
  blocks_.each([&](const Block& block, BlockShadow& b) {
    std::unordered_set<NameSet> seen;
    for (const auto& w : b.warps)
      for (const auto& f : w->frames) {
        if (!f->frame) continue;
        for (const SlotShadow& s : f->slots)
          for_lanes(s.named, [&](unsigned l) {
            if (seen.insert(s.names[l]).second)
              b.names.each(s.names[l], [&](LoadName n) { use(block, n); });
          });
      }
    b.names.forget_done();
  });
}

uint64_t ValueFlow::bytes() const {
  uint64_t bytes = 0;
  blocks_.each([&](const Block&, const BlockShadow& b) { bytes += b.names.bytes(); });
  return bytes;
}

bool ValueFlow::follows(const Inst* i) const { return facts_->of(i).kind != FlowKind::none; }

void ValueFlow::loaded(const AccessEvent& e, const LoadName* names) {
  WarpShadow& shadow = of(e.warp);
  if (!follows(e.inst)) {  // of an asynchronous copy: no register has it
    shadow.copied = 0;
    for_lanes(e.mask, [&](unsigned l) {
      uint64_t bits = 0;
      if (const OriginNumber o = memory_.read(e, l, 0, e.bytes, bits)) {
        shadow.copied |= 1u << l;
        shadow.copied_origins[l] = o;
      }
    });
    if (shadow.copied) follow(e.warp);
    return;
  }
  bool any = false;
  const FunctionCode& code = *e.warp.frame->function;
  FrameShadow& f = frame_of(e.warp, e.warp.frame);
  const uint32_t element = element_bytes(e.inst);
  for (uint32_t k = 0; k < vector_width(e.inst); ++k) {
    const Place place =
        vector_width(e.inst) == 1 ? e.inst->d : program_->vectors[e.inst->aux].places[k];
    const Slot slot = facts_->slot(code, place);
    if (slot == kNoSlot) continue;
    SlotShadow& s = f.slots[slot];
    for_lanes(e.mask, [&](unsigned l) {
      if (names && names[l]) {
        s.names[l] = names[l];
        s.named |= 1u << l;
        any = true;
      }
      uint64_t bits = 0;
      if (const OriginNumber o = memory_.read(e, l, k * element, element, bits)) {
        const bool extends = e.inst->flags & access_flag::kSigned;
        if (extends && (bits >> (8 * element - 1) & 1)) bits |= ~ones(8 * element);
        s.set_undefined(l, bits, o);
        any = true;
      }
    });
  }
  if (any) follow(e.warp);
}

void ValueFlow::stored(const AccessEvent& e) {
  const FunctionCode& code = *e.warp.frame->function;
  FrameShadow& f = frame_of(e.warp, e.warp.frame);
  const Inst* i = e.inst;
  const ptx::Instruction& p = instruction(i);
  if (ptx::is(p, ptx::Family::copy)) {
    WarpShadow& shadow = of(e.warp);
    for_lanes(e.mask, [&](unsigned l) {
      const bool undefined = shadow.copied >> l & 1;
      memory_.write(e, l, 0, e.bytes, undefined ? shadow.copied_origins[l] : 0,
                    undefined ? ~uint64_t{0} : 0);
    });
    shadow.copied = 0;
    return;
  }
  const uint32_t element = element_bytes(i);
  for (uint32_t k = 0; k < vector_width(i); ++k) {
    const Place place = vector_width(i) == 1 ? i->d : program_->vectors[i->aux].places[k];
    const Slot slot = facts_->slot(code, place);
    for_lanes(e.mask, [&](unsigned l) {
      const uint64_t bits =
          slot == kNoSlot ? 0 : f.slots[slot].undefined_bits(l) & ones(8 * element);
      memory_.write(e, l, k * element, element, bits ? f.slots[slot].origins[l] : 0, bits);
    });
  }
}

void ValueFlow::updated(const AccessEvent& e, const LoadName*) {
  const Inst* i = e.inst;
  const ptx::Instruction& p = instruction(i);
  FrameShadow& f = frame_of(e.warp, e.warp.frame);
  const Slot result = facts_->slot(*e.warp.frame->function, i->d);
  for_lanes(e.mask, [&](unsigned l) {
    uint64_t bits = 0;
    const OriginNumber o = memory_.read(e, l, 0, e.bytes, bits);
    if (!o) return;
    if (!p.has("exch"))
      book_.add(UndefinedUse::update, site_of_student(e.warp, i),
                static_cast<uint32_t>(e.warp.block->linear), e.warp.first_thread + l, o);
    else if (result != kNoSlot) {
      f.slots[result].set_undefined(l, bits, o);
      follow(e.warp);
    }
    memory_.write(e, l, 0, e.bytes, 0, 0);
  });
}

}  // namespace warplab::sim
