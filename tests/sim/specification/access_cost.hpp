#pragma once
// What one warp-wide access costs the memory system, by the definitions in docs/SIMULATOR.md with
// nothing but sets.
#include <cstdint>
#include <map>

namespace warplab::specification {

// Addresses (of shared memory: offsets) of the lanes that take part.
using LaneAddresses = std::map<unsigned, uint64_t>;
struct BankCost {
  uint64_t wavefronts = 0, ideal = 0;
};

uint64_t distinct_sectors(const LaneAddresses& lanes, unsigned bytes);
// Of local memory, where word w of lane l lies at 128 w + 4 l.
uint64_t distinct_local_sectors(const LaneAddresses& lanes, unsigned bytes);
// Of loads of more than 4 bytes two parts go together when every lane has the address of lane ^ 1,
// or every one that of lane ^ 2; a lane that does not take part fits any other.
BankCost load_bank_cost(const LaneAddresses& lanes, unsigned bytes);
BankCost store_bank_cost(const LaneAddresses& lanes, unsigned bytes);
// Of atomics: lanes that update the same word do so one after the other.
BankCost atomic_bank_cost(const LaneAddresses& lanes, unsigned bytes);

}  // namespace warplab::specification
