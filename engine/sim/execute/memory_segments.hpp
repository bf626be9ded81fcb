#pragma once
// Accesses of warps that cover several rows of a tile, made row by row. Part of each build of the
// lane loops.
#include "sim/execute/access_cost.hpp"
#include "sim/execute/by_allocation.hpp"
#include "sim/execute/move_rows.hpp"
#include "sim/execute/racing_memory.hpp"
#include "sim/execute/segments.hpp"
#include "sim/work.hpp"

namespace warplab::sim::WARPLAB_ISA {

// May rows of a tile be made one after the other? Not where somebody wants to see each lane, nor of
// stores where lanes go backwards, or, in global memory, where a sweep looks at what they store.
template <AccessKind kKind>
inline bool goes_by_segments(const Warp& w, ptx::Space space) {
  const LaunchState& launch = *w.runner->launch;
  if (is_seen_by_lane<kKind>(w)) return false;
  if (kKind == AccessKind::load) return true;
  return !launch.order.lanes_reversed && !(launch.checks.marks && space == ptx::Space::global);
}

// The rows of a tile in which the lanes of this access lie, and the lanes' addresses; a count of 0,
// and no addresses, where they go one by one. Addresses without order need not be looked at all: a
// row of two lanes at the warp's beginning is taken for such.
template <AccessKind kKind, class Address>
inline Segments rows_of(Warp& w, const MicroOp* i, ptx::Space space, uint64_t* addresses) {
  Segments none;
  if ((i->flags & access_flag::kHasUsedBytes) || !goes_by_segments<kKind>(w, space)) return none;
  const auto* const registers = w.at<Address>(i->a);
  if (registers[2] - registers[1] != registers[1] - registers[0]) return none;
  for (unsigned l = 0; l < kLanes; ++l)
    addresses[l] = static_cast<Address>(registers[l] + static_cast<Address>(i->imm));
  return segments_of(addresses);
}

inline bool goes_on(Warp& w, const Allocation* a, const Segments& s, uint32_t bytes) {
  bool on = true;
  for (uint32_t k = 0; k < s.count; ++k) {
    const Segment& part = s.part[k];
    on &= goes_on(w, a, part.first, s.stride, bytes, part.end - part.begin);
  }
  return on;
}

// Bytes [low, low + span) are all that a row of lanes accesses, each of them aligned.
struct Reach {
  uint64_t low = 0, span = 0;
  bool holds = false;
};
inline Reach reach_of(const PatternCache& pattern, uint64_t first, uint32_t bytes) {
  const uint64_t low = first + pattern.low, high = first + pattern.high;
  if ((first | pattern.bits) & (bytes - 1)) return {};
  if (low > first || high < first || high - low > ~uint64_t{bytes}) return {};  // it comes round
  return {low, high - low + bytes, true};
}

template <class E, unsigned kWidth, AccessKind kKind>
inline void move_segments(Warp& w, const MicroOp* i, const Segments& s, std::byte* host) {
  Register<E>* places[kWidth];
  data_places<Register<E>, kWidth>(w, i, places);
  [[maybe_unused]] const RacingMemory racing;
  for (uint32_t k = 0; k < s.count; ++k) {
    const Segment& part = s.part[k];
    Register<E>* of_part[kWidth];
    for (unsigned v = 0; v < kWidth; ++v) of_part[v] = places[v] + part.begin;
    std::byte* const at = host + (part.first - s.part[0].first);
    const auto move = [&](unsigned lanes) __attribute__((always_inline)) {
      if constexpr (kKind == AccessKind::load) load_even<E, kWidth>(at, s.stride, of_part, lanes);
      else store_even<E, kWidth>(at, s.stride, of_part, lanes);
    };
    const unsigned lanes = part.end - part.begin;
    if (lanes == kLanes / 2) move(kLanes / 2);  // blocks of 16 x 16
    else move(lanes);
  }
}

inline void count_segments(Warp& w, const MicroOp* i, const PatternCache& pattern, uint32_t bytes) {
  auto& count = w.runner->counters.memory[i->memory];
  count.requests += 1;
  count.bytes += bytes * kLanes;
  count.units += pattern.units;
  count.ideal += pattern.ideal;
}

// False: these lanes go one by one, and nothing has happened yet. `next`: the next micro-operation,
// null where this ends the run.
template <class E, unsigned kWidth, AccessKind kKind>
inline bool access_global_segments(Warp& w, const MicroOp* i, const MicroOp*& next) {
  constexpr uint32_t kBytes = sizeof(E) * kWidth;
  uint64_t addresses[kLanes];
  const Segments s = rows_of<kKind, uint64_t>(w, i, ptx::Space::global, addresses);
  if (s.count == 0) return false;
  const PatternCache& pattern =
      pattern_of_all({w, i, ptx::Space::global, kKind, ~0u, kBytes, addresses, i->memory});
  const Reach reach = reach_of(pattern, s.part[0].first, kBytes);
  if (!reach.holds) return false;
  const Allocation*& known = w.runner->last_allocation[i->memory];
  if (!known || !known->contains(reach.low, reach.span)) {
    if (is_generic(i) && windows::space_of(reach.low) != ptx::Space::global) return false;
    const Allocation* const found = w.runner->launch->memory.find(reach.low, reach.span);
    if (!found || found->is_heap) return false;
    go_on_with(*w.runner, i->memory, found);
  }
  if (kKind == AccessKind::store && known->read_only) return false;
  next = i + 1;
  move_segments<E, kWidth, kKind>(w, i, s, known->host + (s.part[0].first - known->begin));
  count_segments(w, i, pattern, kBytes);
  if (!is_generic(i)) w.work += work_of_scattered(kLanes);
  w.work += work_of_other_pages(kKind, other_pages(s));
  if (kKind == AccessKind::store) w.stored_since_barrier = ~0u;
  if (w.runner->launch->checks.tracking && !track_global_segments<kKind, kBytes>(w, i, *known, s))
      [[unlikely]]
    next = goes_on(w, known, s, kBytes) ? i + 1 : nullptr;
  return true;
}

template <class E, unsigned kWidth, AccessKind kKind, class Address>
inline bool access_shared_segments(Warp& w, const MicroOp* i, const MicroOp*& next) {
  constexpr uint32_t kBytes = sizeof(E) * kWidth;
  uint64_t addresses[kLanes];
  const Segments s = rows_of<kKind, Address>(w, i, ptx::Space::shared, addresses);
  if (s.count == 0) return false;
  const PatternCache& pattern =
      pattern_of_all({w, i, ptx::Space::shared, kKind, ~0u, kBytes, addresses, i->memory});
  const Reach reach = reach_of(pattern, s.part[0].first, kBytes);
  if (!reach.holds) return false;
  const SharedLayout::Entry*& known = w.runner->last_shared[i->memory];
  if (!known || reach.low < known->begin || reach.span > known->bytes ||
      reach.low - known->begin > known->bytes - reach.span) {
    known = w.runner->launch->program->shared.find(reach.low, reach.span);
    if (!known) return false;
  }
  next = i + 1;
  move_segments<E, kWidth, kKind>(w, i, s, w.block->shared.data() + s.part[0].first);
  count_segments(w, i, pattern, kBytes);
  w.work += work_of_scattered(kLanes);
  if (kKind == AccessKind::store) w.stored_since_barrier = ~0u;
  if (w.block->tracking.enabled && !track_shared_segments<kKind>(w, s, kBytes)) [[unlikely]]
    next = goes_on(w, nullptr, s, kBytes) ? i + 1 : nullptr;
  return true;
}

}  // namespace warplab::sim::WARPLAB_ISA
