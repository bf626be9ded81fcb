#include "specification/access_cost.hpp"

#include <algorithm>
#include <set>

namespace warplab::sim::plain {
namespace {

constexpr uint64_t kSectorBytes = 32, kBanks = 32, kWordBytes = 4;

// The warp goes in one, two or four parts, depending on the width of the access.
unsigned lanes_per_part(unsigned bytes) { return bytes <= 4 ? 32 : bytes == 8 ? 16 : 8; }

// Most words of one bank over the lanes of one part; of `each_lane`, most lanes that use one bank.
uint64_t largest_bank(const LaneAddresses& lanes, unsigned bytes, unsigned first, unsigned count,
                      bool each_lane) {
  std::map<uint64_t, std::multiset<uint64_t>> words_in_bank;
  for (const auto& [lane, address] : lanes) {
    if (lane < first || lane >= first + count) continue;
    for (uint64_t k = 0; k < std::max<uint64_t>(1, bytes / kWordBytes); ++k) {
      const uint64_t word = address / kWordBytes + k;
      auto& words = words_in_bank[word % kBanks];
      if (each_lane || !words.contains(word)) words.insert(word);
    }
  }
  uint64_t largest = 0;
  for (const auto& [bank, words] : words_in_bank)
    largest = std::max<uint64_t>(largest, words.size());
  return largest;
}

BankCost cost(const LaneAddresses& lanes, unsigned bytes, unsigned part, bool each_lane) {
  BankCost total;
  for (unsigned first = 0; first < 32; first += part) {
    const uint64_t passes = largest_bank(lanes, bytes, first, part, each_lane);
    total.wavefronts += passes;
    total.ideal += passes != 0;
  }
  return total;
}

}  // namespace

uint64_t distinct_sectors(const LaneAddresses& lanes, unsigned bytes) {
  std::set<uint64_t> sectors;
  for (const auto& [lane, address] : lanes)
    for (uint64_t byte = 0; byte < bytes; ++byte) sectors.insert((address + byte) / kSectorBytes);
  return sectors.size();
}

uint64_t distinct_local_sectors(const LaneAddresses& lanes, unsigned bytes) {
  std::set<uint64_t> sectors;
  for (const auto& [lane, offset] : lanes)
    for (uint64_t byte = 0; byte < bytes; ++byte)
      sectors.insert(((offset + byte) / kWordBytes * 128 + lane * kWordBytes) / kSectorBytes);
  return sectors.size();
}

BankCost store_bank_cost(const LaneAddresses& lanes, unsigned bytes) {
  return cost(lanes, bytes, lanes_per_part(bytes), false);
}

BankCost load_bank_cost(const LaneAddresses& lanes, unsigned bytes) {
  const BankCost total = cost(lanes, bytes, lanes_per_part(bytes), false);
  if (bytes <= kWordBytes) return total;
  const auto all_pairs_agree = [&](unsigned distance) {
    return std::all_of(lanes.begin(), lanes.end(), [&](const auto& lane_and_address) {
      const auto partner = lanes.find(lane_and_address.first ^ distance);
      return partner == lanes.end() || partner->second == lane_and_address.second;
    });
  };
  if (!all_pairs_agree(1) && !all_pairs_agree(2)) return total;
  const uint64_t joined = cost(lanes, bytes, 2 * lanes_per_part(bytes), false).wavefronts;
  return {joined, std::min(joined, total.ideal)};
}

BankCost atomic_bank_cost(const LaneAddresses& lanes, unsigned bytes) {
  return cost(lanes, bytes, lanes_per_part(bytes), true);
}

}  // namespace warplab::sim::plain
