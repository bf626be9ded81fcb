#include "sim/observe/undefined_result.hpp"

#include <algorithm>

#include "sim/program/instruction_flags.hpp"
#include "sim/state/lanes.hpp"

namespace warplab::sim {
namespace {

constexpr size_t kMostOperands = 4;  // bfi

class Results {
 public:
  Results(const Computation& c, ShadowFrame& frame)
      : c_(c),
        f_(frame),
        code_(*c.warp.frame->function),
        site_(c.program.sites[c.op->site]),
        ptx_(c.program.module->functions[site_.function].body[site_.index]),
        facts_(c.facts.of(c.op)) {
    // Before anything is written: a result may take the place of an operand.
    for_lanes(c_.lanes, [&](unsigned l) { origins_[l] = origin_of(l); });
  }

  void set() {
    if (set_parts()) return;
    uint64_t result[kLanes] = {};
    if (facts_.kind == FlowKind::select) chosen(result);
    else computed(result);
    set_all(result);
  }

 private:
  OriginNumber origin_of(unsigned lane) const {
    for (Slot r : c_.reads)
      if (f_.slots[r].is_undefined(lane)) return f_.slots[r].origins[lane];
    return 0;
  }

  unsigned result_width() const {
    const ptx::Operand& d = ptx_.operands[0];
    if (d.kind != ptx::Operand::Kind::reg) return 64;
    const ptx::Type type = c_.program.module->functions[site_.function].registers[d.reg].type;
    return type == ptx::Type::pred ? 1 : std::min(64u, 8 * ptx::bytes_of(type));
  }

  void set_all(const uint64_t* bits) {
    const unsigned width = result_width();
    for (Slot to : c_.writes)
      for_lanes(c_.lanes,
                [&](unsigned l) { f_.slots[to].set_undefined(l, bits[l], origins_[l], width); });
  }

  // mov between a register and a vector of its parts. False: it is none, or of other sizes.
  bool set_parts() {
    const bool packs = facts_.rule == BitRule::pack;
    if (!packs && facts_.rule != BitRule::unpack) return false;
    const auto& parts = c_.program.vectors[c_.op->vector].places;
    const unsigned part = 8 * (c_.op->flags & 15u);
    if (part * parts.size() > 64 || c_.reads.size() > parts.size()) return false;
    uint64_t whole[kLanes] = {};
    if (packs) {
      for (size_t k = 0; k < parts.size(); ++k)
        if (const Slot s = c_.facts.slot(code_, parts[k]); s != kNoSlot)
          for_lanes(f_.slots[s].undefined & c_.lanes, [&](unsigned l) {
            whole[l] |= (f_.slots[s].undefined_bits(l) & low_bits(part)) << part * k;
          });
      set_all(whole);
      return true;
    }
    if (c_.reads.size() != 1) return false;
    for_lanes(c_.lanes, [&](unsigned l) { whole[l] = f_.slots[c_.reads[0]].undefined_bits(l); });
    for (size_t k = 0; k < parts.size(); ++k)
      if (const Slot s = c_.facts.slot(code_, parts[k]); s != kNoSlot)
        for_lanes(c_.lanes, [&](unsigned l) {
          f_.slots[s].set_undefined(l, whole[l] >> part * k, origins_[l], std::min(part, 64u));
        });
    return true;
  }

  // selp: `reads` are the chosen operand and the predicate.
  void chosen(uint64_t* result) const {
    const Slot operand = c_.reads.size() == 2 ? c_.reads[0] : kNoSlot;
    const Slot predicate = c_.reads.empty() ? kNoSlot : c_.reads.back();
    for_lanes(c_.lanes, [&](unsigned l) {
      if (predicate != kNoSlot && f_.slots[predicate].is_undefined(l)) result[l] = ~uint64_t{0};
      else if (operand != kNoSlot) result[l] = f_.slots[operand].undefined_bits(l);
    });
  }

  // Where the operands lie; those that are not in registers lie in the pool of constants.
  struct Operands {
    size_t count = 0;
    Place places[kMostOperands];
    Slot slots[kMostOperands] = {kNoSlot, kNoSlot, kNoSlot, kNoSlot};
    bool wide[kMostOperands] = {};
  };
  Operands operands() const {
    const MicroOp& i = *c_.op;
    Operands o{0, {i.a, i.b, i.c, static_cast<Place>(i.fifth)}};
    o.count = std::min<size_t>(ptx_.operands.size() - 1, facts_.rule == BitRule::insert ? 4 : 3);
    const bool shifts = facts_.rule == BitRule::left || facts_.rule == BitRule::right;
    const auto& reads = c_.program.uses[static_cast<size_t>(&i - c_.program.code.data())].reads;
    for (size_t k = 0; k < o.count; ++k) {
      o.slots[k] = c_.facts.slot(code_, o.places[k]);
      o.wide[k] = (k == 0 || !shifts) && ptx::bytes_of(ptx_.type()) == 8;
      for (const OperandUse& u : reads)
        if (u.place == o.places[k]) o.wide[k] = u.bytes == 8;
    }
    return o;
  }

  uint64_t value(const Operands& o, size_t k, unsigned lane) const {
    Warp& w = c_.warp;
    const bool is_predicate = ptx_.type() == ptx::Type::pred || (ptx_.opcode == "setp" && k == 2);
    if (is_predicate) {
      const bool negated = k == 2 && (c_.op->flags & kBoolNegated);
      return ((w.predicate(o.places[k]) >> lane & 1) != 0) != negated;
    }
    return o.wide[k] ? w.at<uint64_t>(o.places[k])[lane] : w.at<uint32_t>(o.places[k])[lane];
  }

  void computed(uint64_t* result) const {
    const Operands o = operands();
    // A half of a wide register is read from a copy, which has no slot.
    const bool all_known = std::ranges::all_of(c_.reads, [&](Slot r) {
      return std::ranges::find(o.slots, r) != std::end(o.slots) ||
             !(f_.slots[r].undefined & c_.lanes);
    });
    if (facts_.rule == BitRule::all) return all_or_nothing(o, all_known, result);
    for_lanes(c_.lanes, [&](unsigned l) {
      if (origins_[l] == 0) return;
      if (!all_known) {
        result[l] = ~uint64_t{0};
        return;
      }
      BitOperand bits[kMostOperands];
      for (size_t k = 0; k < o.count; ++k)
        bits[k] = {o.places[k] != kNowhere ? value(o, k, l) : 0,
                   o.slots[k] == kNoSlot ? 0 : f_.slots[o.slots[k]].undefined_bits(l)};
      result[l] = undefined_bits(facts_.rule, ptx_, {bits, o.count});
    });
  }

  // Most arithmetic: one bit of an operand takes all of the result.
  void all_or_nothing(const Operands& o, bool all_known, uint64_t* result) const {
    for_lanes(c_.lanes, [&](unsigned l) {
      if (origins_[l] == 0) return;
      uint64_t any = all_known ? 0 : ~uint64_t{0};
      for (size_t k = 0; k < o.count; ++k)
        if (o.slots[k] != kNoSlot) any |= f_.slots[o.slots[k]].undefined_bits(l);
      if (any & facts_.significant) result[l] = ~uint64_t{0};
    });
  }

  const Computation& c_;
  ShadowFrame& f_;
  const FunctionCode& code_;
  const Site& site_;
  const ptx::Instruction& ptx_;
  const MicroOpFacts& facts_;
  OriginNumber origins_[kLanes] = {};
};

}  // namespace

void set_undefined_results(const Computation& c, ShadowFrame& frame) { Results(c, frame).set(); }

}  // namespace warplab::sim
