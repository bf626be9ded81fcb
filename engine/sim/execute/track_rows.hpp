#pragma once
// What rows of lanes do, told to the cheap check of tracking.hpp all at once: all 32 of a warp, or
// a segment of them. Part of each build of the lane loops.
#include <algorithm>
#include <bit>

#include "sim/execute/racing_memory.hpp"
#include "sim/execute/segments.hpp"
#include "sim/execute/track_access.hpp"
#include "sim/execute/track_ordered_rows.hpp"
#include "sim/scalar/isa.hpp"

namespace warplab::sim::WARPLAB_ISA {

// Bits of units in a row, one for each.
inline void set_units(const ZeroPages& bits, uint64_t first, uint64_t end) {
  auto* const words = bits.as<uint64_t>();
  for (uint64_t u = first; u < end; u = (u | 63) + 1) {
    const uint64_t count = std::min(end, (u | 63) + 1) - u;
    words[u >> 6] |= ~0ull >> (64 - count) << (u & 63);
  }
}
inline bool are_units_set(const ZeroPages& a, const ZeroPages& b, uint64_t first, uint64_t end) {
  bool all = true;
  for (uint64_t u = first; u < end; u = (u | 63) + 1) {
    const uint64_t count = std::min(end, (u | 63) + 1) - u;
    const uint64_t wanted = ~0ull >> (64 - count) << (u & 63);
    all &= ((a.as<uint64_t>()[u >> 6] | b.as<uint64_t>()[u >> 6]) & wanted) == wanted;
  }
  return all;
}

// Does a cell say of another thread than that of its lane, `me` + l, that it was there?
[[gnu::always_inline]] inline bool others_in_row(const uint32_t* cells, uint32_t me,
                                                 uint32_t log_units, uint32_t lanes) {
  uint32_t any = 0;
  if (log_units == 0)
    for (uint32_t l = 0; l < lanes; ++l)
      any |= static_cast<uint32_t>(cells[l] != 0) & static_cast<uint32_t>(cells[l] != me + l);
  else
    for (uint32_t u = 0; u < lanes << log_units; ++u)
      any |= static_cast<uint32_t>(cells[u] != 0) &
             static_cast<uint32_t>(cells[u] != me + (u >> log_units));
  return any != 0;
}

// The row of global memory in which `of` threads, from lane `begin` of the warp on, access 2^log
// units each, all next to each other.
struct TrackedRow {
  TrackedRow(Warp& w, const Allocation& a, uint64_t offset, uint32_t log, uint32_t begin,
             uint32_t of)
      : cells(w.runner->launch->checks.tracking->allocations[static_cast<size_t>(a.number)]),
        mine(w.runner->tracking.allocations[static_cast<size_t>(a.number)]),
        me(static_cast<uint32_t>(w.block->linear * w.runner->launch->threads_per_block +
                                 w.first_thread + begin + 1)),
        log_units(log),
        lanes(of),
        first(offset >> cells.unit_shift),
        end(first + (uint64_t{of} << log)) {}

  TrackedAllocation& cells;
  RunnerTracking::Entry& mine;
  const uint32_t me, log_units, lanes;
  const uint64_t first, end;  // units
};

[[gnu::always_inline]] inline bool track_store_row(const TrackedRow& row) {
  row.mine.wrote = true;
  uint32_t* const writer = row.cells.writer.as<uint32_t>() + row.first;
  const uint32_t me = row.me, log_units = row.log_units, lanes = row.lanes;
  [[maybe_unused]] const RacingMemory racing;
  bool fine = !others_in_row(writer, me, log_units, lanes);
  if (log_units == 0)
    for (uint32_t l = 0; l < lanes; ++l) writer[l] = me + l;
  else
    for (uint32_t u = 0; u < lanes << log_units; ++u) writer[u] = me + (u >> log_units);
  if (row.cells.reader)
    fine &= !others_in_row(row.cells.reader.as<uint32_t>() + row.first, me, log_units, lanes);
  set_units(row.mine.written, row.first, row.end);
  return fine;
}

[[gnu::always_inline]] inline bool track_load_row(const TrackedRow& row) {
  bool fine = true;
  if (!row.cells.fully_initialized)
    fine &= are_units_set(row.cells.initialized, row.mine.written, row.first, row.end);
  if (!row.cells.reads_tracked) {
    row.mine.read_untracked = true;
    return fine;
  }
  const uint32_t me = row.me, log_units = row.log_units, lanes = row.lanes;
  uint32_t* const reader = row.cells.reader.as<uint32_t>() + row.first;
  [[maybe_unused]] const RacingMemory racing;
  fine &= !others_in_row(row.cells.writer.as<uint32_t>() + row.first, me, log_units, lanes);
  if (log_units == 0)
    for (uint32_t l = 0; l < lanes; ++l)
      reader[l] = reader[l] == 0 || reader[l] == me + l ? me + l : kManyThreads;
  else
    for (uint32_t u = 0; u < lanes << log_units; ++u) {
      const uint32_t owner = me + (u >> log_units);
      reader[u] = reader[u] == 0 || reader[u] == owner ? owner : kManyThreads;
    }
  set_units(row.mine.read, row.first, row.end);
  return fine;
}

// This and the next two take a row's numbers, not an Even: one that is handed on lies in memory,
// and the loops over its lanes are a sixth slower for that. Each instantiation is called once, and
// always inlined: with those for bytes and halves the compiler stopped doing so, and column sums
// took a quarter longer. `lanes` lanes of the warp from `begin` on.
template <AccessKind kind, uint32_t bytes>
[[gnu::always_inline]] inline bool track_global_even(Warp& w, const Record* i, const Allocation& a,
                                                     uint64_t first, int64_t stride,
                                                     uint32_t begin = 0, uint32_t lanes = kLanes) {
  const auto number = static_cast<size_t>(a.number);
  TrackedAllocation& t = w.runner->launch->checks.tracking->allocations[number];
  if (kind == AccessKind::load) {
    RunnerTracking::Entry& mine = w.runner->tracking.allocations[number];
    if (i->flags & access_flag::kReadOnlyPath) mine.read_only_path = true;
    if (!t.reads_tracked && t.fully_initialized) {
      mine.read_untracked = true;
      return true;
    }
  }
  constexpr auto kLogBytes = static_cast<uint32_t>(std::countr_zero(bytes));
  if (stride == static_cast<int64_t>(bytes) && kLogBytes >= t.unit_shift &&
      (kind == AccessKind::store || !(i->flags & access_flag::kHasUsedBytes))) {
    if (kind == AccessKind::store) make_ready(w, t, (first - a.begin) >> t.unit_shift);
    const TrackedRow row(w, a, first - a.begin, kLogBytes - t.unit_shift, begin, lanes);
    return kind == AccessKind::load ? track_load_row(row) : track_store_row(row);
  }
  bool fine = true;
  // At one place the first lane meets who was there, and the last one is who stays.
  const unsigned step = stride == 0 ? std::max(lanes - 1, 1u) : 1;
  for (unsigned l = 0; l < lanes; l += step)
    fine &= track_global(
        w, a,
        {kind, address_of(l, first, stride), bytes, used_bytes(i), w.first_thread + begin + l},
        i->flags & access_flag::kReadOnlyPath);
  return fine;
}

template <AccessKind kind, uint32_t bytes>
[[gnu::always_inline]] inline bool track_global_segments(Warp& w, const Record* i,
                                                         const Allocation& a, const Segments& s) {
  bool fine = true;
  for (uint32_t k = 0; k < s.count; ++k) {
    const Segment& part = s.part[k];
    fine &= track_global_even<kind, bytes>(w, i, a, part.first, s.stride, part.begin,
                                           part.end - part.begin);
  }
  return fine;
}

// Lanes side by side, each of 2^log_units units that are looked at alike. `thread`: of the first.
[[gnu::always_inline]] inline bool track_shared_row(Warp& w, AccessKind kind, uint64_t first_unit,
                                                    uint32_t log_units, uint32_t thread,
                                                    uint32_t lanes = kLanes) {
  SharedTracking& t = w.block->tracking;
  const SharedTime time(w);
  const SharedUnits units{time.seen, t.first_epoch << kSharedTagBits};
  const uint32_t me = time.now | (thread + 1);
  uint32_t* const __restrict writer = t.writer.data() + first_unit;
  uint32_t* const __restrict reader = t.reader.data() + first_unit;
  uint32_t bad = 0;
  const auto load = [&](uint32_t u, uint32_t mine) {
    bad |= units.load(writer[u], reader[u], mine);
  };
  const auto store = [&](uint32_t u, uint32_t mine) {
    bad |= units.store(writer[u], reader[u], mine);
  };
  if (log_units == 0 && kind == AccessKind::load)
    for (uint32_t l = 0; l < lanes; ++l) load(l, me + l);
  else if (log_units == 0)
    for (uint32_t l = 0; l < lanes; ++l) store(l, me + l);
  else if (kind == AccessKind::load)
    for (uint32_t u = 0; u < lanes << log_units; ++u) load(u, me + (u >> log_units));
  else
    for (uint32_t u = 0; u < lanes << log_units; ++u) store(u, me + (u >> log_units));
  return bad == 0;
}

// Lanes `step` units apart, each of a single unit: a column of a tile.
inline bool track_shared_column(Warp& w, AccessKind kind, uint64_t first_unit, int64_t step,
                                uint32_t thread, uint32_t lanes = kLanes) {
  SharedTracking& t = w.block->tracking;
  const SharedTime time(w);
  const SharedUnits units{time.seen, t.first_epoch << kSharedTagBits};
  const uint32_t me = time.now | (thread + 1);
  uint32_t* writer = t.writer.data() + first_unit;
  uint32_t* reader = t.reader.data() + first_unit;
  uint32_t bad = 0;
  for (uint32_t l = 0; l < lanes; ++l, writer += step, reader += step)
    bad |= kind == AccessKind::load ? units.load(*writer, *reader, me + l)
                                    : units.store(*writer, *reader, me + l);
  return bad == 0;
}

// All of these lanes load one place, so that whoever has just stored there is another thread.
inline bool track_shared_broadcast(Warp& w, uint64_t first_unit, uint64_t last_unit) {
  SharedTracking& t = w.block->tracking;
  const SharedTime time(w);
  const uint32_t start = t.first_epoch << kSharedTagBits;
  bool fine = true;
  for (uint64_t u = first_unit; u <= last_unit; ++u) {
    const uint32_t writer = t.writer[u];
    fine &= writer >= start && writer < time.seen;
    t.reader[u] = with_many(t.reader[u], time.now);
  }
  return fine;
}

inline bool track_shared_even(Warp& w, const Record* i, AccessKind kind, uint64_t first,
                              int64_t stride, uint32_t bytes) {
  SharedTracking& t = w.block->tracking;
  if (t.order) [[unlikely]]
    return track_ordered_even(w, i, kind, first, stride, bytes);
  const uint32_t shift = t.unit_shift, thread = w.first_thread;
  const bool whole = !(i->flags & access_flag::kHasUsedBytes);
  if (shift == 2 && bytes == 4 && stride == 4)
    return track_shared_row(w, kind, first / 4, 0, thread);
  if (stride == 0 && kind == AccessKind::load && whole)
    return track_shared_broadcast(w, first >> shift, (first + bytes - 1) >> shift);
  if (stride == static_cast<int64_t>(bytes) && whole)
    return track_shared_row(w, kind, first >> shift,
                            static_cast<uint32_t>(std::countr_zero(bytes)) - shift, thread);
  if (bytes >> shift == 1 && stride != 0 && stride % static_cast<int64_t>(bytes) == 0 && whole)
    return track_shared_column(w, kind, first >> shift, stride >> shift, thread);
  bool fine = true;
  // At one place the second lane that stores has met the first, and the last one is who stays.
  const unsigned step = stride == 0 && kind == AccessKind::store ? kLanes - 1 : 1;
  for (unsigned l = 0; l < kLanes; l += step)
    fine &= track_shared(
        w, {kind, address_of(l, first, stride), bytes, used_bytes(i), w.first_thread + l});
  return fine;
}

// Segments that use all that they access, one after the other.
inline bool track_shared_segments(Warp& w, AccessKind kind, const Segments& s, uint32_t bytes) {
  const uint32_t shift = w.block->tracking.unit_shift;
  const auto log_units = static_cast<uint32_t>(std::countr_zero(bytes)) - shift;
  const bool is_row = s.stride == static_cast<int64_t>(bytes);
  bool fine = true;
  for (uint32_t k = 0; k < s.count; ++k) {
    const Segment& part = s.part[k];
    const uint64_t unit = part.first >> shift;
    const uint32_t thread = w.first_thread + part.begin, lanes = part.end - part.begin;
    if (lanes == 1) {
      fine &= track_shared(w, {kind, part.first, bytes, ~0u, thread});
    } else if (s.stride == 0 && kind == AccessKind::load) {
      fine &= track_shared_broadcast(w, unit, (part.first + bytes - 1) >> shift);
    } else if (is_row && lanes == kLanes / 2) {
      fine &= track_shared_row(w, kind, unit, log_units, thread, kLanes / 2);
    } else if (is_row) {
      fine &= track_shared_row(w, kind, unit, log_units, thread, lanes);
    } else if (log_units == 0 && s.stride % static_cast<int64_t>(bytes) == 0) {
      // One lane that stores where the one before it does has met it.
      fine &= track_shared_column(w, kind, unit, s.stride >> shift, thread, lanes);
    } else {
      for (uint32_t l = 0; l < lanes; ++l)
        fine &=
            track_shared(w, {kind, address_of(l, part.first, s.stride), bytes, ~0u, thread + l});
    }
  }
  return fine;
}

}  // namespace warplab::sim::WARPLAB_ISA
