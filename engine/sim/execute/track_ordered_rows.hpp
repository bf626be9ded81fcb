#pragma once
// What rows of 32 lanes do in shared memory, told to the cheap check of a sweep, which knows each
// warp's order (SharedTracking::order). Part of each build of the lane loops.
#include "sim/execute/track_access.hpp"
#include "sim/scalar/isa.hpp"
#include "sim/state/shared_order.hpp"

namespace warplab::sim::WARPLAB_ISA {

inline uint64_t address_of(unsigned lane, uint64_t first, int64_t stride) {
  return first + static_cast<uint64_t>(static_cast<int64_t>(lane) * stride);
}

// Is the cell's access not behind all lanes of the warp of these limits?
inline uint32_t is_open(uint32_t cell, const uint32_t* limits) {
  return static_cast<uint32_t>(
      cell >= limits[(((cell & kSharedTags) - 1) >> 5) & (SharedOrder::kLimits - 1)]);
}
inline uint32_t is_open(uint32_t cell, const uint32_t* limits, uint32_t mine) {
  return is_open(cell, limits) & static_cast<uint32_t>(!is_alike(cell, mine));
}

// Lanes that read one place.
inline bool track_ordered_broadcast(Warp& w, uint64_t first_unit, uint64_t last_unit) {
  SharedTracking& t = w.block->tracking;
  SharedOrder& order = *t.order;
  const uint32_t start = t.first_epoch << kSharedTagBits;
  const uint32_t* const limits = order.limits(w).data();
  const uint32_t many = clock_of(w) << kSharedTagBits | kSharedMany, own = 1u << w.index;
  bool fine = true;
  for (uint64_t u = first_unit; u <= last_unit; ++u) {
    const uint32_t writer = t.writer[u];
    fine &= writer >= start;
    if (is_open(writer, limits))
      for (unsigned l = 0; l < kLanes; ++l)
        fine &= order.is_before(w, l, writer, order.updaters[u]);
    const uint32_t reader = t.reader[u];
    const bool stays = is_open(reader, limits);
    t.reader[u] = stays ? with_many(reader, many) : many;
    order.readers[u] = (stays ? order.readers[u] : 0) | own;
  }
  return fine;
}

// Lanes `step` units apart, each of `units` of them.
template <AccessKind kind>
inline bool track_ordered_row(Warp& w, uint64_t first_unit, int64_t step, unsigned units) {
  SharedTracking& t = w.block->tracking;
  SharedOrder& order = *t.order;
  const uint32_t start = t.first_epoch << kSharedTagBits;
  const uint32_t* const limits = order.limits(w).data();
  const uint32_t me = clock_of(w) << kSharedTagBits | (w.first_thread + 1), own = 1u << w.index;
  bool fine = true;
  for (unsigned k = 0; k < units; ++k) {
    uint32_t* const writer = t.writer.data() + first_unit + k;
    uint32_t* const reader = t.reader.data() + first_unit + k;
    uint32_t* const readers = order.readers.data() + first_unit + k;
    uint32_t open = 0;
    for (int l = 0; l < static_cast<int>(kLanes); ++l) {
      const uint32_t mine = me + static_cast<uint32_t>(l);
      open |= is_open(writer[l * step], limits, mine);
      if (kind == AccessKind::load) open |= static_cast<uint32_t>(writer[l * step] < start);
      else open |= is_open(reader[l * step], limits, mine);
    }
    if (open)
      for (int l = 0; l < static_cast<int>(kLanes); ++l) {
        const auto lane = static_cast<unsigned>(l);
        const auto unit = static_cast<size_t>(static_cast<int64_t>(first_unit + k) + l * step);
        fine &= order.is_before(w, lane, writer[l * step], order.updaters[unit]);
        if (kind == AccessKind::load) fine &= writer[l * step] >= start;
        else fine &= order.is_before(w, lane, reader[l * step], readers[l * step]);
      }
    for (int l = 0; l < static_cast<int>(kLanes); ++l) {
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

inline bool track_ordered_even(Warp& w, const Record* i, AccessKind kind, uint64_t first,
                               int64_t stride, uint32_t bytes) {
  const uint32_t shift = w.block->tracking.unit_shift;
  const bool whole = !(i->flags & access_flag::kHasUsedBytes);
  if (whole && stride == 0 && kind == AccessKind::load)
    return track_ordered_broadcast(w, first >> shift, (first + bytes - 1) >> shift);
  if (whole && stride != 0 && bytes >> shift != 0 && stride % static_cast<int64_t>(bytes) == 0) {
    const uint64_t unit = first >> shift;
    // Right shifts keep the sign. A constant step makes the loops those of vectors.
    const int64_t step = stride >> shift;
    const unsigned units = bytes >> shift;
    if (kind == AccessKind::load)
      return step == 1 ? track_ordered_row<AccessKind::load>(w, unit, 1, units)
                       : track_ordered_row<AccessKind::load>(w, unit, step, units);
    return step == 1 ? track_ordered_row<AccessKind::store>(w, unit, 1, units)
                     : track_ordered_row<AccessKind::store>(w, unit, step, units);
  }
  bool fine = true;
  // At one place the second lane that stores has met the first, and the last one is who stays.
  const unsigned lanes = stride == 0 && kind == AccessKind::store ? kLanes - 1 : 1;
  for (unsigned l = 0; l < kLanes; l += lanes)
    fine &= track_ordered(
        w, {kind, address_of(l, first, stride), bytes, used_bytes(i), w.first_thread + l});
  return fine;
}

}  // namespace warplab::sim::WARPLAB_ISA
