#include "sim/execute/warp_exchange.hpp"

#include <algorithm>
#include <cstring>

#include "sim/execute/control.hpp"
#include "sim/execute/members.hpp"
#include "sim/execute/tell.hpp"
#include "sim/execute/track_access.hpp"
#include "sim/state/lanes.hpp"
#include "sim/state/suspects.hpp"

namespace warplab::sim {
namespace {

void set_predicate(Warp& w, Place place, uint32_t value, uint32_t lanes) {
  if (place == kNowhere) return;
  uint32_t& p = w.predicate(place);
  p = (p & ~lanes) | (value & lanes);
}

template <class T>
void set(Warp& w, Place place, T value, uint32_t lanes) {
  if (place == kNowhere) return;
  T* d = w.at<T>(place);
  for (unsigned l = 0; l < kLanes; ++l)
    if (lanes >> l & 1) d[l] = value;
}

void tell(Warp& w, const MicroOp* i, uint32_t lanes) {
  if (Observer* observer = w.block->observed_by->exchanges)
    observer->exchange({place_of(w, i), w, i, lanes});
}

// `op(lanes)` for each set of lanes that execute the instruction together.
template <class Op>
const MicroOp* together(Warp& w, const MicroOp* i, Op op) {
  if (is_one_group(w, static_cast<Place>(i->imm))) [[likely]] {
    w.met = 0;
    op(w.mask);
    return i + 1;
  }
  if (!gather_members(w, i)) return next_split(w);
  const MemberGroups groups = member_groups(w, i);
  for (unsigned g = 0; g < groups.count; ++g) op(groups.lanes[g]);
  return after_gathering(w, i + 1);
}

struct BitOfLane {
  constexpr BitOfLane() {
    for (uint32_t l = 0; l < kLanes; ++l) bits[l] = uint32_t{1} << l;
  }
  constexpr uint32_t operator[](uint32_t lane) const { return bits[lane]; }
  alignas(64) uint32_t bits[kLanes] = {};
};
constexpr BitOfLane kBitOf;

// The lane that each lane reads; itself where that is out of range. Returns which are in range. All
// lanes are worked out, in steps of which the host takes several lanes at a time.
template <Shuffle kMode>
inline uint32_t sources_of(const uint32_t* b, const uint32_t* c, uint32_t (&sources)[kLanes]) {
  // In arrays of its own, of which the compiler knows that they do not lie over each other.
  alignas(64) uint32_t by_[kLanes], how[kLanes], outside[kLanes], from_[kLanes];
  std::memcpy(by_, b, sizeof by_);
  std::memcpy(how, c, sizeof how);
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    const auto by = static_cast<int32_t>(by_[lane] & 31), own = static_cast<int32_t>(lane);
    const auto clamp = static_cast<int32_t>(how[lane] & 31),
               segment = static_cast<int32_t>(how[lane] >> 8 & 31);
    const int32_t least = own & segment, most = least | (clamp & ~segment);
    const int32_t from = kMode == Shuffle::up          ? own - by
                         : kMode == Shuffle::down      ? own + by
                         : kMode == Shuffle::butterfly ? own ^ by
                                                       : least | (by & ~segment);
    const int32_t is_outside = kMode == Shuffle::up ? -(from < most) : -(from > most);
    outside[lane] = static_cast<uint32_t>(is_outside);
    from_[lane] = static_cast<uint32_t>((from & ~is_outside) | (own & is_outside)) & 31;
  }
  std::memcpy(sources, from_, sizeof from_);
  uint32_t all = 0;
  for (uint32_t lane = 0; lane < kLanes; ++lane) all |= outside[lane] & kBitOf[lane];
  return ~all;
}

bool is_uniform(const uint32_t* values) {
  uint32_t differs = 0;
  const uint32_t first = values[0];
  for (unsigned l = 0; l < kLanes; ++l) differs |= values[l] ^ first;
  return differs == 0;
}

// All 32 lanes, the same distance in all, no segments: what nearly every kernel does. Returns which
// sources were in range.
template <Shuffle kMode>
inline uint32_t shuffle_whole_warp(uint32_t* d, const uint32_t* a, uint32_t by) {
  switch (kMode) {
    case Shuffle::down:
      for (unsigned l = 0; l < kLanes; ++l) d[l] = a[l];
      std::memcpy(d, a + by, (kLanes - by) * sizeof *d);
      return ~0u >> by;
    case Shuffle::up:
      for (unsigned l = 0; l < kLanes; ++l) d[l] = a[l];
      std::memcpy(d + by, a, (kLanes - by) * sizeof *d);
      return ~0u << by;
    case Shuffle::butterfly:
      for (unsigned l = 0; l < kLanes; ++l) d[l] = a[l ^ by];
      return ~0u;
    case Shuffle::index:
      for (unsigned l = 0; l < kLanes; ++l) d[l] = a[by];
      return ~0u;
  }
  return 0;
}

template <Shuffle kMode>
const MicroOp* shuffle(Warp& w, const MicroOp* i) {
  Observer* observer = w.block->observed_by->exchanges;
  bool undefined = false;
  const MicroOp* next = together(w, i, [&](uint32_t lanes) {
    uint32_t a[kLanes];
    std::memcpy(a, w.at<uint32_t>(i->a), sizeof a);
    const auto *b = w.at<uint32_t>(i->b), *c = w.at<uint32_t>(i->c);
    uint32_t* d = i->d == kNowhere ? nullptr : w.at<uint32_t>(i->d);
    uint32_t in_range = 0;
    if (lanes == ~0u && !observer && d) [[likely]] {  // nobody is missing, nobody looks
      constexpr uint32_t kWhole = kMode == Shuffle::up ? 0 : 31;
      if ((c[0] & 0x1f1f) == kWhole && is_uniform(b) && is_uniform(c)) [[likely]] {
        in_range = shuffle_whole_warp<kMode>(d, a, b[0] & 31);
      } else {
        alignas(64) uint32_t from[kLanes];
        in_range = sources_of<kMode>(b, c, from);
        for (uint32_t lane = 0; lane < kLanes; ++lane) d[lane] = a[from[lane]];
      }
      if (i->fifth != kNowhere) w.predicate(i->fifth) = in_range;
      return;
    }
    alignas(64) uint32_t from[kLanes];
    in_range = sources_of<kMode>(b, c, from);
    uint32_t missing = 0;
    uint8_t source[kLanes];
    for_lanes(lanes, [&](unsigned lane) {
      source[lane] = static_cast<uint8_t>(from[lane]);
      missing |= (~lanes >> from[lane] & 1) << lane;
    });
    if (observer)
      observer->exchange(
          {place_of(w, i), w, i, lanes, source, missing, named_masks(w, w.frame, i)});
    undefined |= missing != 0;
    if (d) for_lanes(lanes, [&](unsigned l) { d[l] = missing >> l & 1 ? 0 : a[from[l]]; });
    set_predicate(w, i->fifth, in_range, lanes);
  });
  // Exact tracking follows the value that no lane gave. A sweep goes on: what it has not seen,
  // exact tracking does not look at.
  if (undefined && w.runner->launch->checks.tracking && i->d != kNowhere) [[unlikely]] {
    if (Suspects* const marks = w.runner->launch->checks.marks) {
      marks->mark_undefined();
    } else {
      suspect(w);
      return nullptr;
    }
  }
  return next;
}

template <Vote kMode>
const MicroOp* vote(Warp& w, const MicroOp* i) {
  return together(w, i, [&](uint32_t lanes) {
    tell(w, i, lanes);
    const uint32_t p = (w.predicate(i->a) ^ (i->flags & kVoteNegated ? ~0u : 0u)) & lanes;
    if (kMode == Vote::ballot) return set(w, i->d, p, lanes);
    const bool holds = kMode == Vote::all   ? p == lanes
                       : kMode == Vote::any ? p != 0
                                            : p == lanes || p == 0;
    set_predicate(w, i->d, holds ? ~0u : 0u, lanes);
  });
}

template <bool kAll, class T>
const MicroOp* match(Warp& w, const MicroOp* i) {
  return together(w, i, [&](uint32_t lanes) {
    tell(w, i, lanes);
    T a[kLanes];
    std::memcpy(a, w.at<T>(i->a), sizeof a);
    bool all_same = true;
    for (uint32_t left = lanes; left;) {
      const T value = a[std::countr_zero(left)];
      uint32_t same = 0;
      for (unsigned l = 0; l < kLanes; ++l) same |= static_cast<uint32_t>(a[l] == value) << l;
      same &= lanes;
      all_same = same == lanes;
      set(w, i->d, kAll && !all_same ? 0u : same, same);
      left &= ~same;
    }
    if (kAll) set_predicate(w, i->fifth, all_same ? ~0u : 0u, lanes);
  });
}

template <Reduction kMode>
const MicroOp* reduce(Warp& w, const MicroOp* i) {
  return together(w, i, [&](uint32_t lanes) {
    tell(w, i, lanes);
    const auto* a = w.at<uint32_t>(i->a);
    uint32_t sum = a[std::countr_zero(lanes)];
    for (uint32_t m = lanes & (lanes - 1); m; m &= m - 1) {
      const uint32_t v = a[std::countr_zero(m)];
      const auto signed_sum = static_cast<int32_t>(sum), signed_v = static_cast<int32_t>(v);
      switch (kMode) {
        case Reduction::add: sum += v; break;
        case Reduction::min_signed:
          sum = static_cast<uint32_t>(std::min(signed_sum, signed_v));
          break;
        case Reduction::min_unsigned: sum = std::min(sum, v); break;
        case Reduction::max_signed:
          sum = static_cast<uint32_t>(std::max(signed_sum, signed_v));
          break;
        case Reduction::max_unsigned: sum = std::max(sum, v); break;
        case Reduction::and_: sum &= v; break;
        case Reduction::or_: sum |= v; break;
        case Reduction::xor_: sum ^= v; break;
      }
    }
    set(w, i->d, sum, lanes);
  });
}

}  // namespace

Handler shuffle_handler(Shuffle mode) {
  switch (mode) {
    case Shuffle::up: return shuffle<Shuffle::up>;
    case Shuffle::down: return shuffle<Shuffle::down>;
    case Shuffle::butterfly: return shuffle<Shuffle::butterfly>;
    case Shuffle::index: return shuffle<Shuffle::index>;
  }
  return nullptr;
}

Handler vote_handler(Vote mode) {
  switch (mode) {
    case Vote::all: return vote<Vote::all>;
    case Vote::any: return vote<Vote::any>;
    case Vote::uniform: return vote<Vote::uniform>;
    case Vote::ballot: return vote<Vote::ballot>;
  }
  return nullptr;
}

Handler match_handler(bool all, bool wide) {
  if (wide) return all ? match<true, uint64_t> : match<false, uint64_t>;
  return all ? match<true, uint32_t> : match<false, uint32_t>;
}

Handler reduction_handler(Reduction mode) {
  switch (mode) {
    case Reduction::add: return reduce<Reduction::add>;
    case Reduction::min_signed: return reduce<Reduction::min_signed>;
    case Reduction::min_unsigned: return reduce<Reduction::min_unsigned>;
    case Reduction::max_signed: return reduce<Reduction::max_signed>;
    case Reduction::max_unsigned: return reduce<Reduction::max_unsigned>;
    case Reduction::and_: return reduce<Reduction::and_>;
    case Reduction::or_: return reduce<Reduction::or_>;
    case Reduction::xor_: return reduce<Reduction::xor_>;
  }
  return nullptr;
}

// "Note that threads at the same convergence point are not guaranteed to be convergent" (CUDA C++
// Programming Guide, "Warp Vote Functions": __activemask). In the other orders lanes that have met
// behind a branch, and that nothing has made wait for each other since, come here apart.
const MicroOp* active_mask(Warp& w, const MicroOp* i) {
  const bool may_part = w.runner->launch->order.lanes_reversed && i->guard == kNowhere;
  if (const uint32_t last = w.mask & w.met; may_part && last != 0 && last != w.mask) {
    w.met = 0;
    w.ready.push_back({i, w.mask & ~last, w.frame, w.reconvergence, -1});
    w.mask = last;
  }
  auto* d = w.at<uint32_t>(i->d);
  for (unsigned l = 0; l < kLanes; ++l)
    if (w.mask >> l & 1) d[l] = w.mask;
  return i + 1;
}

const MicroOp* elect(Warp& w, const MicroOp* i) {
  return together(w, i, [&](uint32_t lanes) {
    const auto leader = static_cast<uint32_t>(std::countr_zero(lanes));
    set(w, i->d, leader, lanes);
    set_predicate(w, i->fifth, 1u << leader, lanes);
  });
}

}  // namespace warplab::sim
