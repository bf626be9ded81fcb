#pragma once
// What rows of 32 lanes do, told to the cheap check of tracking.hpp all at once. Part of each build
// of the lane loops.
#include <bit>

#include "sim/execute/racing_memory.hpp"
#include "sim/execute/track_access.hpp"
#include "sim/execute/track_ordered_rows.hpp"
#include "sim/scalar/isa.hpp"

namespace warplab::sim::WARPLAB_ISA {

// Bits of 32 units in a row, one for each.
inline void set_row(const ZeroPages& bits, uint64_t first) {
  auto* const words = bits.as<uint64_t>() + (first >> 6);
  const unsigned shift = first & 63;
  words[0] |= 0xffff'ffffull << shift;
  if (shift > 32) words[1] |= 0xffff'ffffull >> (64 - shift);
}
inline bool is_row_set(const ZeroPages& a, const ZeroPages& b, uint64_t first) {
  const auto* const one = a.as<uint64_t>() + (first >> 6);
  const auto* const other = b.as<uint64_t>() + (first >> 6);
  const unsigned shift = first & 63;
  uint64_t row = (one[0] | other[0]) >> shift;
  if (shift > 32) row |= (one[1] | other[1]) << (64 - shift);
  return (row & 0xffff'ffffu) == 0xffff'ffffu;
}

// Does a cell say of another thread than that of its lane, `me` + l, that it was there?
inline bool others_in_row(const uint32_t* cells, uint32_t me, uint32_t log_units) {
  uint32_t any = 0;
  if (log_units == 0)
    for (uint32_t l = 0; l < kLanes; ++l)
      any |= static_cast<uint32_t>(cells[l] != 0) & static_cast<uint32_t>(cells[l] != me + l);
  else
    for (uint32_t u = 0; u < kLanes << log_units; ++u)
      any |= static_cast<uint32_t>(cells[u] != 0) &
             static_cast<uint32_t>(cells[u] != me + (u >> log_units));
  return any != 0;
}

// The row of global memory in which 32 threads access 2^log_units units each, all next to each
// other.
struct TrackedRow {
  TrackedRow(Warp& w, const Allocation& a, uint64_t offset, uint32_t log)
      : cells(w.runner->launch->checks.tracking->allocations[static_cast<size_t>(a.number)]),
        mine(w.runner->tracking.allocations[static_cast<size_t>(a.number)]),
        me(static_cast<uint32_t>(w.block->linear * w.runner->launch->threads_per_block +
                                 w.first_thread + 1)),
        log_units(log),
        first(offset >> cells.unit_shift),
        end(first + (uint64_t{kLanes} << log)) {}

  TrackedAllocation& cells;
  RunnerTracking::Entry& mine;
  const uint32_t me, log_units;
  const uint64_t first, end;  // units
};

inline bool track_store_row(const TrackedRow& row) {
  row.mine.wrote = true;
  uint32_t* const writer = row.cells.writer.as<uint32_t>() + row.first;
  const uint32_t me = row.me, log_units = row.log_units;
  [[maybe_unused]] const RacingMemory racing;
  bool fine = !others_in_row(writer, me, log_units);
  if (log_units == 0)
    for (uint32_t l = 0; l < kLanes; ++l) writer[l] = me + l;
  else
    for (uint32_t u = 0; u < kLanes << log_units; ++u) writer[u] = me + (u >> log_units);
  if (row.cells.reader)
    fine &= !others_in_row(row.cells.reader.as<uint32_t>() + row.first, me, log_units);
  for (uint64_t u = row.first; u < row.end; u += kLanes) set_row(row.mine.written, u);
  return fine;
}

inline bool track_load_row(const TrackedRow& row) {
  bool fine = true;
  if (!row.cells.fully_initialized)
    for (uint64_t u = row.first; u < row.end; u += kLanes)
      fine &= is_row_set(row.cells.initialized, row.mine.written, u);
  if (!row.cells.reads_tracked) {
    row.mine.read_untracked = true;
    return fine;
  }
  const uint32_t me = row.me, log_units = row.log_units;
  uint32_t* const reader = row.cells.reader.as<uint32_t>() + row.first;
  [[maybe_unused]] const RacingMemory racing;
  fine &= !others_in_row(row.cells.writer.as<uint32_t>() + row.first, me, log_units);
  if (log_units == 0)
    for (uint32_t l = 0; l < kLanes; ++l)
      reader[l] = reader[l] == 0 || reader[l] == me + l ? me + l : kManyThreads;
  else
    for (uint32_t u = 0; u < kLanes << log_units; ++u) {
      const uint32_t owner = me + (u >> log_units);
      reader[u] = reader[u] == 0 || reader[u] == owner ? owner : kManyThreads;
    }
  for (uint64_t u = row.first; u < row.end; u += kLanes) set_row(row.mine.read, u);
  return fine;
}

// This and the next two take a row's numbers, not an Even: one that is handed on lies in memory,
// and the loops over its lanes are a sixth slower for that. Each instantiation is called once, and
// always inlined: with those for bytes and halves the compiler stopped doing so, and column sums
// took a quarter longer.
template <AccessKind kind, uint32_t bytes>
[[gnu::always_inline]] inline bool track_global_even(Warp& w, const Record* i, const Allocation& a,
                                                     uint64_t first, int64_t stride) {
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
    const TrackedRow row(w, a, first - a.begin, kLogBytes - t.unit_shift);
    return kind == AccessKind::load ? track_load_row(row) : track_store_row(row);
  }
  bool fine = true;
  // At one place the first lane meets who was there, and the last one is who stays.
  const unsigned step = stride == 0 ? kLanes - 1 : 1;
  for (unsigned l = 0; l < kLanes; l += step)
    fine &= track_global(
        w, a, {kind, address_of(l, first, stride), bytes, used_bytes(i), w.first_thread + l},
        i->flags & access_flag::kReadOnlyPath);
  return fine;
}

// Lanes side by side, each of 2^log_units units that are looked at alike.
inline bool track_shared_row(Warp& w, AccessKind kind, uint64_t first_unit, uint32_t log_units) {
  SharedTracking& t = w.block->tracking;
  const SharedTime time(w);
  const SharedUnits units{time.seen, t.first_epoch << kSharedTagBits};
  const uint32_t me = time.now | (w.first_thread + 1);
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
    for (uint32_t l = 0; l < kLanes; ++l) load(l, me + l);
  else if (log_units == 0)
    for (uint32_t l = 0; l < kLanes; ++l) store(l, me + l);
  else if (kind == AccessKind::load)
    for (uint32_t u = 0; u < kLanes << log_units; ++u) load(u, me + (u >> log_units));
  else
    for (uint32_t u = 0; u < kLanes << log_units; ++u) store(u, me + (u >> log_units));
  return bad == 0;
}

// Lanes `step` units apart, each of a single unit: a column of a tile.
inline bool track_shared_column(Warp& w, AccessKind kind, uint64_t first_unit, int64_t step) {
  SharedTracking& t = w.block->tracking;
  const SharedTime time(w);
  const SharedUnits units{time.seen, t.first_epoch << kSharedTagBits};
  const uint32_t me = time.now | (w.first_thread + 1);
  uint32_t* writer = t.writer.data() + first_unit;
  uint32_t* reader = t.reader.data() + first_unit;
  uint32_t bad = 0;
  for (uint32_t l = 0; l < kLanes; ++l, writer += step, reader += step)
    bad |= kind == AccessKind::load ? units.load(*writer, *reader, me + l)
                                    : units.store(*writer, *reader, me + l);
  return bad == 0;
}

inline bool track_shared_even(Warp& w, const Record* i, AccessKind kind, uint64_t first,
                              int64_t stride, uint32_t bytes) {
  SharedTracking& t = w.block->tracking;
  if (t.order) [[unlikely]]
    return track_ordered_even(w, i, kind, first, stride, bytes);
  if (t.unit_shift == 2 && bytes == 4 && stride == 4)
    return track_shared_row(w, kind, first / 4, 0);
  const SharedTime time(w);
  const uint32_t seen = time.seen, me = time.now | (w.first_thread + 1);
  if (t.unit_shift == 2 && bytes == 4 && stride == 0 && kind == AccessKind::load) {
    const uint32_t writer = t.writer[first / 4];
    t.reader[first / 4] = with_many(t.reader[first / 4], me);
    return writer >> kSharedTagBits >= t.first_epoch && writer < seen;
  }
  if (stride == 0 && kind == AccessKind::load && !(i->flags & access_flag::kHasUsedBytes)) {
    bool fine = true;
    const uint64_t last = (first + bytes - 1) >> t.unit_shift;
    for (uint64_t u = first >> t.unit_shift; u <= last; ++u) {
      fine &= t.writer[u] >> kSharedTagBits >= t.first_epoch && t.writer[u] < seen;
      t.reader[u] = with_many(t.reader[u], me);
    }
    return fine;
  }
  if (stride == static_cast<int64_t>(bytes) && !(i->flags & access_flag::kHasUsedBytes))
    return track_shared_row(w, kind, first >> t.unit_shift,
                            static_cast<uint32_t>(std::countr_zero(bytes)) - t.unit_shift);
  if (bytes >> t.unit_shift == 1 && stride != 0 && stride % static_cast<int64_t>(bytes) == 0 &&
      !(i->flags & access_flag::kHasUsedBytes))
    return track_shared_column(w, kind, first >> t.unit_shift, stride >> t.unit_shift);
  bool fine = true;
  // At one place the second lane that stores has met the first, and the last one is who stays.
  const unsigned step = stride == 0 && kind == AccessKind::store ? kLanes - 1 : 1;
  for (unsigned l = 0; l < kLanes; l += step)
    fine &= track_shared(
        w, {kind, address_of(l, first, stride), bytes, used_bytes(i), w.first_thread + l});
  return fine;
}

}  // namespace warplab::sim::WARPLAB_ISA
