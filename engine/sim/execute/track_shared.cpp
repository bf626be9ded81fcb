// What single lanes do in shared memory, told to the check of tracking.hpp.
#include "sim/execute/track_access.hpp"
#include "sim/state/lanes.hpp"

namespace warplab::sim {

bool track_shared(Warp& w, const OneAccess& access) {
  SharedTracking& t = w.block->tracking;
  WarpClocks* const clocks = t.clocks.get();
  const unsigned lane = access.thread - w.first_thread;
  const uint32_t me = clock_of(w) << kSharedTagBits | (access.thread + 1), own = 1u << w.index;
  const SharedUnits units(t);
  const uint32_t shift = t.unit_shift;
  const uint64_t offset = access.address;
  const auto is_before = [&](uint32_t cell, const std::vector<uint32_t> WarpClocks::*warps,
                             uint64_t u) {
    return clocks ? clocks->is_before(w, lane, cell, (clocks->*warps)[u])
                  : units.is_met(cell, me) == 0;
  };
  bool fine = true;
  for (uint64_t u = offset >> shift; u <= (offset + access.bytes - 1) >> shift; ++u) {
    uint32_t& writer = t.writer[u];
    uint32_t& reader = t.reader[u];
    if (access.kind == AccessKind::load) {
      if (!uses_unit(access.used, offset, u << shift, (u + 1) << shift)) continue;
      fine &= writer >= units.start && is_before(writer, &WarpClocks::updaters, u);
      const bool is_read_before = is_before(reader, &WarpClocks::readers, u);
      reader = is_read_before ? me : with_many(reader, me);
      if (clocks) clocks->readers[u] = (is_read_before ? 0 : clocks->readers[u]) | own;
    } else {
      fine &= is_before(reader, &WarpClocks::readers, u);
      fine &= is_before(writer, &WarpClocks::updaters, u);
      // Who comes after this has all that came before it behind him, too.
      writer = me;
      reader = 0;
    }
  }
  return fine;
}

uint32_t track_shared_updates(const LaneAccess& a, uint32_t lanes) {
  const Warp& w = a.warp;
  SharedTracking& t = w.block->tracking;
  WarpClocks* const clocks = t.clocks.get();
  const bool reads = !(a.op->flags & access_flag::kOnlyStores);
  const SharedUnits units(t);
  const uint32_t tag = clock_of(w) << kSharedTagBits | kSharedAtomic, own = 1u << w.index;
  const uint32_t shift = t.unit_shift;
  uint32_t met = 0;
  for_lanes(lanes, [&](unsigned l) {
    const auto is_before = [&](uint32_t cell, uint32_t warps) {
      return cell < units.seen || (clocks && clocks->is_before(w, l, cell, warps));
    };
    bool fine = true;
    for (uint64_t u = a.addresses[l] >> shift; u <= (a.addresses[l] + a.bytes - 1) >> shift; ++u) {
      uint32_t& writer = t.writer[u];
      fine &= (!reads || writer >= units.start) &&
              is_before(t.reader[u], clocks ? clocks->readers[u] : 0);
      if (is_alike(writer, tag) && writer >= units.seen) {
        // Who stored there stays in mind: each of those who update it must have that behind him.
        if (clocks) {
          fine &= is_before(clocks->stored[u], 0);
          clocks->updaters[u] |= own;
        }
        writer = std::max(writer, tag);
      } else {
        // Without clocks who stored there is forgotten, so all must have that behind them.
        fine &= is_before(writer, 0);
        if (clocks) {
          clocks->stored[u] = writer;
          clocks->updaters[u] = own;
        }
        writer = tag;
      }
    }
    met |= static_cast<uint32_t>(!fine) << l;
  });
  return met;
}

}  // namespace warplab::sim
