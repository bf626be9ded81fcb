// What every access lane by lane goes through, loads, stores and atomics: where its lanes go and
// whether they may, what it costs, and who has to hear of it.
#include <algorithm>
#include <cstring>

#include "sim/execute/access_cost.hpp"
#include "sim/execute/by_allocation.hpp"
#include "sim/execute/memory.hpp"
#include "sim/execute/tell.hpp"
#include "sim/execute/track_access.hpp"
#include "sim/state/lanes.hpp"

namespace warplab::sim {
namespace {

using ptx::Space;

constexpr uint64_t kNullPage = 4096;

// Lanes whose access exact tracking wants to see.
uint32_t watched_lanes(const Warp& w, const Inst* i, Space space, AccessKind kind, uint32_t mask,
                       uint32_t bytes, const uint64_t* addresses, const LaneTarget& target) {
  const LaunchState& launch = *w.runner->launch;
  if (space == Space::param) return 0;
  // What synchronises is seen everywhere.
  const bool is_strong = kind == AccessKind::atomic ||
                         (i->flags & access_flag::kOrderMask << access_flag::kOrderShift);
  if (!launch.suspects || (is_strong && space != Space::local)) return mask;
  if (space == Space::local) return launch.suspects->undefined() ? mask : 0;
  uint32_t watched = 0;
  for_lanes(mask, [&](unsigned l) {
    const bool wanted = space == Space::global
                            ? launch.suspects->global(*target.allocation[l], addresses[l], bytes)
                            : launch.suspects->shared(w.block->linear, addresses[l], bytes);
    watched |= static_cast<uint32_t>(wanted) << l;
  });
  return watched;
}

// The lanes of an access that all go into one allocation or one shared array, aligned: nearly every
// access. False: they do not, or one of them may not go there.
bool resolve_together(Warp& w, Space space, AccessKind kind, uint32_t mask, uint32_t bytes,
                      const uint64_t* addresses, uint32_t memory, LaneTarget& target) {
  uint64_t low = ~uint64_t{0}, high = 0, bits = 0;
  for_lanes(mask, [&](unsigned l) {
    low = std::min(low, addresses[l]);
    high = std::max(high, addresses[l]);
    bits |= addresses[l];
  });
  if (mask == 0 || (bits & (bytes - 1))) return false;
  const uint64_t span = high - low + bytes;
  std::byte* host = nullptr;
  uint64_t origin = 0;  // the address of `host`
  if (space == Space::global) {
    const Allocation* const known = w.runner->last_allocation[memory];
    if (!known || !known->contains(low, span)) return false;
    if (kind != AccessKind::load && known->read_only) return false;
    target.shared_by_all = known;
    std::fill_n(target.allocation, kLanes, known);
    host = known->host;
    origin = known->begin;
  } else if (space == Space::shared) {
    const SharedLayout::Entry*& known = w.runner->last_shared[memory];
    if (!known || low < known->begin || span > known->bytes ||
        low - known->begin > known->bytes - span) {
      known = w.runner->launch->program->shared.find(low, span);
      if (!known) return false;
    }
    host = w.block->shared.data();
  } else {
    return false;
  }
  for_lanes(mask, [&](unsigned l) { target.host[l] = host + (addresses[l] - origin); });
  return true;
}

// track_shared() and track_global() for the lanes of an atomic, which all do the same to the cells
// of their words. The lanes for which those would say false.
uint32_t track_shared_updates(Warp& w, uint32_t mask, uint32_t bytes, const uint64_t* addresses) {
  SharedTracking& t = w.block->tracking;
  uint32_t* const writer = t.writer.data();
  const uint32_t* const reader = t.reader.data();
  const uint32_t start = t.first_epoch << kSharedTagBits, now = t.epoch << kSharedTagBits;
  const uint32_t tag = now | kSharedAtomic;
  uint32_t met = 0;
  for_lanes(mask, [&](unsigned l) {
    bool bad = false;
    for (uint64_t word = addresses[l] / 4; word <= (addresses[l] + bytes - 1) / 4; ++word) {
      const uint32_t wrote = writer[word];
      bad |= wrote < start || (wrote >= now && wrote != tag) || reader[word] >= now;
      writer[word] = tag;
    }
    met |= static_cast<uint32_t>(bad) << l;
  });
  return met;
}

uint32_t track_global_updates(Warp& w, const Allocation& a, uint32_t mask, uint32_t bytes,
                              const uint64_t* addresses) {
  TrackedAllocation& t = w.runner->launch->tracking->allocations[static_cast<size_t>(a.number)];
  RunnerTracking::Entry& mine = w.runner->tracking.allocations[static_cast<size_t>(a.number)];
  mine.updated = true;
  auto* const writer = t.writer.as<uint32_t>();
  auto* const reader = t.reads_tracked ? t.reader.as<uint32_t>() : nullptr;
  auto* const updated = mine.atomically.as<uint64_t>();
  const uint64_t* const initialized = t.fully_initialized ? nullptr : t.initialized.as<uint64_t>();
  const uint32_t shift = t.unit_shift;
  uint32_t met = 0;
  for_lanes(mask, [&](unsigned l) {
    const uint64_t offset = addresses[l] - a.begin;
    bool bad = false;
    for (uint64_t u = offset >> shift; u <= (offset + bytes - 1) >> shift; ++u) {
      const uint32_t wrote = relaxed_load(&writer[u]);
      const uint64_t bit = uint64_t{1} << (u & 63);
      bad |= wrote != 0 && wrote != kAtomicsOnly;
      if (reader) bad |= relaxed_load(&reader[u]) != 0;
      if (initialized) bad |= ((initialized[u >> 6] | updated[u >> 6]) & bit) == 0;
      if (wrote != kAtomicsOnly) relaxed_store(&writer[u], kAtomicsOnly);
      updated[u >> 6] |= bit;
    }
    met |= static_cast<uint32_t>(bad) << l;
  });
  return met;
}

// The lanes that touch what another thread has touched, or what nobody has written, by the cheap
// check.
uint32_t met_in_shared(Warp& w, const Inst* i, AccessKind kind, uint32_t mask, uint32_t bytes,
                       const uint64_t* addresses) {
  if (kind == AccessKind::atomic) return track_shared_updates(w, mask, bytes, addresses);
  uint32_t met = 0;
  for_lanes(mask, [&](unsigned l) {
    const bool alone =
        track_shared(w, kind, addresses[l], bytes, used_bytes(i), w.first_thread + l);
    met |= static_cast<uint32_t>(!alone) << l;
  });
  return met;
}

uint32_t met_in_global(Warp& w, const Inst* i, AccessKind kind, uint32_t mask, uint32_t bytes,
                       const uint64_t* addresses, const LaneTarget& target) {
  uint32_t met = 0;
  if (kind == AccessKind::atomic && target.shared_by_all) {
    met = track_global_updates(w, *target.shared_by_all, mask, bytes, addresses);
  } else {
    for_lanes(mask, [&](unsigned l) {
      const bool alone =
          track_global(w, kind, *target.allocation[l], addresses[l], bytes, used_bytes(i),
                       w.first_thread + l, i->flags & access_flag::kReadOnlyPath);
      met |= static_cast<uint32_t>(!alone) << l;
    });
  }
  // Atomic only within a block: the cheap check does not tell blocks apart.
  const auto scope =
      static_cast<AccessScope>(i->flags >> access_flag::kScopeShift & access_flag::kScopeMask);
  const bool within_block = kind == AccessKind::atomic && scope == AccessScope::block &&
                            w.runner->launch->launch->grid.volume() > 1;
  return within_block ? mask : met;
}

}  // namespace

void complain(Warp& w, const Inst* i, FindingKind kind, Space space, AccessKind access,
              unsigned lane, uint64_t address, uint32_t bytes, std::string text) {
  RawFinding f;
  f.text = std::move(text);
  f.kind = kind;
  f.site = i->site;
  f.block = w.block->linear;
  f.thread = w.first_thread + lane;
  f.address = address;
  f.bytes = bytes;
  f.space = space;
  f.access = access;
  f.count = 1;
  w.runner->report(std::move(f));
}

uint32_t resolve_lanes(Warp& w, const Inst* i, Space space, AccessKind kind, uint32_t mask,
                       uint32_t bytes, const uint64_t* addresses, uint32_t memory,
                       LaneTarget& target) {
  if (resolve_together(w, space, kind, mask, bytes, addresses, memory, target)) return mask;
  uint32_t good = 0;
  const LaunchState& launch = *w.runner->launch;
  const Allocation* last = w.runner->last_allocation[memory];
  for_lanes(mask, [&](unsigned l) {
    const uint64_t a = addresses[l];
    if (a & (bytes - 1)) {
      complain(w, i,
               a < kNullPage && space == Space::global ? FindingKind::null_pointer
                                                       : FindingKind::misaligned,
               space, kind, l, a, bytes);
      return;
    }
    if (space == Space::global) {
      const Allocation* found = last;
      if (!last || !last->contains(a, bytes)) {
        found = launch.find(a, bytes);
        if (!found) {
          complain(w, i, a < kNullPage ? FindingKind::null_pointer : FindingKind::out_of_bounds,
                   space, kind, l, a, bytes);
          return;
        }
        if (found->is_heap) {  // not remembered: each access is checked here
          if (std::string wrong = launch.heap->complaint(a, bytes); !wrong.empty()) {
            complain(w, i, FindingKind::out_of_bounds, space, kind, l, a, bytes, std::move(wrong));
            return;
          }
        } else {
          last = found;
        }
      }
      if (kind != AccessKind::load && found->read_only) {
        complain(w, i, FindingKind::read_only_write, space, kind, l, a, bytes);
        return;
      }
      target.allocation[l] = found;
      target.host[l] = found->host + (a - found->begin);
    } else if (space == Space::shared) {
      if (!launch.program->shared.find(a, bytes)) {
        complain(w, i, FindingKind::out_of_bounds, space, kind, l, a, bytes);
        return;
      }
      target.host[l] = w.block->shared.data() + a;
    } else if (space == Space::local) {
      const uint64_t end = uint64_t{w.frame->local_base} + w.frame->function->local_bytes;
      if (a < kLocalStart || a > end || bytes > end - a) {
        complain(w, i, FindingKind::out_of_bounds, space, kind, l, a, bytes);
        return;
      }
      target.host[l] = nullptr;
    } else {
      const uint64_t end = launch.parameters.size();
      if (kind != AccessKind::load || a > end || bytes > end - a) {
        complain(w, i, FindingKind::out_of_bounds, space, kind, l, a, bytes);
        return;
      }
      target.host[l] = const_cast<std::byte*>(launch.parameters.data()) + a;
    }
    good |= 1u << l;
  });
  return good;
}

namespace {

void count_request(Warp& w, Space space, AccessKind kind, uint32_t mask, uint32_t bytes,
                   const uint64_t* addresses, uint32_t memory) {
  auto& count = w.runner->counters.memory[memory];
  if (space == Space::param) {
    count.requests += 1;
    return;
  }
  PatternCache& seen = w.runner->patterns[memory];
  count.requests += 1;
  count.bytes += uint64_t{bytes} * static_cast<uint64_t>(std::popcount(mask));
  const auto first_lane = static_cast<unsigned>(std::countr_zero(mask));
  const uint64_t first = addresses[first_lane];
  const auto phase = static_cast<uint32_t>(first & (space == Space::shared ? 3 : 31));
  // A shift of all addresses by whole sectors (or banks) costs the same.
  uint64_t differs = 0;
  alignas(64) uint32_t delta[kLanes];
  uint64_t far = 0;
  for (unsigned l = 0; l < kLanes; ++l) {
    const uint64_t d = mask >> l & 1 ? addresses[l] - first : 0;
    delta[l] = static_cast<uint32_t>(d);
    far |= d + 0x8000'0000u;
    differs |= delta[l] ^ seen.delta[l];
  }
  far >>= 32;
  if (differs == 0 && far == 0 && seen.mask == mask && seen.phase == phase) {
    count.units += seen.units;
    count.ideal += seen.ideal;
    return;
  }
  uint32_t units = 0, ideal = 0;
  if (space == Space::shared) {
    const SharedCost c = kind == AccessKind::atomic  ? atomic_wavefronts(addresses, mask, bytes)
                         : kind == AccessKind::store ? store_wavefronts(addresses, mask, bytes)
                                                     : load_wavefronts(addresses, mask, bytes);
    units = c.wavefronts, ideal = c.ideal;
  } else if (space == Space::local) {
    uint64_t at[kLanes];
    for (unsigned l = 0; l < kLanes; ++l)
      at[l] = addresses[l] / 4 * 4 * kLanes + l * 4 + addresses[l] % 4;
    if (bytes <= 4) {
      units = sectors(at, mask, bytes);
    } else {
      // Wider accesses are `bytes / 4` words, each interleaved on its own.
      for (uint32_t k = 0; k < bytes / 4; ++k) {
        units += sectors(at, mask, 4);
        for (uint64_t& a : at) a += 4 * kLanes;
      }
    }
  } else {
    units = sectors(addresses, mask, bytes);
  }
  count.units += units;
  count.ideal += ideal;
  if (far == 0) {
    seen.mask = mask;
    seen.phase = space == Space::local ? ~0u : phase;
    seen.units = units;
    seen.ideal = ideal;
    std::memcpy(seen.delta, delta, sizeof delta);
  } else {
    seen.phase = ~0u;
  }
}

}  // namespace

void count_access(Warp& w, Space space, AccessKind kind, uint32_t mask, uint32_t good,
                  uint32_t bytes, const uint64_t* addresses, uint32_t memory,
                  const LaneTarget& target) {
  if (mask == 0) return;
  if (space != Space::global) return count_request(w, space, kind, mask, bytes, addresses, memory);
  Runner& r = *w.runner;
  const Allocation* first = good ? target.allocation[std::countr_zero(good)] : nullptr;
  // The heap is no site's last allocation, so that every access to it is checked block by block.
  bool divided = good != mask || first->is_heap;
  if (!target.shared_by_all)
    for_lanes(good, [&](unsigned l) { divided |= target.allocation[l] != first; });
  if (divided) settle(r, memory);
  else if (first != r.last_allocation[memory]) go_on_with(r, memory, first);
  count_request(w, space, kind, mask, bytes, addresses, memory);
  if (divided) divide(r, memory, good, bytes, addresses, target);
}

void track_lanes(Warp& w, const Inst* i, Space space, AccessKind kind, uint32_t mask,
                 uint32_t bytes, const uint64_t* addresses, const LaneTarget& target) {
  if (kind != AccessKind::load) w.stored_since_barrier |= mask;
  LaunchState& launch = *w.runner->launch;
  if (Observer* observer = w.block->observed_by->accesses[static_cast<size_t>(kind)]) {
    using namespace access_flag;
    const uint32_t watched = watched_lanes(w, i, space, kind, mask, bytes, addresses, target);
    if (watched != 0 || (kind != AccessKind::load && w.followed)) {
      AccessEvent event{place_of(w, i),
                        w,
                        i,
                        space,
                        kind,
                        mask,
                        watched,
                        addresses,
                        bytes,
                        used_bytes(i),
                        static_cast<AccessOrder>(i->flags >> kOrderShift & kOrderMask),
                        static_cast<AccessScope>(i->flags >> kScopeShift & kScopeMask)};
      observer->access(event);
    }
  }
  if (launch.provenance && space == Space::global && kind != AccessKind::load) {
    for_lanes(mask, [&](unsigned l) {
      record_writer(w, *target.allocation[l], addresses[l], bytes, w.first_thread + l);
    });
  }
  if (!launch.tracking) return;
  Suspects* const marks = launch.marks;
  bool fine = true;
  if (space == Space::global) {
    const uint32_t met = met_in_global(w, i, kind, mask, bytes, addresses, target);
    fine = met == 0;
    if (marks)
      for_lanes(met,
                [&](unsigned l) { mark_global(w, *target.allocation[l], addresses[l], bytes); });
  } else if (space == Space::shared) {
    const uint32_t met = met_in_shared(w, i, kind, mask, bytes, addresses);
    fine = met == 0;
    if (marks) for_lanes(met, [&](unsigned l) { mark_shared(w, addresses[l], bytes); });
  } else if (space == Space::local) {
    for_lanes(mask, [&](unsigned l) {
      for (uint64_t b = addresses[l] & ~3ull; b < addresses[l] + bytes; b += 4) {
        uint32_t& written = w.local_written[b / 4];
        if (kind == AccessKind::load)
          fine &= (written >> l & 1) || !uses_unit(used_bytes(i), addresses[l], b, b + 4);
        else written |= 1u << l;
      }
    });
  }
  if (fine) return;
  if (!marks) suspect(w);
  else if (space == Space::local) marks->mark_undefined();
}

}  // namespace warplab::sim
