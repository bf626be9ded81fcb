// What every access lane by lane goes through, loads, stores and atomics: where its lanes go and
// whether they may, what it costs, and who has to hear of it.
#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/device/sparse_pages.hpp"
#include "sim/execute/access_cost.hpp"
#include "sim/execute/by_allocation.hpp"
#include "sim/execute/lane_patterns.hpp"
#include "sim/execute/late_writes.hpp"
#include "sim/execute/memory.hpp"
#include "sim/execute/same_values.hpp"
#include "sim/execute/tell.hpp"
#include "sim/execute/track_access.hpp"
#include "sim/state/lanes.hpp"
#include "sim/work.hpp"

namespace warplab::sim {
namespace {

using ptx::Space;

constexpr size_t kFewPagesOfBits = 256 * 1024;

// Lanes whose access exact tracking wants to see.
uint32_t watched_lanes(const LaneAccess& a, uint32_t lanes, const LaneTarget& target) {
  const LaunchState& launch = *a.warp.runner->launch;
  if (a.space == Space::param) return 0;
  // What synchronises is seen everywhere.
  const bool is_strong = a.kind == AccessKind::atomic ||
                         (a.op->flags & access_flag::kOrderMask << access_flag::kOrderShift);
  const Suspects* const suspects = launch.checks.suspects;
  if (!suspects || (is_strong && a.space != Space::local)) return lanes;
  if (a.space == Space::local) return suspects->undefined() ? lanes : 0;
  uint32_t watched = 0;
  for_lanes(lanes, [&](unsigned l) {
    const bool wanted = a.space == Space::global
                            ? suspects->global(*target.allocation[l], a.addresses[l], a.bytes)
                            : suspects->shared(a.warp.block->linear, a.addresses[l], a.bytes);
    watched |= static_cast<uint32_t>(wanted) << l;
  });
  return watched;
}

// The lanes of an access that all go into one allocation, one shared array or the local variables,
// aligned: nearly every access. False: they do not, or one of them may not go there.
bool resolve_together(const LaneAccess& a, const PatternCache& pattern, LaneTarget& target) {
  Warp& w = a.warp;
  const Space space = a.space;
  const uint32_t mask = a.mask, bytes = a.bytes;
  const uint64_t* const addresses = a.addresses;
  const uint64_t first = addresses[std::countr_zero(mask)];
  const uint64_t low = first + pattern.low, high = first + pattern.high;
  // Aligned: `bytes` is a power of two, and a sum is a multiple of it if both parts are. A bit
  // below it in the first address or in any distance from there says that some lane is not.
  if ((first | pattern.bits) & (bytes - 1)) return false;
  if (low > first || high < first) return false;    // the sum has passed 2^64
  if (high - low > ~uint64_t{bytes}) return false;  // the span would: ~x is 2^64 - 1 - x
  const uint64_t span = high - low + bytes;
  std::byte* host = nullptr;
  uint64_t origin = 0;  // the address of `host`
  if (space == Space::global) {
    const Allocation* const known = w.runner->last_allocation[a.memory];
    if (!known || !known->contains(low, span)) return false;
    if (a.kind != AccessKind::load && known->read_only) return false;
    target.shared_by_all = known;
    std::fill_n(target.allocation, kLanes, known);
    host = known->host;
    origin = known->begin;
  } else if (space == Space::shared) {
    const SharedLayout::Entry*& known = w.runner->last_shared[a.memory];
    if (!known || low < known->begin || span > known->bytes ||
        low - known->begin > known->bytes - span) {
      known = w.runner->launch->program->shared.find(low, span);
      if (!known) return false;
    }
    host = w.block->shared.data();
  } else if (space == Space::local) {
    const Frame& frame = *w.frame;
    const uint64_t end = uint64_t{frame.local_base} + frame.function->local_bytes;
    if (low < kLocalStart || high > end || bytes > end - high) return false;
    for_lanes(mask, [&](unsigned l) { target.host[l] = nullptr; });  // interleaved
    return true;
  } else {
    return false;
  }
  for_lanes(mask, [&](unsigned l) { target.host[l] = host + (addresses[l] - origin); });
  return true;
}

// Writes the bits once, so that the host does not make each of their pages twice: once when it is
// read, and again when it is written. A large table has too many of them.
void first_update(RunnerTracking::Entry& mine) {
  mine.updated = true;
  if (mine.atomically.bytes() <= kFewPagesOfBits) mine.atomically.wipe();
}

// As track_global() for each lane of an atomic. Returns the lanes that have met another thread.
uint32_t track_global_updates(const LaneAccess& access, const Allocation& a, uint32_t mask) {
  Warp& w = access.warp;
  const uint32_t bytes = access.bytes;
  const uint64_t* const addresses = access.addresses;
  const bool reads = !(access.op->flags & access_flag::kOnlyStores);
  TrackedAllocation& t =
      w.runner->launch->checks.tracking->allocations[static_cast<size_t>(a.number)];
  RunnerTracking::Entry& mine = w.runner->tracking.allocations[static_cast<size_t>(a.number)];
  if (!mine.updated) first_update(mine);
  auto* const writer = t.writer.as<uint32_t>();
  auto* const reader = t.reader.as<uint32_t>();
  auto* const updated = mine.atomically.as<uint64_t>();
  const uint64_t* const initialized =
      t.fully_initialized || !reads ? nullptr : t.initialized.as<uint64_t>();
  const uint32_t shift = t.unit_shift;
  uint32_t met = 0;
  // Many lanes update one place: the first of them looks for all.
  uint32_t firsts = mask;
  if (mask == access.mask) firsts &= w.runner->patterns[access.memory].firsts;
  // Nothing changes where each unit has been updated atomically before, and by nothing else. Units
  // of an element are in one word of bits. Each term below is 0 exactly if nothing is new: a bit of
  // ~x is set where x lacks it, and a ^ b is 0 only if they are equal.
  const uint32_t units = std::max(bytes >> shift, 1u);
  const uint64_t bits_of_one = (uint64_t{1} << units) - 1;
  uint64_t news = 0;
  for_lanes(firsts, [&](unsigned l) {
    const uint64_t u = (addresses[l] - a.begin) >> shift;
    news |= ~(updated[u >> 6] >> (u & 63)) & bits_of_one;
    if (news != 0) return;
    for (uint32_t k = 0; k < units; ++k) news |= relaxed_load(&writer[u + k]) ^ kAtomicsOnly;
    for (uint32_t k = 0; reader && k < units; ++k) news |= relaxed_load(&reader[u + k]);
  });
  if (news == 0) return 0;
  // Bits of one word are set together.
  uint64_t word = 0, bits = updated[0];
  bool is_read = false;
  const auto is_bad = [&](uint64_t u) {
    const uint64_t bit = uint64_t{1} << (u & 63);
    if (u >> 6 != word) {
      updated[word] = bits;
      word = u >> 6;
      bits = updated[word];
    }
    const uint32_t wrote = relaxed_load(&writer[u]);
    bool bad = wrote != 0 && wrote != kAtomicsOnly;
    if (reader) is_read |= relaxed_load(&reader[u]) != 0;
    if (initialized) bad |= ((initialized[word] | bits) & bit) == 0;
    if (wrote != kAtomicsOnly) relaxed_store(&writer[u], kAtomicsOnly);
    bits |= bit;
    return bad;
  };
  for_lanes(firsts, [&](unsigned l) {
    const uint64_t offset = addresses[l] - a.begin;
    is_read = false;
    make_ready(w, t, offset >> shift);
    bool bad = is_bad(offset >> shift);
    for (uint64_t u = (offset >> shift) + 1; u <= (offset + bytes - 1) >> shift; ++u)
      bad |= is_bad(u);
    // Lanes behind l that go where it goes, up to the next of `firsts`. (2 << l) - 1 are the lanes
    // up to l; x & -x is the lowest lane in x; that less 1 are all lanes below it, or all 32 for 0.
    const uint32_t next = firsts & ~((2u << l) - 1);
    const uint32_t same = mask & ((next & (0 - next)) - 1) & ~((2u << l) - 1);
    met |= static_cast<uint32_t>(bad || is_read) << l | (is_read ? same : 0);
  });
  updated[word] = bits;
  return met;
}

// Of each group of neighbouring lanes that access one place: all but the first and the last one.
// Each of them that stores meets the one before it, and its value does not stay. Of those that
// read, two say what all say.
uint32_t between_others(const LaneAccess& a, uint32_t lanes) {
  if (lanes != a.mask) return 0;  // the pattern knows of all of them
  const uint32_t firsts = a.warp.runner->patterns[a.memory].firsts;
  uint32_t between = 0, last = 0;
  for (uint32_t left = lanes; left != 0; left &= left - 1) {  // takes the lowest lane away
    const uint32_t lane = left & (0 - left);                  // which is this one
    if ((lane & firsts) == 0 && (last & firsts) == 0) between |= last;
    last = lane;
  }
  return between;
}

// The lanes that touch what another thread has touched, or what nobody has written, by the cheap
// check.
uint32_t met_in_shared(const LaneAccess& a, uint32_t lanes) {
  Warp& w = a.warp;
  if (a.kind == AccessKind::atomic) return track_shared_updates(a, lanes);
  SharedTracking& t = w.block->tracking;
  const bool stores = a.kind == AccessKind::store;
  const uint32_t between = stores || !t.clocks ? between_others(a, lanes) : 0;
  uint32_t met = stores ? between : 0;
  const bool is_used = (used_bytes(a.op) & ((1ull << a.bytes) - 1)) != 0;
  if (!t.clocks && a.bytes >> t.unit_shift == 1 && (is_used || stores)) {
    const SharedUnits units(t);
    const uint32_t me = units.seen | (w.first_thread + 1);
    for_lanes(lanes & ~between, [&](unsigned l) {
      const uint64_t u = a.addresses[l] >> t.unit_shift;
      met |= (stores ? units.store(t.writer[u], t.reader[u], me + l)
                     : units.load(t.writer[u], t.reader[u], me + l))
             << l;
    });
    return met;
  }
  for_lanes(lanes & ~between, [&](unsigned l) {
    const bool alone =
        track_shared(w, {a.kind, a.addresses[l], a.bytes, used_bytes(a.op), w.first_thread + l});
    met |= static_cast<uint32_t>(!alone) << l;
  });
  return met;
}

// Lanes with unrelated addresses would wait for memory one after the other: for the shadow cell,
// and then for the data. (Inlined, since GCC drops a call of a function that only prefetches.)
[[gnu::always_inline]] inline void fetch_ahead(const LaneAccess& a, uint32_t lanes,
                                               const LaneTarget& target) {
  constexpr uint32_t kManyPages = 8;
  if (target.other_pages < kManyPages || !target.shared_by_all) return;
  const auto number = static_cast<size_t>(target.shared_by_all->number);
  const TrackedAllocation& t = a.warp.runner->launch->checks.tracking->allocations[number];
  const RunnerTracking::Entry& mine = a.warp.runner->tracking.allocations[number];
  const ZeroPages& bits = a.kind == AccessKind::load     ? mine.read
                          : a.kind == AccessKind::atomic ? mine.atomically
                                                         : mine.written;
  for (uint32_t left = lanes; left != 0; left &= left - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(left));
    const uint64_t unit = (a.addresses[l] - t.allocation->begin) >> t.unit_shift;
    if (a.kind != AccessKind::load || t.reads_tracked) {
      __builtin_prefetch(t.writer.as<uint32_t>() + unit, 1);
      if (t.reader) __builtin_prefetch(t.reader.as<uint32_t>() + unit, 1);
      __builtin_prefetch(bits.as<uint64_t>() + unit / 64, 1);
    }
    __builtin_prefetch(target.host[l]);
  }
}

uint32_t met_in_global(const LaneAccess& a, uint32_t lanes, const LaneTarget& target) {
  Warp& w = a.warp;
  uint32_t met = 0;
  fetch_ahead(a, lanes, target);
  if (a.kind == AccessKind::store && w.runner->launch->checks.marks)
    add_swept_work(w, work_of_swept_lanes(static_cast<uint32_t>(std::popcount(lanes))));
  if (a.kind == AccessKind::store && w.runner->launch->checks.tells_values()) {
    met = met_by_stores(a, lanes, target);
  } else if (a.kind == AccessKind::atomic && target.shared_by_all) {
    met = track_global_updates(a, *target.shared_by_all, lanes);
  } else if (a.kind == AccessKind::atomic) {
    for_lanes(lanes,
              [&](unsigned l) { met |= track_global_updates(a, *target.allocation[l], 1u << l); });
  } else {
    for_lanes(lanes, [&](unsigned l) {
      const bool alone =
          track_global(w, *target.allocation[l],
                       {a.kind, a.addresses[l], a.bytes, used_bytes(a.op), w.first_thread + l},
                       a.op->flags & access_flag::kReadOnlyPath);
      met |= static_cast<uint32_t>(!alone) << l;
    });
  }
  // Atomic only within a block: the cheap check does not tell blocks apart.
  const bool within_block = a.kind == AccessKind::atomic && scope_of(a.op) == AccessScope::block &&
                            w.runner->launch->launch->grid.volume() > 1;
  return within_block ? lanes : met;
}

// Words of local memory that nobody has written. False: one was read.
bool track_local(const LaneAccess& a, uint32_t lanes) {
  bool fine = true;
  const uint32_t used = used_bytes(a.op);
  uint32_t* const written_by = a.warp.local_written.data();
  if (a.bytes <= 4 && (used & 1)) {  // one word, of which something is used
    const bool reads = a.kind == AccessKind::load;
    for_lanes(lanes, [&](unsigned l) {
      uint32_t& written = written_by[a.addresses[l] / 4];
      if (reads) fine &= (written >> l & 1) != 0;
      else written |= 1u << l;
    });
    return fine;
  }
  if (a.bytes == 8 && used == 0xff) {  // two words, all of which is used
    const bool reads = a.kind == AccessKind::load;
    for_lanes(lanes, [&](unsigned l) {
      uint32_t* const written = &written_by[a.addresses[l] / 4];
      if (reads) fine &= ((written[0] & written[1]) >> l & 1) != 0;
      else written[0] |= 1u << l, written[1] |= 1u << l;
    });
    return fine;
  }
  for_lanes(lanes, [&](unsigned l) {
    for (uint64_t b = a.addresses[l] & ~3ull; b < a.addresses[l] + a.bytes; b += 4) {
      uint32_t& written = written_by[b / 4];
      if (a.kind == AccessKind::load)
        fine &= (written >> l & 1) || !uses_unit(used, a.addresses[l], b, b + 4);
      else written |= 1u << l;
    }
  });
  return fine;
}

}  // namespace

// An atomic OR with 0 makes a page and keeps what others write there meanwhile. Once a quarter of
// the pages have been needed the others are made, too.
void make_page_ready(Warp& w, TrackedAllocation& t, uint64_t unit) {
  const uint64_t pages = t.ready_pages.size(), quarter = pages / 4;
  const uint64_t made = __atomic_add_fetch(&t.ready_count, 1, __ATOMIC_RELAXED);
  if (made <= quarter) add_swept_work(w, kWorkOfNewPage);
  if (made == quarter) {
    add_swept_work(w, (pages - quarter) * kWorkOfNewPage / 4);
    if (populate(t.writer.as<std::byte>(), t.writer.bytes()) &&
        populate(t.allocation->host, t.allocation->bytes))
      for (uint8_t& page : t.ready_pages) __atomic_store_n(&page, uint8_t{1}, __ATOMIC_RELAXED);
  }
  __atomic_fetch_or(t.writer.as<uint32_t>() + unit, 0, __ATOMIC_RELAXED);
  if (t.reader) __atomic_fetch_or(t.reader.as<uint32_t>() + unit, 0, __ATOMIC_RELAXED);
  auto* const host = reinterpret_cast<uint8_t*>(t.allocation->host + (unit << t.unit_shift));
  __atomic_fetch_or(host, 0, __ATOMIC_RELAXED);
}

void complain(const LaneAccess& a, FindingKind kind, unsigned lane) {
  Warp& w = a.warp;
  w.work += 1;  // sim/work.hpp
  if (w.runner->is_known(kind, a.op->site, 0, w.block->linear, w.first_thread + lane)) return;
  RawFinding f;
  const uint64_t address = a.addresses[lane];
  const DeviceHeap* const heap = w.runner->launch->memory.heap;
  if (a.space == Space::global && heap->find(address, a.bytes))
    f.told.what = heap->complaint(address, a.bytes);
  f.kind = kind;
  f.site = a.op->site;
  f.block = w.block->linear;
  f.thread = w.first_thread + lane;
  f.address = address;
  f.bytes = a.bytes;
  f.space = a.space;
  f.access = a.kind;
  f.count = 1;
  w.runner->report(std::move(f));
}

namespace {

// Where one lane of an access goes in host memory; null, and a finding, where it may not go.
std::byte* reach_global(const LaneAccess& a, unsigned l, const Allocation*& last,
                        LaneTarget& target) {
  const uint64_t address = a.addresses[l];
  const LaunchState& launch = *a.warp.runner->launch;
  const auto refuse = [&](FindingKind kind) {
    complain(a, kind, l);
    return nullptr;
  };
  const Allocation* found = last;
  if (!last || !last->contains(address, a.bytes)) {
    found = launch.memory.heap->find(address, a.bytes);
    if (!found) found = launch.memory.find(address, a.bytes);
    if (!found)
      return refuse(address < kNullPage ? FindingKind::null_pointer : FindingKind::out_of_bounds);
    if (found->is_heap) {  // not remembered: each access is checked here
      if (!launch.memory.heap->is_in_use(address, a.bytes))
        return refuse(FindingKind::out_of_bounds);
      a.warp.work += 1;  // sim/work.hpp
    } else {
      last = found;
    }
  }
  if (a.kind != AccessKind::load && found->read_only) return refuse(FindingKind::read_only_write);
  target.allocation[l] = found;
  return found->host + (address - found->begin);
}

// The same of the shared arrays, the local variables and the parameters. Local memory is
// interleaved: its host place is null, whether the lane may go there or not.
bool reach_window(const LaneAccess& a, unsigned l, std::byte*& host) {
  const uint64_t address = a.addresses[l];
  const LaunchState& launch = *a.warp.runner->launch;
  const auto is_within = [&](uint64_t end) { return address <= end && a.bytes <= end - address; };
  if (a.space == Space::local) {
    const Frame& frame = *a.warp.frame;
    return address >= kLocalStart &&
           is_within(uint64_t{frame.local_base} + frame.function->local_bytes);
  }
  if (a.space == Space::shared) {
    if (!launch.program->shared.find(address, a.bytes)) return false;
    host = a.warp.block->shared.data() + address;
    return true;
  }
  if (a.kind != AccessKind::load || !is_within(launch.parameters.size())) return false;
  host = const_cast<std::byte*>(launch.parameters.data()) + address;
  return true;
}

// The lanes that may go where they want to; the others have been reported.
uint32_t resolve_lanes(const LaneAccess& a, const PatternCache& pattern, LaneTarget& target) {
  if (resolve_together(a, pattern, target)) return a.mask;
  uint32_t good = 0;
  const Allocation* last = a.warp.runner->last_allocation[a.memory];
  for_lanes(a.mask, [&](unsigned l) {
    const uint64_t address = a.addresses[l];
    const auto refuse = [&](FindingKind kind) { complain(a, kind, l); };
    if (address & (a.bytes - 1))
      return refuse(address < kNullPage && a.space == Space::global ? FindingKind::null_pointer
                                                                    : FindingKind::misaligned);
    target.host[l] = nullptr;
    if (a.space == Space::global) {
      target.host[l] = reach_global(a, l, last, target);
      if (target.host[l] == nullptr) return;
    } else if (!reach_window(a, l, target.host[l])) {
      return refuse(FindingKind::out_of_bounds);
    }
    good |= 1u << l;
  });
  return good;
}

// Adds the request to the counters of its site, and the lanes in `good` to the allocations that
// they reach.
void count_access(const LaneAccess& a, uint32_t good, const LaneTarget& target,
                  const PatternCache& pattern) {
  if (a.space != Space::global) return count_request(a, pattern);
  Runner& r = *a.warp.runner;
  const Allocation* first = good ? target.allocation[std::countr_zero(good)] : nullptr;
  // The heap is no site's last allocation, so that every access to it is checked block by block.
  bool divided = good != a.mask || first->is_heap;
  if (!target.shared_by_all)
    for_lanes(good, [&](unsigned l) { divided |= target.allocation[l] != first; });
  if (divided) settle(r, a.memory);
  else if (first != r.last_allocation[a.memory]) go_on_with(r, a.memory, first);
  count_request(a, pattern);
  if (divided) divide(r, a.memory, good, a.bytes, a.addresses, target);
}

void tell_access(const LaneAccess& a, uint32_t lanes, const LaneTarget& target,
                 Observer& observer) {
  const uint32_t watched = watched_lanes(a, lanes, target);
  if (watched == 0 && (a.kind == AccessKind::load || !a.warp.followed)) return;
  observer.access({place_of(a.warp, a.op), a.warp, a.op, a.space, a.kind, lanes, watched,
                   a.addresses, a.bytes, used_bytes(a.op), order_of(a.op), scope_of(a.op)});
}

// Who has to hear of what these lanes are about to do.
void track_lanes(const LaneAccess& a, uint32_t lanes, const LaneTarget& target) {
  Warp& w = a.warp;
  if (a.kind != AccessKind::load) w.stored_since_barrier |= lanes;
  Observer* const observer = w.block->observed_by->accesses[static_cast<size_t>(a.kind)];
  if (observer && !w.left_alone) tell_access(a, lanes, target, *observer);
  const LaunchChecks& checks = w.runner->launch->checks;
  if (checks.provenance && a.space == Space::global && a.kind != AccessKind::load)
    for_lanes(lanes, [&](unsigned l) {
      record_writer(w, *target.allocation[l], a.addresses[l], a.bytes, w.first_thread + l);
    });
  if (!checks.tracking) return;
  Suspects* const marks = checks.marks;
  bool fine = true;
  if (a.space == Space::global) {
    const uint32_t met = met_in_global(a, lanes, target);
    fine = met == 0;
    if (marks)
      for_lanes(
          met, [&](unsigned l) { mark_global(w, *target.allocation[l], a.addresses[l], a.bytes); });
  } else if (a.space == Space::shared) {
    const uint32_t met = met_in_shared(a, lanes);
    fine = met == 0;
    if (marks && !marks->looks_away())
      for_lanes(met, [&](unsigned l) { mark_shared(w, a.addresses[l], a.bytes); });
  } else if (a.space == Space::local) {
    fine = track_local(a, lanes);
  }
  if (fine) return;
  if (!marks) suspect(w);
  else if (a.space == Space::local) marks->mark_undefined();
}

// sim/work.hpp
uint32_t other_pages(const LaneAccess& a, uint32_t good, const LaneTarget& target) {
  if (a.space != Space::global) return 0;
  if (a.mask == ~0u) {
    const uint64_t stride = a.addresses[1] - a.addresses[0];
    unsigned l = 2;
    while (l < kLanes && a.addresses[l] - a.addresses[l - 1] == stride) ++l;
    if (l == kLanes) return 0;
  }
  uint32_t lanes = good;
  if (!target.shared_by_all)
    for_lanes(good, [&](unsigned l) {
      lanes &= ~(static_cast<uint32_t>(target.allocation[l]->is_heap) << l);
    });
  if (lanes == 0) return 0;
  uint32_t pages = 0;
  uint64_t before = a.addresses[std::countr_zero(lanes)];
  for_lanes(lanes, [&](unsigned l) {
    pages += static_cast<uint32_t>(is_other_page(a.addresses[l], before));
    before = a.addresses[l];
  });
  return pages;
}

}  // namespace

uint32_t begin_access(const LaneAccess& access, LaneTarget& target) {
  if (access.mask == 0) return 0;
  const PatternCache& pattern = pattern_of(access);
  const uint32_t good = resolve_lanes(access, pattern, target);
  target.other_pages = other_pages(access, good, target);
  access.warp.work += work_of_other_pages(access.kind, target.other_pages);
  count_access(access, good, target, pattern);
  track_lanes(access, good, target);
  if (LateWrites* const late = access.warp.runner->launch->order.late) [[unlikely]]
    late->meet(access, good, target);
  return good;
}

}  // namespace warplab::sim
