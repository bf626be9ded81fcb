#include "specification/access_cost.hpp"

#include <algorithm>
#include <set>

namespace warplab::specification {
namespace {

constexpr uint64_t kSectorBytes = 32, kBanks = 32, kWordBytes = 4;

// The warp goes in one, two or four parts, depending on the width of the access.
unsigned lanes_per_part(unsigned bytes) { return bytes <= 4 ? 32 : bytes == 8 ? 16 : 8; }

// A part takes as many passes as words of one bank, or with `each_lane` lanes at one, are wanted.
BankCost cost(const LaneAddresses& lanes, unsigned bytes, unsigned part, bool each_lane) {
  std::map<std::pair<unsigned, uint64_t>, std::multiset<uint64_t>> words_in_bank;  // of each part
  for (const auto& [lane, address] : lanes)
    for (uint64_t k = 0; k < std::max<uint64_t>(1, bytes / kWordBytes); ++k) {
      const uint64_t word = address / kWordBytes + k;
      auto& words = words_in_bank[{lane / part, word % kBanks}];
      if (each_lane || !words.contains(word)) words.insert(word);
    }
  std::map<unsigned, uint64_t> passes;
  for (const auto& [bank, words] : words_in_bank)
    passes[bank.first] = std::max<uint64_t>(passes[bank.first], words.size());
  BankCost total{0, passes.size()};
  for (const auto& [number, most] : passes) total.wavefronts += most;
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
  const BankCost total = store_bank_cost(lanes, bytes);
  const auto all_pairs_agree = [&](unsigned distance) {
    return std::ranges::all_of(lanes, [&](const auto& lane_and_address) {
      const auto partner = lanes.find(lane_and_address.first ^ distance);
      return partner == lanes.end() || partner->second == lane_and_address.second;
    });
  };
  if (bytes <= kWordBytes || (!all_pairs_agree(1) && !all_pairs_agree(2))) return total;
  const uint64_t joined = cost(lanes, bytes, 2 * lanes_per_part(bytes), false).wavefronts;
  return {joined, std::min(joined, total.ideal)};
}

BankCost atomic_bank_cost(const LaneAddresses& lanes, unsigned bytes) {
  return cost(lanes, bytes, lanes_per_part(bytes), true);
}

}  // namespace warplab::specification
