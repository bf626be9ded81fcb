// What single lanes do in shared memory, told to the cheap check of a sweep, which knows each
// warp's order (SharedTracking::order).
#include "sim/execute/track_access.hpp"
#include "sim/state/lanes.hpp"
#include "sim/state/shared_order.hpp"

namespace warplab::sim {

bool track_ordered(Warp& w, const OneAccess& access) {
  SharedTracking& t = w.block->tracking;
  SharedOrder& order = *t.order;
  const unsigned lane = access.thread - w.first_thread;
  const uint32_t me = clock_of(w) << kSharedTagBits | (access.thread + 1), own = 1u << w.index;
  const uint32_t start = t.first_epoch << kSharedTagBits;
  const uint32_t shift = t.unit_shift;
  const uint64_t offset = access.address;
  bool fine = true;
  for (uint64_t u = offset >> shift; u <= (offset + access.bytes - 1) >> shift; ++u) {
    uint32_t& writer = t.writer[u];
    uint32_t& reader = t.reader[u];
    const bool is_read_before = order.is_before(w, lane, reader, order.readers[u]);
    if (access.kind == AccessKind::load) {
      if (!uses_unit(access.used, offset, u << shift, (u + 1) << shift)) continue;
      fine &= writer >= start && order.is_before(w, lane, writer, order.updaters[u]);
      reader = is_read_before ? me : with_many(reader, me);
      order.readers[u] = (is_read_before ? 0 : order.readers[u]) | own;
    } else {
      fine &= is_read_before && order.is_before(w, lane, writer, order.updaters[u]);
      writer = me;
      reader = 0;
    }
  }
  return fine;
}

uint32_t track_ordered_updates(const LaneAccess& a, uint32_t lanes) {
  const Warp& w = a.warp;
  SharedTracking& t = w.block->tracking;
  SharedOrder& order = *t.order;
  const bool reads = !(a.record->flags & access_flag::kOnlyStores);
  const uint32_t start = t.first_epoch << kSharedTagBits, epoch = t.epoch << kSharedTagBits;
  const uint32_t tag = clock_of(w) << kSharedTagBits | kSharedAtomic, own = 1u << w.index;
  const uint32_t shift = t.unit_shift;
  uint32_t met = 0;
  for_lanes(lanes, [&](unsigned l) {
    const auto is_before = [&](uint32_t cell, uint32_t warps) {
      return order.is_before(w, l, cell, warps);
    };
    bool fine = true;
    for (uint64_t u = a.addresses[l] >> shift; u <= (a.addresses[l] + a.bytes - 1) >> shift; ++u) {
      uint32_t& writer = t.writer[u];
      fine &= (!reads || writer >= start) && is_before(t.reader[u], order.readers[u]);
      // Who stored there stays in mind: each of those who update it must have that behind him.
      if (is_alike(writer, tag) && writer >= epoch) {
        fine &= is_before(order.stored[u], 0);
        writer = std::max(writer, tag);
        order.updaters[u] |= own;
      } else {
        fine &= is_before(writer, 0);
        order.stored[u] = writer;
        writer = tag;
        order.updaters[u] = own;
      }
    }
    met |= static_cast<uint32_t>(!fine) << l;
  });
  return met;
}

}  // namespace warplab::sim
