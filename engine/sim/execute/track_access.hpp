#pragma once
// One lane's access told to the cheap check of tracking.hpp. False: another thread has touched it,
// or nobody has written it.
#include <algorithm>

#include "sim/execute/memory.hpp"
#include "sim/state/suspects.hpp"
#include "sim/state/warp_clocks.hpp"

namespace warplab::sim {

// Bytes of the access whose value the kernel uses, bit i = byte i: NVRTC merges loads of
// neighbouring members into one vector load and says in a pragma which bytes it needs.
inline uint32_t used_bytes(const MicroOp* i) {
  return i->flags & access_flag::kHasUsedBytes ? i->c : 0xffff'ffffu;
}
// Whether a byte of [begin, end), a unit of at most 8 bytes that the access at `access` touches, is
// one of those. The unit may begin before the access does.
inline bool uses_unit(uint32_t used, uint64_t access, uint64_t begin, uint64_t end) {
  const uint64_t first = begin > access ? begin - access : 0;
  const uint64_t count = end - access - first;
  return used >> first & ((1u << count) - 1);
}

[[gnu::always_inline]] inline void suspect(Warp& w) {
  w.runner->launch->checks.suspicious.store(true, std::memory_order_relaxed);
  w.runner->launch->progress.stop.store(true, std::memory_order_relaxed);
  w.block->aborted = true;
}

inline void add_swept_work(Warp& w, uint64_t units) {
  w.work += units;
  w.runner->swept_work += units;
}

// The same where the run goes on.
inline void mark_global(Warp& w, const Allocation& a, uint64_t address, uint32_t bytes) {
  LaunchState& launch = *w.runner->launch;
  launch.checks.marks->mark_global(a, address, bytes);
  if (!launch.checks.tracking->allocations[static_cast<size_t>(a.number)].fully_initialized)
    launch.checks.marks->mark_undefined();
}
inline void mark_shared(Warp& w, uint64_t offset, uint32_t bytes) {
  w.runner->launch->checks.marks->mark_shared(w.block->linear, offset, bytes);
  w.runner->launch->checks.marks->mark_undefined();
}

inline void set_bit(const ZeroPages& bits, uint64_t index) {
  bits.as<uint64_t>()[index >> 6] |= 1ull << (index & 63);
}
inline bool get_bit(const ZeroPages& bits, uint64_t index) {
  return bits.as<uint64_t>()[index >> 6] >> (index & 63) & 1;
}

inline uint32_t relaxed_load(uint32_t* cell) { return __atomic_load_n(cell, __ATOMIC_RELAXED); }
inline void relaxed_store(uint32_t* cell, uint32_t v) {
  __atomic_store_n(cell, v, __ATOMIC_RELAXED);
}

// Before the first look at a page of cells of which one will be written.
void make_page_ready(Warp& w, TrackedAllocation& t, uint64_t unit);
[[gnu::always_inline]] inline void make_ready(Warp& w, TrackedAllocation& t, uint64_t unit) {
  if (t.ready_pages.empty()) return;
  uint8_t* const page = &t.ready_pages[unit >> kUnitsOfPageShift];
  if (__atomic_load_n(page, __ATOMIC_RELAXED) != 0) [[likely]]
    return;
  if (__atomic_exchange_n(page, uint8_t{1}, __ATOMIC_RELAXED) == 0) make_page_ready(w, t, unit);
}

// Without any check: who wrote these units last.
inline void record_writer(Warp& w, const Allocation& a, uint64_t address, uint32_t bytes,
                          uint32_t thread) {
  LaunchState& launch = *w.runner->launch;
  TrackedAllocation& t = launch.checks.provenance->allocations[static_cast<size_t>(a.number)];
  RunnerTracking::Entry& mine = w.runner->tracking.allocations[static_cast<size_t>(a.number)];
  mine.wrote = true;
  const uint64_t offset = address - a.begin;
  for (uint64_t u = offset >> t.unit_shift; u <= (offset + bytes - 1) >> t.unit_shift; ++u) {
    t.writer.as<uint32_t>()[u] =
        static_cast<uint32_t>(w.block->linear * launch.threads_per_block + thread + 1);
    set_bit(mine.written, u);
  }
}

// What one lane does.
struct OneAccess {
  AccessKind kind;
  uint64_t address;  // in shared memory the offset
  uint32_t bytes;
  uint32_t used;    // used_bytes()
  uint32_t thread;  // its number in the block
};

// The numbers of `access` are taken out of it first: the cells that are written could lie in what a
// reference refers to, for all that a compiler knows.
// Always inlined, for the loop over a whole row; all others call track_global().
[[gnu::always_inline]] inline bool track_global_here(Warp& w, const Allocation& a, OneAccess access,
                                                     bool read_only_path) {
  const AccessKind kind = access.kind;
  const uint32_t used = access.used;
  LaunchState& launch = *w.runner->launch;
  const auto number = static_cast<size_t>(a.number);
  TrackedAllocation& t = launch.checks.tracking->allocations[number];
  RunnerTracking::Entry& mine = w.runner->tracking.allocations[number];
  const auto me =
      static_cast<uint32_t>(w.block->linear * launch.threads_per_block + access.thread + 1);
  const uint64_t offset = access.address - a.begin;
  const uint64_t first = offset >> t.unit_shift, last = (offset + access.bytes - 1) >> t.unit_shift;
  auto* writer = t.writer.as<uint32_t>();
  auto* reader = t.reader.as<uint32_t>();
  bool fine = true;
  if (kind == AccessKind::load) {
    if (read_only_path) mine.read_only_path = true;
    if (!t.reads_tracked) {
      mine.read_untracked = true;
      return t.fully_initialized || [&] {
        for (uint64_t u = first; u <= last; ++u)
          if (!get_bit(t.initialized, u) && !get_bit(mine.written, u) &&
              uses_unit(used, offset, u << t.unit_shift, (u + 1) << t.unit_shift))
            return false;
        return true;
      }();
    }
    for (uint64_t u = first; u <= last; ++u) {
      if (!uses_unit(used, offset, u << t.unit_shift, (u + 1) << t.unit_shift)) continue;
      const uint32_t wrote = relaxed_load(&writer[u]);
      fine &= wrote == 0 || wrote == me;
      if (!t.fully_initialized) fine &= get_bit(t.initialized, u) || get_bit(mine.written, u);
      set_bit(mine.read, u);
      if (!reader) continue;
      const uint32_t read = relaxed_load(&reader[u]);
      if (read != me) relaxed_store(&reader[u], read == 0 ? me : kManyThreads);
    }
    return fine;
  }
  const uint32_t tag = kind == AccessKind::atomic ? kAtomicsOnly : me;
  if (kind == AccessKind::atomic) mine.updated = true;
  else mine.wrote = true;
  make_ready(w, t, first);
  for (uint64_t u = first; u <= last; ++u) {
    const uint32_t wrote = relaxed_load(&writer[u]);
    fine &= wrote == 0 || wrote == tag;
    if (reader) {
      const uint32_t read = relaxed_load(&reader[u]);
      fine &= read == 0 || (read == me && kind == AccessKind::store);
    }
    if (kind == AccessKind::atomic && !t.fully_initialized)
      fine &= get_bit(t.initialized, u) || get_bit(mine.atomically, u);
    if (wrote != tag) relaxed_store(&writer[u], tag);
    set_bit(kind == AccessKind::atomic ? mine.atomically : mine.written, u);
  }
  return fine;
}
inline bool track_global(Warp& w, const Allocation& a, OneAccess access, bool read_only_path) {
  return track_global_here(w, a, access, read_only_path);
}

// The clock of what the warp does now.
inline uint32_t clock_of(const Warp& w) {
  return std::max(w.block->tracking.epoch, w.shared_clock);
}

// Of the same thread, or of atomics both.
inline bool is_alike(uint32_t cell, uint32_t other) { return ((cell ^ other) & kSharedTags) == 0; }
inline uint32_t with_many(uint32_t cell, uint32_t me) {
  return std::max(cell | kSharedMany, me | kSharedMany);
}

// One lane's access of one unit, where barriers of the whole block are all that orders threads:
// without a branch, so that loops over rows of lanes are vectorised. Not 0: it is bad. `mine`: the
// lane's cell now.
struct SharedUnits {
  explicit SharedUnits(const SharedTracking& t)
      : seen(t.epoch << kSharedTagBits), start(t.first_epoch << kSharedTagBits) {}
  uint32_t seen, start;  // cells that are less come before the access; are of earlier blocks

  uint32_t is_met(uint32_t cell, uint32_t mine) const {
    return static_cast<uint32_t>(cell >= seen) & static_cast<uint32_t>(!is_alike(cell, mine));
  }
  uint32_t load(uint32_t writer, uint32_t& reader, uint32_t mine) const {
    const uint32_t bad = static_cast<uint32_t>(writer < start) | is_met(writer, mine);
    reader = is_met(reader, mine) != 0 ? with_many(reader, mine) : mine;
    return bad;
  }
  uint32_t store(uint32_t& writer, uint32_t reader, uint32_t mine) const {
    const uint32_t bad = is_met(writer, mine) | is_met(reader, mine);
    writer = mine;
    return bad;
  }
};

// One lane's access of shared memory, and those of an atomic's `lanes`, which all do the same to
// the cells of their units: of these, the lanes that have met another thread or what nobody has
// written.
bool track_shared(Warp& w, const OneAccess& access);
uint32_t track_shared_updates(const LaneAccess& a, uint32_t lanes);

}  // namespace warplab::sim
