#include "sim/execute/warp_exchange.hpp"

#include <algorithm>

#include "sim/execute/barrier.hpp"

namespace warplab::sim {
namespace {

bool gather(Warp& w, const Inst* i) {
  const auto lane = static_cast<unsigned>(std::countr_zero(w.mask));
  return gather_members(w, i, w.at<uint32_t>(static_cast<Place>(i->imm))[lane]);
}

void set_predicate(Warp& w, Place place, uint32_t value) {
  if (place == kNowhere) return;
  uint32_t& p = w.predicate(place);
  p = (p & ~w.mask) | (value & w.mask);
}

template <Shuffle kMode>
const Inst* shuffle(Warp& w, const Inst* i) {
  if (!gather(w, i)) return next_split(w);
  uint32_t a[kLanes];
  std::memcpy(a, w.at<uint32_t>(i->a), sizeof a);
  const auto *b = w.at<uint32_t>(i->b), *c = w.at<uint32_t>(i->c);
  uint32_t* d = i->d == kNowhere ? nullptr : w.at<uint32_t>(i->d);
  uint32_t in_range = 0;
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    if (!(w.mask >> lane & 1)) continue;
    const uint32_t by = b[lane] & 31, clamp = c[lane] & 31, segment = c[lane] >> 8 & 31;
    const uint32_t most = (lane & segment) | (clamp & ~segment), least = lane & segment;
    uint32_t from = 0;
    bool inside = false;
    if (kMode == Shuffle::up) {
      from = lane - by;
      inside = static_cast<int32_t>(from) >= static_cast<int32_t>(most);
    } else {
      from = kMode == Shuffle::down        ? lane + by
             : kMode == Shuffle::butterfly ? lane ^ by
                                           : least | (by & ~segment);
      inside = from <= most;
    }
    if (!inside) from = lane;
    in_range |= static_cast<uint32_t>(inside) << lane;
    if (d) d[lane] = a[from & 31];
  }
  set_predicate(w, i->aux, in_range);
  return after_gathering(w, i + 1);
}

template <Vote kMode>
const Inst* vote(Warp& w, const Inst* i) {
  if (!gather(w, i)) return next_split(w);
  const uint32_t p = (w.predicate(i->a) ^ (i->flags & kVoteNegated ? ~0u : 0u)) & w.mask;
  if (kMode == Vote::ballot) {
    auto* d = w.at<uint32_t>(i->d);
    for (unsigned l = 0; l < kLanes; ++l)
      if (w.mask >> l & 1) d[l] = p;
  } else {
    const bool holds = kMode == Vote::all   ? p == w.mask
                       : kMode == Vote::any ? p != 0
                                            : p == w.mask || p == 0;
    set_predicate(w, i->d, holds ? ~0u : 0u);
  }
  return after_gathering(w, i + 1);
}

template <bool kAll, class T>
const Inst* match(Warp& w, const Inst* i) {
  if (!gather(w, i)) return next_split(w);
  T a[kLanes];
  std::memcpy(a, w.at<T>(i->a), sizeof a);
  uint32_t* d = i->d == kNowhere ? nullptr : w.at<uint32_t>(i->d);
  bool all_same = true;
  const T first = a[std::countr_zero(w.mask)];
  for (unsigned l = 0; l < kLanes; ++l)
    if (w.mask >> l & 1) all_same &= a[l] == first;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!(w.mask >> l & 1) || !d) continue;
    uint32_t same = 0;
    for (unsigned k = 0; k < kLanes; ++k) same |= static_cast<uint32_t>(a[k] == a[l]) << k;
    d[l] = kAll ? (all_same ? w.mask : 0) : same & w.mask;
  }
  if (kAll) set_predicate(w, i->aux, all_same ? ~0u : 0u);
  return after_gathering(w, i + 1);
}

template <Reduction kMode>
const Inst* reduce(Warp& w, const Inst* i) {
  if (!gather(w, i)) return next_split(w);
  const auto* a = w.at<uint32_t>(i->a);
  uint32_t sum = a[std::countr_zero(w.mask)];
  for (uint32_t m = w.mask & (w.mask - 1); m; m &= m - 1) {
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
  auto* d = w.at<uint32_t>(i->d);
  for (unsigned l = 0; l < kLanes; ++l)
    if (w.mask >> l & 1) d[l] = sum;
  return after_gathering(w, i + 1);
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

const Inst* active_mask(Warp& w, const Inst* i) {
  auto* d = w.at<uint32_t>(i->d);
  for (unsigned l = 0; l < kLanes; ++l)
    if (w.mask >> l & 1) d[l] = w.mask;
  return i + 1;
}

const Inst* elect(Warp& w, const Inst* i) {
  if (!gather(w, i)) return next_split(w);
  const auto leader = static_cast<uint32_t>(std::countr_zero(w.mask));
  if (i->d != kNowhere) {
    auto* d = w.at<uint32_t>(i->d);
    for (unsigned l = 0; l < kLanes; ++l)
      if (w.mask >> l & 1) d[l] = leader;
  }
  set_predicate(w, i->aux, 1u << leader);
  return after_gathering(w, i + 1);
}

}  // namespace warplab::sim
