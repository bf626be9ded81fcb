// Values go from memory to registers and back: what each load brings, and what each store and
// atomic leaves.
#include "sim/observe/value_flow.hpp"
#include "sim/program/instruction_flags.hpp"
#include "sim/state/lanes.hpp"

namespace warplab::sim {

void ValueFlow::loaded(const AccessEvent& e, const LoadName* names) {
  if (!follows(e.op)) {  // of an asynchronous copy: no register has it
    ShadowWarp& warp = shadow_.of(e.warp);
    warp.copied = 0;
    for_lanes(e.mask, [&](unsigned l) {
      uint64_t bits = 0;
      if (const OriginNumber o = memory_.read(e, l, 0, e.bytes, bits)) {
        warp.copied |= 1u << l;
        warp.copied_origins[l] = o;
      }
    });
    if (warp.copied) shadow_.follow(e.warp);
    return;
  }
  bool any = false;
  ShadowFrame& f = shadow_.frame(e.warp);
  const uint32_t element = element_bytes(e.op);
  for (uint32_t k = 0; k < vector_width(e.op); ++k) {
    const Slot slot = facts_->slot(*e.warp.frame->function, data_place(e.op, k));
    if (slot == kNoSlot) continue;
    ShadowRegister& r = f.slots[slot];
    for_lanes(e.mask, [&](unsigned l) {
      if (names && names[l]) {
        r.names[l] = names[l];
        r.named |= 1u << l;
        any = true;
      }
      uint64_t bits = 0;
      if (const OriginNumber o = memory_.read(e, l, k * element, element, bits)) {
        const bool extends = e.op->flags & access_flag::kSigned;
        if (extends && (bits >> (8 * element - 1) & 1)) bits |= ~low_bits(8 * element);
        r.set_undefined(l, bits, o);
        any = true;
      }
    });
  }
  if (any) shadow_.follow(e.warp);
}

void ValueFlow::stored(const AccessEvent& e) {
  ShadowFrame& f = shadow_.frame(e.warp);
  if (ptx::is(instruction(e.op), ptx::Family::copy)) {
    ShadowWarp& warp = shadow_.of(e.warp);
    for_lanes(e.mask, [&](unsigned l) {
      const bool undefined = warp.copied >> l & 1;
      memory_.write(e, l, 0, e.bytes, undefined ? warp.copied_origins[l] : 0,
                    undefined ? ~uint64_t{0} : 0);
    });
    warp.copied = 0;
    return;
  }
  const uint32_t element = element_bytes(e.op);
  for (uint32_t k = 0; k < vector_width(e.op); ++k) {
    const Slot slot = facts_->slot(*e.warp.frame->function, data_place(e.op, k));
    for_lanes(e.mask, [&](unsigned l) {
      const uint64_t bits =
          slot == kNoSlot ? 0 : f.slots[slot].undefined_bits(l) & low_bits(8 * element);
      memory_.write(e, l, k * element, element, bits ? f.slots[slot].origins[l] : 0, bits);
    });
  }
}

void ValueFlow::updated(const AccessEvent& e) {
  const bool exchanges = instruction(e.op).has("exch");
  ShadowFrame& f = shadow_.frame(e.warp);
  const Slot result = facts_->slot(*e.warp.frame->function, e.op->d);
  for_lanes(e.mask, [&](unsigned l) {
    uint64_t bits = 0;
    const OriginNumber o = memory_.read(e, l, 0, e.bytes, bits);
    if (!o) return;
    if (!exchanges) {
      book_.add(UndefinedUse::update, site_of_student(e.warp, e.op),
                static_cast<uint32_t>(e.warp.block->linear), e.warp.first_thread + l, o);
    } else if (result != kNoSlot) {
      f.slots[result].set_undefined(l, bits, o);
      shadow_.follow(e.warp);
    }
    memory_.write(e, l, 0, e.bytes, 0, 0);
  });
}

}  // namespace warplab::sim
