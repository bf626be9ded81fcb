#include "sim/execute/copy_handlers.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "sim/device/device_heap.hpp"
#include "sim/execute/copy_advice.hpp"
#include "sim/execute/memory.hpp"
#include "sim/program/instruction_flags.hpp"
#include "sim/state/lanes.hpp"

namespace warplab::sim {

namespace {

// The bytes that a lane takes from memory.
uint64_t bytes_taken(Warp& w, const MicroOp* i, unsigned lane) {
  if (i->flags & (kCopyIf | kCopyUnless)) {
    const bool holds = w.predicate(i->c) >> lane & 1;
    return holds == ((i->flags & kCopyIf) != 0) ? i->imm : 0;
  }
  return std::min<uint64_t>(w.at<uint32_t>(i->a)[lane], i->imm);
}

// A lane touches what a copy may still be reading or writing.
struct TooEarly {
  uint64_t address;
  uint32_t bytes;
  ptx::Space space;
  AccessKind kind;
  Says does;       // reads
  Says it_may_be;  // writing_it
};

void report(Warp& w, const MicroOp* i, unsigned lane, const AsyncCopies::Found& copy,
            const TooEarly& early) {
  const uint32_t thread = w.first_thread + lane;
  if (w.runner->is_known(FindingKind::race, i->site, copy.site, w.block->linear, thread)) return;
  const LaunchState& launch = *w.runner->launch;
  const int line = launch.program->sites[copy.site].line;
  RawFinding f;
  f.kind = FindingKind::race;
  f.site = i->site;
  f.other_site = copy.site;
  f.block = f.other_block = w.block->linear;
  f.thread = thread;
  f.other_thread = copy.thread;
  f.address = early.address;
  f.bytes = early.bytes;
  f.space = early.space;
  f.access = early.kind;
  f.count = 1;
  const data::Thread user{position_of(thread, launch.launch->block)};
  f.told.what =
      line > 0
          ? say(Says::copy_of_line_meanwhile, user, early.does, Own::element, line, early.it_may_be)
          : say(Says::copy_meanwhile, user, early.does, Own::element, early.it_may_be);
  f.told.advice = what_to_wait_for(copy, thread, *launch.program);
  w.runner->report(std::move(f));
}

constexpr Says kDoes[kAccessKinds] = {Says::reads, Says::writes, Says::updates};

}  // namespace

const MicroOp* limit_async_copy(Warp& w, const MicroOp* i) {
  uint32_t lanes = 0;
  for_lanes(w.mask,
            [&](unsigned l) { lanes |= static_cast<uint32_t>(bytes_taken(w, i, l) != 0) << l; });
  *w.at<uint32_t>(i->d) = lanes;
  return i + 1;
}

const MicroOp* fill_up_async_copy(Warp& w, const MicroOp* i) {
  const auto& words = w.runner->launch->program->vectors[i->vector].places;
  for_lanes(w.mask, [&](unsigned l) {
    const uint64_t taken = bytes_taken(w, i, l);
    for (size_t k = 0; k < words.size(); ++k) {
      uint32_t& word = w.at<uint32_t>(words[k])[l];
      if (taken <= 4 * k) word = 0;
      else if (taken < 4 * k + 4) word &= (uint32_t{1} << 8 * (taken - 4 * k)) - 1;
    }
  });
  return i + 1;
}

// What nobody can write need not be remembered: that is what most copies take.
const MicroOp* read_by_async_copy(Warp& w, const MicroOp* i) {
  uint64_t addresses[kLanes];
  lane_addresses(w, i, addresses);
  const LaunchState& launch = *w.runner->launch;
  const Allocation* last = nullptr;
  for_lanes(w.mask, [&](unsigned l) {
    const uint32_t bytes =
        i->b == kNowhere ? i->bytes : std::min(w.at<uint32_t>(i->b)[l], i->bytes);
    if (bytes == 0) return;
    if (!last || !last->contains(addresses[l], bytes)) {
      last = launch.memory.heap->find(addresses[l], bytes);
      if (!last) last = launch.memory.find(addresses[l], bytes);
    }
    if (last && !last->read_only)
      w.block->copies.read(w.first_thread + l, addresses[l], bytes, i->site);
  });
  return i + 1;
}

// Of two copies that write one place either may be the last one, unless the first has been waited
// for. Where both write the same nobody can tell.
const MicroOp* start_async_copy(Warp& w, const MicroOp* i) {
  uint64_t offsets[kLanes];
  const uint32_t bytes = access_bytes(i);
  const Program& program = *w.runner->launch->program;
  AsyncCopies& copies = w.block->copies;
  uint32_t lanes = 0;
  for_lanes(shared_offsets(w, i, offsets), [&](unsigned l) {
    lanes |= static_cast<uint32_t>(program.shared.find(offsets[l], bytes) != nullptr) << l;
  });
  if (!copies.none())
    for_lanes(lanes, [&](unsigned l) {
      for (uint32_t k = 0; k < bytes; k += 4) {
        const uint64_t at = offsets[l] + k;
        const AsyncCopies::Found other = copies.find(w.first_thread + l, at, 4, i->site);
        if (!other.is_there) continue;
        const Place place = bytes == 4 ? i->d : program.vectors[i->vector].places[k / 4];
        if (std::memcmp(w.block->shared.data() + at, &w.at<uint32_t>(place)[l], 4) == 0) continue;
        report(w, i, l, other,
               {at, 4, ptx::Space::shared, AccessKind::store, Says::starts_copy_to,
                Says::writing_there});
        return;
      }
    });
  for_lanes(lanes, [&](unsigned l) {
    copies.start(w.first_thread + l, static_cast<uint32_t>(offsets[l]), bytes, i->site);
  });
  return i + 1;
}

const MicroOp* commit_async_copies(Warp& w, const MicroOp* i) {
  for (uint32_t m = w.mask; m; m &= m - 1)
    w.block->copies.commit(w.first_thread + static_cast<uint32_t>(std::countr_zero(m)));
  return i + 1;
}

const MicroOp* wait_for_async_copies(Warp& w, const MicroOp* i) {
  for (uint32_t m = w.mask; m; m &= m - 1)
    w.block->copies.wait(w.first_thread + static_cast<uint32_t>(std::countr_zero(m)),
                         static_cast<uint32_t>(i->imm));
  return i + 1;
}

const MicroOp* publish_async_copies(Warp& w, const MicroOp* i) {
  if (w.block->copies.none()) return i + 1;
  for (uint32_t m = w.mask; m; m &= m - 1)
    w.block->copies.publish(w.first_thread + static_cast<uint32_t>(std::countr_zero(m)));
  return i + 1;
}

const MicroOp* check_async_copies(Warp& w, const MicroOp* i) {
  if (w.block->copies.none()) return i + 1;
  uint64_t offsets[kLanes];
  const uint32_t bytes = access_bytes(i);
  const auto kind = static_cast<AccessKind>(i->kind);
  for_lanes(shared_offsets(w, i, offsets), [&](unsigned l) {
    if (!w.block->copies.may_be_at(offsets[l], bytes)) return;
    const AsyncCopies::Found copy =
        w.block->copies.find(w.first_thread + l, offsets[l], bytes, i->site);
    if (copy.is_there)
      report(w, i, l, copy,
             {offsets[l], bytes, ptx::Space::shared, kind, kDoes[i->kind], Says::writing_it});
  });
  return i + 1;
}

const MicroOp* check_copy_sources(Warp& w, const MicroOp* i) {
  if (w.block->copies.none()) return i + 1;
  uint64_t addresses[kLanes];
  lane_addresses(w, i, addresses);
  const uint32_t bytes = access_bytes(i);
  const auto kind = static_cast<AccessKind>(i->kind);
  for_lanes(w.mask, [&](unsigned l) {
    const AsyncCopies::Found copy =
        w.block->copies.find_source(w.first_thread + l, addresses[l], bytes, i->site);
    if (copy.is_there)
      report(w, i, l, copy,
             {addresses[l], bytes, ptx::Space::global, kind, kDoes[i->kind], Says::reading_it});
  });
  return i + 1;
}

}  // namespace warplab::sim
