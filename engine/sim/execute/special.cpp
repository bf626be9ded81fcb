#include "sim/execute/special.hpp"

#include <cstring>

#include "sim/execute/late_writes.hpp"
#include "sim/execute/stop.hpp"
#include "sim/execute/tell.hpp"
#include "sim/state/lanes.hpp"

namespace warplab::sim {

const Record* guarded(Warp& w, const Record* i) {
  const uint32_t p = w.predicate(i->guard) ^ (i->flags & kGuardNegated ? ~0u : 0u);
  const uint32_t all = w.mask, active = all & p;
  if (active == 0) return i + 1;
  w.mask = active;
  const Record* next = i->inner(w, i);
  w.mask = all;
  return next;
}

const Record* local_address(Warp& w, const Record* i) {
  for_lanes(w.mask, [&](unsigned l) { w.at<uint64_t>(i->d)[l] = w.frame->local_base + i->imm; });
  return i + 1;
}
const Record* local_address_narrow(Warp& w, const Record* i) {
  for_lanes(w.mask, [&](unsigned l) {
    w.at<uint32_t>(i->d)[l] = static_cast<uint32_t>(w.frame->local_base + i->imm);
  });
  return i + 1;
}

const Record* is_in_space(Warp& w, const Record* i) {
  const auto* a = w.at<uint64_t>(i->a);
  const AddressSpace& addresses = *w.runner->launch->memory.addresses;
  uint32_t in = 0;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!(w.mask >> l & 1)) continue;
    bool here = Windows::holds(i->imm, a[l]);
    if (i->imm == 0) {  // global or constant: which of the two, the allocation says
      const Allocation* found = addresses.find(a[l], 1);
      const bool is_constant = found && found->read_only;
      here = i->flags & kIsConstant
                 ? is_constant
                 : addresses.windows().space_of(a[l]) == ptx::Space::global && !is_constant;
    }
    in |= static_cast<uint32_t>(here) << l;
  }
  if (i->d == kNowhere) return i + 1;
  uint32_t& d = w.predicate(i->d);
  d = (d & ~w.mask) | (in & w.mask);
  return i + 1;
}

const Record* do_nothing(Warp&, const Record* i) { return i + 1; }

const Record* undefined_carry(Warp& w, const Record* i) {
  const uint32_t thread = w.first_thread + static_cast<uint32_t>(std::countr_zero(w.mask));
  const auto count = static_cast<uint64_t>(std::popcount(w.mask));
  if (w.runner->is_known(FindingKind::undefined_behavior, i->site, 0, w.block->linear, thread,
                         count))
    return i + 1;
  RawFinding f;
  f.kind = FindingKind::undefined_behavior;
  f.site = i->site;
  f.block = w.block->linear;
  f.thread = thread;
  f.count = count;
  f.text = i->imm ? "takes the carry of an addition for the borrow of a subtraction, or the other "
                    "way round: continue add.cc and mad.cc with addc or madc, sub.cc with subc"
                  : "uses a carry that no instruction just before has set: begin with add.cc, "
                    "sub.cc or mad.cc";
  w.runner->report(std::move(f));
  return i + 1;
}

const Record* memory_fence(Warp& w, const Record* i) {
  if (LateWrites* const late = w.runner->launch->order.late) [[unlikely]]
    late->publish(w, w.mask, static_cast<AccessScope>(i->imm));
  if (Observer* observer = w.block->observed_by->fences)
    observer->fence({place_of(w, i), w, w.mask, static_cast<AccessScope>(i->imm)});
  return i + 1;
}

const Record* trap(Warp& w, const Record* i) { return stop_with(w, i, FindingKind::trap, w.mask); }

const Record* breakpoint(Warp& w, const Record* i) {
  return stop_with(w, i, FindingKind::trap, w.mask,
                   "comes to a breakpoint (brkpt), at which the kernel fails where no debugger "
                   "watches it; take it out");
}

const Record* pack(Warp& w, const Record* i) {
  const auto& parts = w.runner->launch->program->vectors[i->aux].places;
  const uint32_t bytes = i->flags & 15;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!(w.mask >> l & 1)) continue;
    std::byte* d = w.at<std::byte>(i->d) + l * bytes * parts.size();
    for (size_t k = 0; k < parts.size(); ++k) {
      const uint64_t v = bytes == 8 ? w.at<uint64_t>(parts[k])[l] : w.at<uint32_t>(parts[k])[l];
      std::memcpy(d + k * bytes, &v, bytes);
    }
  }
  return i + 1;
}

const Record* unpack(Warp& w, const Record* i) {
  const auto& parts = w.runner->launch->program->vectors[i->aux].places;
  const uint32_t bytes = i->flags & 15;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!(w.mask >> l & 1)) continue;
    const std::byte* a = w.at<std::byte>(i->a) + l * bytes * parts.size();
    for (size_t k = 0; k < parts.size(); ++k) {
      if (parts[k] == kNowhere) continue;
      uint64_t v = 0;
      std::memcpy(&v, a + k * bytes, bytes);
      if (bytes == 8) w.at<uint64_t>(parts[k])[l] = v;
      else w.at<uint32_t>(parts[k])[l] = static_cast<uint32_t>(v);
    }
  }
  return i + 1;
}

const Record* move_wide_low(Warp& w, const Record* i) {
  const auto* a = w.at<uint64_t>(i->a);
  auto* const d = w.at<uint32_t>(i->d);
  for_lanes(w.mask, [&](unsigned l) { d[l] = static_cast<uint32_t>(a[l]); });
  return i + 1;
}

}  // namespace warplab::sim
