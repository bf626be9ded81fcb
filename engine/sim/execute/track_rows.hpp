#pragma once
// What rows of lanes do, told to the cheap check of tracking.hpp all at once: all 32 of a warp, or
// a segment of them. Part of each build of the lane loops.
#include <algorithm>
#include <bit>

#include "sim/execute/racing_memory.hpp"
#include "sim/execute/segments.hpp"
#include "sim/execute/track_access.hpp"
#include "sim/scalar/isa.hpp"

namespace warplab::sim::WARPLAB_ISA {

inline uint64_t address_of(unsigned lane, uint64_t first, int64_t stride) {
  return first + static_cast<uint64_t>(static_cast<int64_t>(lane) * stride);
}

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

// kCount: row.lanes, where they are known, so that the compiler makes vectors of them; 0: ask.
template <uint32_t kCount>
inline bool track_store_row(const TrackedRow& row) {
  row.mine.wrote = true;
  uint32_t* const writer = row.cells.writer.as<uint32_t>() + row.first;
  const uint32_t me = row.me, log_units = row.log_units;
  const uint32_t lanes = kCount != 0 ? kCount : row.lanes;
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

template <uint32_t kCount>
inline bool track_load_row(const TrackedRow& row) {
  bool fine = true;
  if (!row.cells.fully_initialized)
    fine &= are_units_set(row.cells.initialized, row.mine.written, row.first, row.end);
  if (!row.cells.reads_tracked) {
    row.mine.read_untracked = true;
    return fine;
  }
  const uint32_t me = row.me, log_units = row.log_units;
  const uint32_t lanes = kCount != 0 ? kCount : row.lanes;
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
// took a quarter longer.
struct LaneRange {  // of the warp
  uint32_t begin = 0, count = kLanes;
};
template <AccessKind kind, uint32_t bytes, bool kWhole = true>
[[gnu::always_inline]] inline bool track_global_even(Warp& w, const MicroOp* i, const Allocation& a,
                                                     uint64_t first, int64_t stride,
                                                     LaneRange range = {}) {
  const uint32_t begin = range.begin, lanes = range.count;
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
    constexpr uint32_t kCount = kWhole ? kLanes : 0;
    return kind == AccessKind::load ? track_load_row<kCount>(row) : track_store_row<kCount>(row);
  }
  bool fine = true;
  // At one place the first lane meets who was there, and the last one is who stays.
  const unsigned step = stride == 0 ? std::max(lanes - 1, 1u) : 1;
  const bool read_only_path = i->flags & access_flag::kReadOnlyPath;
  for (unsigned l = 0; l < lanes; l += step) {
    const OneAccess one{kind, address_of(l, first, stride), bytes, used_bytes(i),
                        w.first_thread + begin + l};
    fine &= kWhole ? track_global_here(w, a, one, read_only_path)
                   : track_global(w, a, one, read_only_path);
  }
  return fine;
}

template <AccessKind kind, uint32_t bytes>
[[gnu::always_inline]] inline bool track_global_segments(Warp& w, const MicroOp* i,
                                                         const Allocation& a, const Segments& s) {
  bool fine = true;
  for (uint32_t k = 0; k < s.count; ++k) {
    const Segment& part = s.part[k];
    fine &= track_global_even<kind, bytes, false>(w, i, a, part.first, s.stride,
                                                  {part.begin, part.end - part.begin});
  }
  return fine;
}

// In shared memory, `count` lanes of the warp from `begin` on: their units, `step` apart.
struct SharedRow {
  SharedTracking& t;
  uint64_t first = 0;
  int64_t step = 1;
  uint32_t begin = 0, count = kLanes;
};

// Lanes side by side, each of 2^log_units units that are looked at alike.
template <AccessKind kind>
[[gnu::always_inline]] inline bool track_shared_row(const Warp& w, const SharedRow& row,
                                                    uint32_t log_units, uint32_t lanes) {
  const SharedUnits units(row.t);
  const uint32_t me = units.seen | (w.first_thread + row.begin + 1);
  uint32_t* const __restrict writer = row.t.writer.data() + row.first;
  uint32_t* const __restrict reader = row.t.reader.data() + row.first;
  uint32_t bad = 0;
  const auto touch = [&](uint32_t u, uint32_t mine) {
    if constexpr (kind == AccessKind::load) bad |= units.load(writer[u], reader[u], mine);
    else bad |= units.store(writer[u], reader[u], mine);
  };
  if (log_units == 0)
    for (uint32_t l = 0; l < lanes; ++l) touch(l, me + l);
  else
    for (uint32_t u = 0; u < lanes << log_units; ++u) touch(u, me + (u >> log_units));
  return bad == 0;
}

// Lanes some units apart, each of a single one: a column of a tile.
template <AccessKind kind>
inline bool track_shared_column(const Warp& w, const SharedRow& row) {
  const SharedUnits units(row.t);
  const uint32_t me = units.seen | (w.first_thread + row.begin + 1);
  uint32_t* writer = row.t.writer.data() + row.first;
  uint32_t* reader = row.t.reader.data() + row.first;
  uint32_t bad = 0;
  for (uint32_t l = 0; l < row.count; ++l, writer += row.step, reader += row.step)
    bad |= kind == AccessKind::load ? units.load(*writer, *reader, me + l)
                                    : units.store(*writer, *reader, me + l);
  return bad == 0;
}

// Is the cell's access not behind all lanes of the warp of these limits?
inline uint32_t is_open(uint32_t cell, const uint32_t* limits) {
  return static_cast<uint32_t>(
      cell >= limits[(((cell & kSharedTags) - 1) >> 5) & (WarpClocks::kLimits - 1)]);
}
inline uint32_t is_open(uint32_t cell, const uint32_t* limits, uint32_t mine) {
  return is_open(cell, limits) & static_cast<uint32_t>(!is_alike(cell, mine));
}

// The same two where warps have clocks: units lie `row.step` apart from lane to lane, `units` of
// them for each.
template <AccessKind kind>
inline bool track_clocked_row(Warp& w, const SharedRow& row, unsigned units) {
  SharedTracking& t = row.t;
  WarpClocks& clocks = *t.clocks;
  const uint32_t start = t.first_epoch << kSharedTagBits;
  const uint32_t* const limits = clocks.limits(w).data();
  const uint32_t me = clock_of(w) << kSharedTagBits | (w.first_thread + row.begin + 1);
  const uint32_t own = 1u << w.index;
  const auto step = row.step;
  const auto lanes = static_cast<int64_t>(row.count);
  bool fine = true;
  for (unsigned k = 0; k < units; ++k) {
    uint32_t* const writer = t.writer.data() + row.first + k;
    uint32_t* const reader = t.reader.data() + row.first + k;
    uint32_t* const readers = clocks.readers.data() + row.first + k;
    uint32_t* const updaters = clocks.updaters.data() + row.first + k;
    uint32_t open = 0;
    for (int64_t l = 0; l < lanes; ++l) {
      const uint32_t mine = me + static_cast<uint32_t>(l);
      open |= is_open(writer[l * step], limits, mine);
      if (kind == AccessKind::load) open |= static_cast<uint32_t>(writer[l * step] < start);
      else open |= is_open(reader[l * step], limits, mine);
    }
    if (open)
      for (int64_t l = 0; l < lanes; ++l) {
        const unsigned lane = row.begin + static_cast<unsigned>(l);
        fine &= clocks.is_before(w, lane, writer[l * step], updaters[l * step]);
        if (kind == AccessKind::load) fine &= writer[l * step] >= start;
        else fine &= clocks.is_before(w, lane, reader[l * step], readers[l * step]);
      }
    for (int64_t l = 0; l < lanes; ++l) {
      const uint32_t mine = me + static_cast<uint32_t>(l);
      if (kind == AccessKind::load) {
        const uint32_t cell = reader[l * step];
        const bool stays = is_open(cell, limits, mine) != 0;
        reader[l * step] = stays ? with_many(cell, mine) : mine;
        readers[l * step] = (stays ? readers[l * step] : 0) | own;
      } else {
        // Who comes after this has all that came before it behind him, too.
        writer[l * step] = mine;
        reader[l * step] = 0;
      }
    }
  }
  return fine;
}

// All of these lanes, more than one, load one place: whoever has just stored there is another
// thread.
[[gnu::always_inline]] inline bool track_shared_broadcast(const SharedRow& row,
                                                          uint64_t last_unit) {
  const SharedUnits units(row.t);
  bool fine = true;
  for (uint64_t u = row.first; u <= last_unit; ++u) {
    const uint32_t writer = row.t.writer[u];
    fine &= writer >= units.start && writer < units.seen;
    row.t.reader[u] = with_many(row.t.reader[u], units.seen);
  }
  return fine;
}

// The same where warps have clocks.
inline bool track_clocked_broadcast(Warp& w, const SharedRow& row, uint64_t last_unit) {
  SharedTracking& t = row.t;
  WarpClocks& clocks = *t.clocks;
  const uint32_t* const limits = clocks.limits(w).data();
  const uint32_t many = clock_of(w) << kSharedTagBits | kSharedMany, own = 1u << w.index;
  bool fine = true;
  for (uint64_t u = row.first; u <= last_unit; ++u) {
    const uint32_t writer = t.writer[u];
    fine &= writer >= t.first_epoch << kSharedTagBits;
    if (is_open(writer, limits))
      for (unsigned l = row.begin; l < row.begin + row.count; ++l)
        fine &= clocks.is_before(w, l, writer, clocks.updaters[u]);
    const bool stays = is_open(t.reader[u], limits);
    t.reader[u] = stays ? with_many(t.reader[u], many) : many;
    clocks.readers[u] = (stays ? clocks.readers[u] : 0) | own;
  }
  return fine;
}

// `row.count` lanes `stride` bytes apart that use all of their `bytes`, from `first` on.
template <AccessKind kind>
[[gnu::always_inline]] inline bool track_shared_lanes(Warp& w, SharedRow row, uint64_t first,
                                                      int64_t stride, uint32_t bytes) {
  const uint32_t shift = row.t.unit_shift;
  const auto log_units = static_cast<uint32_t>(std::countr_zero(bytes)) - shift;
  row.first = first >> shift;
  row.step = stride >> shift;  // keeps the sign
  if (kind == AccessKind::load && stride == 0 && row.count > 1) {
    const uint64_t last = (first + bytes - 1) >> shift;
    return row.t.clocks ? track_clocked_broadcast(w, row, last) : track_shared_broadcast(row, last);
  }
  const bool is_row = stride == static_cast<int64_t>(bytes);
  if (stride != 0 && stride % static_cast<int64_t>(bytes) == 0) {
    if (row.t.clocks) return track_clocked_row<kind>(w, row, 1u << log_units);
    if (is_row && row.count == kLanes) return track_shared_row<kind>(w, row, log_units, kLanes);
    if (is_row && row.count == kLanes / 2)
      return track_shared_row<kind>(w, row, log_units, kLanes / 2);
    if (is_row) return track_shared_row<kind>(w, row, log_units, row.count);
    if (log_units == 0) return track_shared_column<kind>(w, row);
  }
  bool fine = true;
  // At one place the second lane that stores has met the first, and the last one is who stays.
  const unsigned lanes = stride == 0 ? std::max(row.count - 1, 1u) : 1;
  for (unsigned l = 0; l < row.count; l += lanes)
    fine &= track_shared(
        w, {kind, address_of(l, first, stride), bytes, ~0u, w.first_thread + row.begin + l});
  return fine;
}

template <AccessKind kind>
inline bool track_shared_even(Warp& w, const MicroOp* i, uint64_t first, int64_t stride,
                              uint32_t bytes) {
  SharedTracking& t = w.block->tracking;
  if (t.unit_shift == 2 && bytes == 4 && stride == 4 && !t.clocks) [[likely]]
    return track_shared_row<kind>(w, {t, first / 4}, 0, kLanes);
  if (!(i->flags & access_flag::kHasUsedBytes))
    return track_shared_lanes<kind>(w, {t}, first, stride, bytes);
  bool fine = true;
  for (unsigned l = 0; l < kLanes; ++l)
    fine &= track_shared(
        w, {kind, address_of(l, first, stride), bytes, used_bytes(i), w.first_thread + l});
  return fine;
}

// Segments that use all that they access, one after the other.
template <AccessKind kind>
inline bool track_shared_segments(Warp& w, const Segments& s, uint32_t bytes) {
  bool fine = true;
  for (uint32_t k = 0; k < s.count; ++k) {
    const Segment& part = s.part[k];
    fine &=
        track_shared_lanes<kind>(w, {w.block->tracking, 0, 1, part.begin, part.end - part.begin},
                                 part.first, s.stride, bytes);
  }
  return fine;
}

}  // namespace warplab::sim::WARPLAB_ISA
