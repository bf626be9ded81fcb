// The hot path of memory: all 32 lanes, evenly spaced as a whole or in rows of a tile, aligned,
// inside one allocation. One compilation for each instruction set; whatever does not fit goes lane
// by lane.
#include <cstring>
#include <type_traits>

#include "sim/execute/access_cost.hpp"
#include "sim/execute/by_allocation.hpp"
#include "sim/execute/memory.hpp"
#include "sim/execute/memory_segments.hpp"
#include "sim/execute/move_rows.hpp"
#include "sim/execute/racing_memory.hpp"
#include "sim/execute/same_values.hpp"
#include "sim/execute/track_rows.hpp"
#include "sim/scalar/isa.hpp"
#include "sim/work.hpp"

namespace warplab::sim::WARPLAB_ISA {
namespace {

using ptx::Space;

struct Even {
  uint64_t first;
  int64_t stride;
  bool holds;
};

// Are the 32 addresses first, first + stride, first + 2 stride, ..., and is the way from the first
// to the last less than 2^46?
template <class Address>
inline Even evenly_spaced(const Address* a, uint64_t offset) {
  const auto stride = static_cast<Address>(a[1] - a[0]);
  Address differs = 0;
  for (unsigned l = 0; l < kLanes - 1; ++l)
    differs |= static_cast<Address>(a[l + 1] - a[l]) ^ stride;
  const auto first = static_cast<Address>(a[0] + static_cast<Address>(offset));
  // 31 strides of 64 bits could come round to where they began.
  constexpr uint64_t kLongest = uint64_t{1} << 40;
  const bool is_short = sizeof(Address) < 8 || uint64_t{stride} + kLongest <= 2 * kLongest;
  return {first, static_cast<std::make_signed_t<Address>>(stride), differs == 0 && is_short};
}

template <class E, unsigned kWidth>
inline bool stores_what_is_there(const std::byte* to, int64_t stride,
                                 const Register<E>* const* from) {
  for (unsigned k = 0; k < kWidth; ++k)
    for (unsigned l = 0; l < kLanes; ++l) {
      const auto v = static_cast<E>(from[k][l]);
      if (std::memcmp(to + static_cast<int64_t>(l) * stride + k * sizeof(E), &v, sizeof v) != 0)
        return false;
    }
  return true;
}

template <class E, unsigned kWidth>
inline bool stores_one_value(const Register<E>* const* from) {
  Register<E> differs = 0;
  for (unsigned k = 0; k < kWidth; ++k)
    for (unsigned l = 1; l < kLanes; ++l) differs |= from[k][l] ^ from[k][0];
  return static_cast<E>(differs) == 0;
}

// May the row be made in one go? Where exact tracking watches some places only, the row's decide;
// what is stored from registers that it follows, it sees.
template <AccessKind kKind>
inline bool goes_by_row(const Warp& w, const MicroOp* i) {
  if (!is_seen_by_lane<kKind>(w)) [[likely]]
    return true;
  return (w.runner->launch->checks.suspects && !w.runner->launch->order.late &&
          (kKind == AccessKind::load || !w.followed) &&
          !(i->flags & access_flag::kOrderMask << access_flag::kOrderShift));
}

template <AccessKind kKind, Space kSpace>
const MicroOp* access_by_lane(Warp& w, const MicroOp* i) {
  if constexpr (kKind == AccessKind::load) load_lanes(w, i, kSpace, w.mask, i->memory);
  else store_lanes(w, i, kSpace, w.mask, i->memory);
  return w.block->aborted ? nullptr : i + 1;
}

// In whichever spaces the lanes name.
template <AccessKind kKind>
const MicroOp* access_generic(Warp& w, const MicroOp* i) {
  return kKind == AccessKind::load ? load_generic(w, i) : store_generic(w, i);
}

// Do several elements of so many bytes share a unit of the cheap check?
inline bool is_within_unit(const Warp& w, const Allocation& a, uint32_t bytes) {
  const auto number = static_cast<size_t>(a.number);
  return bytes >> w.runner->launch->checks.tracking->allocations[number].unit_shift == 0;
}

// What is narrower than a word meets the banks as words do where neighbours are in one word, or as
// far apart as words are.
inline bool is_regular_in_banks(int64_t stride) {
  return stride % 4 == 0 || (stride > -4 && stride < 4);
}

// What does not go as one row goes in segments or lane by lane. Functions of their own, so that
// rows pay nothing for it.
template <class E, unsigned kWidth, AccessKind kKind>
[[gnu::noinline]] const MicroOp* access_global_otherwise(Warp& w, const MicroOp* i) {
  const MicroOp* next = nullptr;
  if (w.mask == ~0u && access_global_segments<E, kWidth, kKind>(w, i, next)) return next;
  if (is_generic(i)) return access_generic<kKind>(w, i);
  return access_by_lane<kKind, Space::global>(w, i);
}

template <class E, unsigned kWidth, AccessKind kKind, class Address>
[[gnu::noinline]] const MicroOp* access_shared_otherwise(Warp& w, const MicroOp* i) {
  const MicroOp* next = nullptr;
  if (w.mask == ~0u && access_shared_segments<E, kWidth, kKind, Address>(w, i, next)) return next;
  return access_by_lane<kKind, Space::shared>(w, i);
}

// Of generic addresses, those that all lie in global memory are served here.
// E: an element, as it lies in memory.
template <class E, unsigned kWidth, AccessKind kKind>
const MicroOp* access_global(Warp& w, const MicroOp* i) {
  using T = Register<E>;
  constexpr uint32_t kBytes = sizeof(E) * kWidth;
  if (w.mask == ~0u && goes_by_row<kKind>(w, i)) [[likely]] {
    const Even even = evenly_spaced(w.at<uint64_t>(i->a), i->imm);
    const uint64_t last = even.first + 31 * static_cast<uint64_t>(even.stride);
    const uint64_t low = even.stride < 0 ? last : even.first;
    const uint64_t span = (even.stride < 0 ? even.first : last) - low + kBytes;
    const Allocation*& known = w.runner->last_allocation[i->memory];
    if (even.holds && ((low | static_cast<uint64_t>(even.stride)) & (kBytes - 1)) == 0 &&
        (kKind == AccessKind::load || even.stride != 0 ||
         !w.runner->launch->order.lanes_reversed)) {
      if (!known || !known->contains(low, span)) {
        if (is_generic(i) && windows::space_of(low) != Space::global) goto lane_by_lane;
        const Allocation* found = w.runner->launch->memory.find(low, span);
        if (!found || found->is_heap) goto lane_by_lane;
        go_on_with(*w.runner, i->memory, found);
      }
      if (kKind == AccessKind::store && known->read_only) goto lane_by_lane;
      if (is_seen_by_lane<kKind>(w) &&
          w.runner->launch->checks.suspects->global_row(*known, even.first, even.stride, kBytes))
        goto lane_by_lane;
      bool is_checked = false, is_fine = true, is_there = false;
      if constexpr (kKind == AccessKind::store) {
        // Lanes that share a unit meet in it, which the row's check takes for others.
        if (kBytes < 4 && w.runner->launch->checks.tells_values() &&
            is_within_unit(w, *known, kBytes))
          goto lane_by_lane;
        if (w.runner->launch->checks.tells_values() &&
            (even.stride == 0 || meets_writers(w, *known, even.first, even.stride))) [[unlikely]] {
          T* places[kWidth];
          data_places<T, kWidth>(w, i, places);
          const std::byte* host = known->host + (even.first - known->begin);
          is_there = stores_what_is_there<E, kWidth>(host, even.stride, places);
          is_checked = is_there || (even.stride == 0 && stores_one_value<E, kWidth>(places));
          if (!is_checked) goto lane_by_lane;
          is_fine =
              check_same_row(w, i->memory, *known, {even.first, even.stride, kBytes}, is_there);
        }
      }
      {
        T* places[kWidth];
        data_places<T, kWidth>(w, i, places);
        std::byte* host = known->host + (even.first - known->begin);
        [[maybe_unused]] const RacingMemory racing;
        if constexpr (kKind == AccessKind::load) load_even<E, kWidth>(host, even.stride, places);
        else if (!is_there) store_even<E, kWidth>(host, even.stride, places);
      }
      auto& count = w.runner->counters.memory[i->memory];
      count.requests += 1;
      count.bytes += kBytes * kLanes;
      count.units += strided_sectors(even.first, even.stride, kBytes);
      if (is_far_apart(even.stride) && !is_generic(i)) w.work += work_of_scattered(kLanes);
      if (kKind == AccessKind::store && w.runner->launch->checks.marks)
        add_swept_work(w, work_of_swept_row(even.stride, is_checked));
      if (kKind == AccessKind::store) w.stored_since_barrier = ~0u;
      if (w.runner->launch->checks.tracking &&
          !(is_checked ? is_fine
                       : track_global_even<kKind, kBytes>(w, i, *known, even.first, even.stride)))
          [[unlikely]]
        return goes_on(w, known, even.first, even.stride, kBytes) ? i + 1 : nullptr;
      return i + 1;
    }
  }
lane_by_lane:
  return access_global_otherwise<E, kWidth, kKind>(w, i);
}

template <class E, unsigned kWidth, AccessKind kKind, class Address>
const MicroOp* access_shared(Warp& w, const MicroOp* i) {
  using T = Register<E>;
  constexpr uint32_t kBytes = sizeof(E) * kWidth;
  if (w.mask == ~0u && goes_by_row<kKind>(w, i)) [[likely]] {
    const Even even = evenly_spaced(w.at<Address>(i->a), i->imm);
    const uint64_t last = even.first + 31 * static_cast<uint64_t>(even.stride);
    const uint64_t low = even.stride < 0 ? last : even.first;
    const uint64_t span = (even.stride < 0 ? even.first : last) - low + kBytes;
    const SharedLayout::Entry*& known = w.runner->last_shared[i->memory];
    if (even.holds && ((low | static_cast<uint64_t>(even.stride)) & (kBytes - 1)) == 0 &&
        (kBytes >= 4 || is_regular_in_banks(even.stride)) &&
        (kKind == AccessKind::load || even.stride != 0 ||
         !w.runner->launch->order.lanes_reversed)) {
      if (!known || low < known->begin || span > known->bytes ||
          low - known->begin > known->bytes - span) {
        known = w.runner->launch->program->shared.find(low, span);
        if (!known) goto lane_by_lane;
      }
      if (is_seen_by_lane<kKind>(w) && w.runner->launch->checks.suspects->shared_row(
                                           w.block->linear, even.first, even.stride, kBytes))
        goto lane_by_lane;
      {
        T* places[kWidth];
        data_places<T, kWidth>(w, i, places);
        std::byte* host = w.block->shared.data() + even.first;
        if constexpr (kKind == AccessKind::load) load_even<E, kWidth>(host, even.stride, places);
        else store_even<E, kWidth>(host, even.stride, places);
      }
      auto& count = w.runner->counters.memory[i->memory];
      count.requests += 1;
      count.bytes += kBytes * kLanes;
      const uint32_t passes = kKind == AccessKind::load && even.stride == 0
                                  ? broadcast_wavefronts(kBytes)
                              : kBytes <= 4 ? 1
                              : kBytes == 8 ? 2
                                            : 4;
      count.units += even.stride == 0 ? passes : strided_degree(even.stride, kBytes) * passes;
      count.ideal += passes;
      if (kKind == AccessKind::store) w.stored_since_barrier = ~0u;
      if (w.block->tracking.enabled &&
          !track_shared_even<kKind>(w, i, even.first, even.stride, kBytes)) [[unlikely]]
        return goes_on(w, nullptr, even.first, even.stride, kBytes) ? i + 1 : nullptr;
      return i + 1;
    }
  }
lane_by_lane:
  return access_shared_otherwise<E, kWidth, kKind, Address>(w, i);
}

template <AccessKind kKind, class E>
Handler pick_width(Space space, uint32_t flags) {
  const uint32_t log_vector = flags >> access_flag::kLogVectorShift & access_flag::kLogVectorMask;
  const bool narrow = flags & access_flag::kNarrowAddress;
  if (space == Space::global && !narrow) {
    if (log_vector == 0) return access_global<E, 1, kKind>;
    if (log_vector == 1) return access_global<E, 2, kKind>;
    if (log_vector == 2 && sizeof(E) <= 4) return access_global<E, 4, kKind>;
  }
  if (space == Space::shared) {
    if (log_vector == 0)
      return narrow ? access_shared<E, 1, kKind, uint32_t> : access_shared<E, 1, kKind, uint64_t>;
    if (log_vector == 1)
      return narrow ? access_shared<E, 2, kKind, uint32_t> : access_shared<E, 2, kKind, uint64_t>;
    if (log_vector == 2 && sizeof(E) <= 4)
      return narrow ? access_shared<E, 4, kKind, uint32_t> : access_shared<E, 4, kKind, uint64_t>;
  }
  return nullptr;
}

template <AccessKind kKind>
Handler pick(Space space, uint32_t flags) {
  const uint32_t log_bytes = flags & access_flag::kLogBytesMask;
  const bool wide = flags & access_flag::kWideRegister;
  const bool is_signed = kKind == AccessKind::load && flags & access_flag::kSigned;
  // Elements in registers of 4 bytes, or of 8 where they have as many; others go lane by lane.
  Handler h = nullptr;
  if (!(flags & access_flag::kHasUsedBytes) || kKind == AccessKind::load) {
    const Space served = space == Space::generic ? Space::global : space;
    if (log_bytes == 0 && !wide)
      h = is_signed ? pick_width<kKind, int8_t>(served, flags)
                    : pick_width<kKind, uint8_t>(served, flags);
    else if (log_bytes == 1 && !wide)
      h = is_signed ? pick_width<kKind, int16_t>(served, flags)
                    : pick_width<kKind, uint16_t>(served, flags);
    else if (log_bytes == 2 && !wide) h = pick_width<kKind, uint32_t>(served, flags);
    else if (log_bytes == 3 && wide) h = pick_width<kKind, uint64_t>(served, flags);
  }
  if (h) return h;
  if (space == Space::generic) return access_generic<kKind>;
  if (space == Space::local) return access_by_lane<kKind, Space::local>;
  return space == Space::shared ? access_by_lane<kKind, Space::shared>
                                : access_by_lane<kKind, Space::global>;
}

}  // namespace

Handler load_handler(Space space, uint32_t flags) { return pick<AccessKind::load>(space, flags); }
Handler store_handler(Space space, uint32_t flags) { return pick<AccessKind::store>(space, flags); }

}  // namespace warplab::sim::WARPLAB_ISA
