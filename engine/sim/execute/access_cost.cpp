#include "sim/execute/access_cost.hpp"

#include <algorithm>
#include <bit>

namespace warplab::sim {
namespace {

constexpr uint32_t kBanks = 32;

// Numbers that lie so close together are told apart by a bit each, not sorted: 128 bytes to clear.
constexpr uint64_t kNear = 1024;

// Number of distinct values among `count`, which is at most 64. Lanes mostly come in rising order.
uint32_t distinct(uint64_t* values, uint32_t count) {
  if (count == 0) return 0;
  bool rising = true;
  uint32_t changes = 1;
  for (uint32_t k = 1; k < count; ++k) {
    rising &= values[k] >= values[k - 1];
    changes += values[k] != values[k - 1];
  }
  if (rising) return changes;
  const auto [low, high] = std::minmax_element(values, values + count);
  if (*high - *low < kNear) {
    uint64_t seen[kNear / 64] = {};
    uint32_t found = 0;
    for (uint32_t k = 0; k < count; ++k) {
      const uint64_t at = values[k] - *low, bit = uint64_t{1} << (at % 64);
      found += (seen[at / 64] & bit) == 0;
      seen[at / 64] |= bit;
    }
    return found;
  }
  std::sort(values, values + count);
  return static_cast<uint32_t>(std::unique(values, values + count) - values);
}

// Largest number of distinct words (or, for atomics, of lanes) in one bank over some lanes.
uint32_t degree(const uint64_t* offsets, uint32_t mask, uint32_t bytes, bool count_lanes) {
  const uint32_t words = std::max(1u, bytes / 4);
  uint32_t lanes_in_bank[kBanks] = {};
  uint64_t word_in_bank[kBanks][kBanks];
  uint32_t most = 0;
  for (; mask; mask &= mask - 1) {
    const uint64_t first = offsets[std::countr_zero(mask)] / 4;
    for (uint32_t k = 0; k < words; ++k) {
      const uint64_t word = first + k;
      const uint32_t bank = word % kBanks;
      uint32_t& n = lanes_in_bank[bank];
      if (!count_lanes) {
        bool seen = false;
        for (uint32_t j = 0; j < n; ++j) seen |= word_in_bank[bank][j] == word;
        if (seen) continue;
        word_in_bank[bank][n] = word;
      }
      most = std::max(most, ++n);
    }
  }
  return most;
}

// Does every lane in `mask` read from where lane ^ `distance` does? A lane that is not active fits
// any partner.
bool reads_in_pairs(const uint64_t* offsets, uint32_t mask, uint32_t distance) {
  for (uint32_t m = mask; m; m &= m - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(m));
    const uint32_t partner = lane ^ distance;
    if ((mask >> partner & 1) && offsets[partner] != offsets[lane]) return false;
  }
  return true;
}

// Lanes that are served together, by the bytes of an access.
uint32_t lanes_together(uint32_t bytes) { return bytes <= 4 ? 32 : bytes == 8 ? 16 : 8; }

SharedCost cost(const uint64_t* offsets, uint32_t mask, uint32_t bytes, uint32_t lanes_a_pass,
                bool count_lanes) {
  SharedCost sum;
  for (uint32_t from = 0; from < 32; from += lanes_a_pass) {
    const uint32_t part = lanes_a_pass == 32 ? ~0u : ((1u << lanes_a_pass) - 1) << from;
    if ((mask & part) == 0) continue;
    sum.wavefronts += degree(offsets, mask & part, bytes, count_lanes);
    sum.ideal += 1;
  }
  return sum;
}

}  // namespace

uint32_t sectors(const uint64_t* addresses, uint32_t mask, uint32_t bytes) {
  uint64_t pieces[64];
  uint32_t count = 0;
  for (; mask; mask &= mask - 1) {
    const uint64_t a = addresses[std::countr_zero(mask)];
    pieces[count++] = a >> 5;
    if ((a + bytes - 1) >> 5 != a >> 5) pieces[count++] = (a + bytes - 1) >> 5;
  }
  return distinct(pieces, count);
}

SharedCost store_wavefronts(const uint64_t* offsets, uint32_t mask, uint32_t bytes) {
  return cost(offsets, mask, bytes, lanes_together(bytes), false);
}

SharedCost load_wavefronts(const uint64_t* offsets, uint32_t mask, uint32_t bytes) {
  const SharedCost apart = cost(offsets, mask, bytes, lanes_together(bytes), false);
  if (bytes <= 4 || !(reads_in_pairs(offsets, mask, 1) || reads_in_pairs(offsets, mask, 2)))
    return apart;
  const SharedCost together = cost(offsets, mask, bytes, 2 * lanes_together(bytes), false);
  return {together.wavefronts, std::min(apart.ideal, together.wavefronts)};
}

SharedCost atomic_wavefronts(const uint64_t* offsets, uint32_t mask, uint32_t bytes) {
  return cost(offsets, mask, bytes, lanes_together(bytes), true);
}

}  // namespace warplab::sim
