#pragma once
// Warps that cover several rows of a tile: blocks of 16 x 16 or 8 x 8 threads, or of a width that
// does not divide 32. Their addresses are evenly spaced within each row, and only there. Part of
// each build of the lane loops.
#include <bit>

#include "sim/execute/lane_patterns.hpp"
#include "sim/scalar/isa.hpp"
#include "sim/work.hpp"

namespace warplab::sim {

// Lanes [begin, end): lane l at first + (l - begin) * Segments::stride. Without initial values, as
// to clear all that Segments holds takes a quarter of the time of a load.
struct Segment {
  uint32_t begin, end;
  uint64_t first;
};

// All 32 lanes, in few segments of one stride.
struct Segments {
  static constexpr uint32_t kMost = 8;
  uint32_t count = 0;  // 0: the lanes do not lie like that
  int64_t stride = 0;
  Segment part[kMost];
};

}  // namespace warplab::sim

namespace warplab::sim::WARPLAB_ISA {

// None where all 32 addresses are evenly spaced, or further apart than 4 KiB: lanes in pages of
// their own gain nothing by going together.
inline Segments segments_of(const uint64_t* addresses) {
  Segments s;
  const uint64_t stride = addresses[1] - addresses[0];
  uint32_t breaks = 0;  // lanes with which a segment begins, but for the first
  for (unsigned l = 1; l < kLanes; ++l)
    breaks |= static_cast<uint32_t>(addresses[l] - addresses[l - 1] != stride) << l;
  constexpr uint64_t kLongest = 4096;
  if (breaks == 0 || stride + kLongest > 2 * kLongest) return s;
  if (std::popcount(breaks) >= static_cast<int>(Segments::kMost)) return s;
  s.stride = static_cast<int64_t>(stride);
  uint32_t begin = 0;
  for (uint32_t left = breaks;; left &= left - 1) {
    const uint32_t end = left ? static_cast<uint32_t>(std::countr_zero(left)) : kLanes;
    s.part[s.count++] = {begin, end, addresses[begin]};
    if (end == kLanes) return s;
    begin = end;
  }
}

// pattern_of() an access of all lanes, which finds the same pattern again sooner.
inline const PatternCache& pattern_of_all(const LaneAccess& a) {
  const PatternCache& seen = a.warp.runner->patterns[a.memory];
  const uint64_t first = a.addresses[0];
  uint64_t differs = seen.phase ^ phase_of(a.space, first);
  for (unsigned l = 0; l < kLanes; ++l) differs |= (a.addresses[l] - first) ^ seen.delta[l];
  return seen.mask == ~0u && differs == 0 ? seen : pattern_of(a);
}

// How often the next lane is in another page, see sim/work.hpp.
inline uint32_t other_pages(const Segments& s) {
  uint32_t pages = 0;
  for (uint32_t k = 0; k < s.count; ++k) {
    const Segment& part = s.part[k];
    const uint32_t steps = part.end - part.begin - 1;
    const bool apart = is_other_page(part.first + static_cast<uint64_t>(s.stride), part.first);
    pages += apart ? steps : 0;
    if (k + 1 == s.count) return pages;
    const uint64_t last = part.first + static_cast<uint64_t>(s.stride) * steps;
    pages += static_cast<uint32_t>(is_other_page(s.part[k + 1].first, last));
  }
  return pages;
}

}  // namespace warplab::sim::WARPLAB_ISA
