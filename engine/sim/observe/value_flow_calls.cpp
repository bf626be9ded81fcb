// Values go into and out of functions through parameter areas, whose 4-byte words are slots of
// their own.
#include <algorithm>

#include "sim/observe/value_flow.hpp"
#include "sim/program/instruction_flags.hpp"
#include "sim/state/lanes.hpp"
#include "sim/state/suspects.hpp"

namespace warplab::sim {

// The running split has just entered the function: what it was given, and what has no value yet.
void ValueFlow::frame_starts(Warp& w) {
  const FunctionCode& code = *w.frame->function;
  if (!code.zeroed.empty()) shadow_.follow(w);
  if (launch_->checks.suspects && !launch_->checks.suspects->undefined() && !w.followed) return;
  ShadowFrame& f = shadow_.frame(w);
  f.slots.resize(facts_->slots(code));
  for (ShadowRegister& r : f.slots) r.clear(w.mask);
  memory_.frame_starts(w, w.mask, w.frame->local_base, code.local_bytes);
  for (Place place : code.zeroed) {
    const Slot s = facts_->slot(code, place);
    if (s == kNoSlot) continue;
    f.slots[s].undefined |= w.mask;
    for_lanes(w.mask, [&](unsigned l) {
      f.slots[s].origins[l] = origin_here(w, program_->code[code.entry].site, l);
    });
  }
  const Frame* caller = w.frame->caller;
  if (!caller) return;
  ShadowFrame& from = shadow_.frame(w, caller);
  ShadowFrame& to = shadow_.frame(w);
  const CallSite& call = program_->calls[w.frame->return_to->call];
  for (size_t k = 0; k < call.arguments.size() && k < code.parameters.size(); ++k)
    copy_area({*caller->function, from, call.arguments[k]}, {code, to, code.parameters[k]}, w.mask);
}

void ValueFlow::leave(const Step& s) {
  const Frame* caller = s.warp.frame->caller;
  if (!caller || !s.lanes) return;
  ShadowFrame& to = shadow_.frame(s.warp, caller);
  ShadowFrame& from = shadow_.frame(s.warp);
  const CallSite& call = program_->calls[s.warp.frame->return_to->call];
  for (size_t k = 0; k < call.results.size() && k < s.code().results.size(); ++k)
    copy_area({s.code(), from, s.code().results[k]}, {*caller->function, to, call.results[k]},
              s.lanes);
}

void ValueFlow::copy_area(const AreaInFrame& from, const AreaInFrame& to, uint32_t lanes) {
  for (uint32_t word = 0; word < (std::min(from.area.bytes, to.area.bytes) + 3) / 4; ++word) {
    const Slot a = facts_->area_slot(from.code, from.area, word);
    const Slot b = facts_->area_slot(to.code, to.area, word);
    if (a == kNoSlot || b == kNoSlot) continue;
    const ShadowRegister& given = from.frame.slots[a];
    for_lanes(lanes, [&](unsigned l) {
      to.frame.slots[b].set_undefined(l, given.undefined_bits(l), given.origins[l], 32);
    });
  }
}

void ValueFlow::call(const Step& s) {
  use_all(s, UndefinedUse::decision);
  // What comes back is overwritten by the results; printf's has a value.
  for (const ParameterArea& a : program_->calls[s.op->call].results)
    for (uint32_t word = 0; word < (a.bytes + 3) / 4; ++word)
      if (const Slot r = facts_->area_slot(s.code(), a, word); r != kNoSlot)
        s.frame.slots[r].clear(s.lanes);
}

namespace {

// Where a micro-operation begins in its function's parameter area: MicroOp::imm of load_area and
// store_area.
struct AreaAccess {
  uint32_t offset, at, element, width;
  explicit AreaAccess(const MicroOp* i)
      : offset(static_cast<uint32_t>(i->imm >> 32)),
        at(static_cast<uint32_t>(i->imm)),
        element(element_bytes(i)),
        width(vector_width(i)) {}
  // Byte `byte` of element `k`: in which word of the area, and how far to the left in it.
  uint32_t place(uint32_t k, uint32_t byte) const {
    return offset + (at + k * element + byte) / 4 * kBytesPerNarrow;
  }
  unsigned shift(uint32_t k, uint32_t byte) const { return 8 * ((at + k * element + byte) % 4); }
};

}  // namespace

void ValueFlow::load_area(const Step& s) {
  const AreaAccess area(s.op);
  for (uint32_t k = 0; k < area.width; ++k) {
    const Slot to = slot(s, data_place(s.op, k));
    if (to == kNoSlot) continue;
    ShadowRegister& result = s.frame.slots[to];
    result.clear(s.lanes);
    for (uint32_t byte = 0; byte < area.element; ++byte) {
      const Slot from = slot(s, area.place(k, byte));
      if (from == kNoSlot) continue;
      const ShadowRegister& word = s.frame.slots[from];
      for_lanes(word.undefined & s.lanes, [&](unsigned l) {
        const uint64_t lost = word.undefined_bits(l) >> area.shift(k, byte) & 0xff;
        if (lost == 0) return;
        result.set_undefined(l, result.undefined_bits(l) | lost << 8 * byte, word.origins[l]);
      });
    }
  }
}

void ValueFlow::store_area(const Step& s) {
  const AreaAccess area(s.op);
  for (uint32_t k = 0; k < area.width; ++k) {
    const Slot from = slot(s, data_place(s.op, k));
    const ShadowRegister* const data = from == kNoSlot ? nullptr : &s.frame.slots[from];
    for (uint32_t byte = 0; byte < area.element; ++byte) {
      const Slot to = slot(s, area.place(k, byte));
      if (to == kNoSlot) continue;
      ShadowRegister& word = s.frame.slots[to];
      const unsigned shift = area.shift(k, byte);
      for_lanes(((data ? data->undefined : 0) | word.undefined) & s.lanes, [&](unsigned l) {
        const uint64_t stored = data ? (data->undefined_bits(l) >> 8 * byte & 0xff) << shift : 0;
        const OriginNumber origin = stored ? data->origins[l] : word.origins[l];
        const uint64_t others = word.undefined_bits(l) & ~(uint64_t{0xff} << shift);
        word.set_undefined(l, others | stored, origin, 32);
      });
    }
  }
}

}  // namespace warplab::sim
