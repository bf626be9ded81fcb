#include "sim/execute/lane_patterns.hpp"

#include <algorithm>
#include <bit>

#include "sim/execute/access_cost.hpp"
#include "sim/state/lanes.hpp"

namespace warplab::sim {
namespace {

using ptx::Space;

// Sectors of a local access: memory is interleaved by 4-byte words, so that the same word of eight
// lanes beside each other is a sector. What is wider is several words, each of them in as many
// sectors as the first.
uint32_t local_sectors(const LaneAccess& a, uint64_t low, uint64_t high) {
  constexpr unsigned kTogether = 8;
  constexpr uint64_t kNear = 256;  // words: most local arrays are no larger
  uint32_t count = 0;
  if (low <= high && high / 4 - low / 4 < kNear) {
    uint8_t seen[kNear] = {};  // by word: of which eight lanes
    for_lanes(a.mask, [&](unsigned l) {
      uint8_t& of_word = seen[a.addresses[l] / 4 - low / 4];
      const auto bit = static_cast<uint8_t>(1u << (l / kTogether));
      count += static_cast<uint32_t>((of_word & bit) == 0);
      of_word |= bit;
    });
  } else {
    for (unsigned from = 0; from < kLanes; from += kTogether) {
      uint64_t words[kTogether];
      uint32_t number = 0;
      for_lanes(a.mask & (0xffu << from), [&](unsigned l) {
        const uint64_t word = a.addresses[l] / 4;
        if (std::find(words, words + number, word) == words + number) words[number++] = word;
      });
      count += number;
    }
  }
  return count * std::max(a.bytes / 4, 1u);
}

// Do the addresses of the pattern's lanes lie as its own do?
bool has_deltas(const PatternCache& seen, const uint64_t* addresses, uint64_t first) {
  uint64_t differs = 0;
  if (seen.mask == ~0u)
    for (unsigned l = 0; l < kLanes; ++l) differs |= (addresses[l] - first) ^ seen.delta[l];
  else for_lanes(seen.mask, [&](unsigned l) { differs |= (addresses[l] - first) ^ seen.delta[l]; });
  return differs == 0;
}

void find_cost(PatternCache& pattern, const LaneAccess& a) {
  pattern.units = pattern.ideal = 0;
  if (a.space == Space::shared) {
    const SharedCost c =
        a.kind == AccessKind::atomic  ? atomic_wavefronts(a.addresses, a.mask, a.bytes)
        : a.kind == AccessKind::store ? store_wavefronts(a.addresses, a.mask, a.bytes)
                                      : load_wavefronts(a.addresses, a.mask, a.bytes);
    pattern.units = c.wavefronts;
    pattern.ideal = c.ideal;
  } else if (a.space == Space::local) {
    const uint64_t first = a.addresses[std::countr_zero(a.mask)];
    pattern.units = local_sectors(a, first + pattern.low, first + pattern.high);
  } else if (a.space != Space::param) {
    pattern.units = sectors(a.addresses, a.mask, a.bytes);
  }
}

}  // namespace

const PatternCache& pattern_of(const LaneAccess& a) {
  PatternCache& pattern = a.warp.runner->patterns[a.memory];
  const uint64_t first = a.addresses[std::countr_zero(a.mask)];
  const uint32_t phase = phase_of(a.space, first);
  if (pattern.mask == a.mask && pattern.phase == phase && has_deltas(pattern, a.addresses, first))
    return pattern;
  pattern.mask = a.mask;
  pattern.phase = phase;
  pattern.firsts = 0;
  pattern.bits = 0;
  int64_t low = 0, high = 0;
  uint64_t last = ~uint64_t{0};  // no lane's: the first one's is 0
  for_lanes(a.mask, [&](unsigned l) {
    const uint64_t delta = a.addresses[l] - first;
    pattern.delta[l] = delta;
    low = std::min(low, static_cast<int64_t>(delta));
    high = std::max(high, static_cast<int64_t>(delta));
    pattern.bits |= delta;
    pattern.firsts |= static_cast<uint32_t>(delta != last) << l;
    last = delta;
  });
  pattern.low = static_cast<uint64_t>(low);
  pattern.high = static_cast<uint64_t>(high);
  find_cost(pattern, a);
  return pattern;
}

void count_request(const LaneAccess& a, const PatternCache& pattern) {
  auto& count = a.warp.runner->counters.memory[a.memory];
  count.requests += 1;
  if (a.space == Space::param) return;
  count.bytes += uint64_t{a.bytes} * static_cast<uint64_t>(std::popcount(a.mask));
  count.units += pattern.units;
  count.ideal += pattern.ideal;
}

}  // namespace warplab::sim
