#pragma once
// How the lanes of an access lie to each other, and what that costs. Most instructions repeat the
// pattern that they had before, shifted, so that it is looked at once.
#include "sim/execute/memory.hpp"
#include "sim/state/slot_counters.hpp"

namespace warplab::sim {

// A shift of all addresses by whole sectors costs the same; in shared memory one by whole banks, in
// local memory one by whole words, each of which is a row of 128 bytes for the warp.
inline uint32_t phase_of(ptx::Space space, uint64_t first) {
  const bool by_words = space == ptx::Space::shared || space == ptx::Space::local;
  return static_cast<uint32_t>(first & (by_words ? 3 : 31));
}

// Of an access that some lane makes: kept with its memory site.
const PatternCache& pattern_of(const LaneAccess& access);
// Adds the request to the counters of its site.
void count_request(const LaneAccess& access, const PatternCache& pattern);

}  // namespace warplab::sim
