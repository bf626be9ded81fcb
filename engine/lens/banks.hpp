#pragma once
// The 32 banks of shared memory, and the words that one access stacks on them: each bank gives one
// word a pass, so the height of the highest stack is the number of passes. Nsight Compute:
// l1tex__data_pipe_lsu_wavefronts. docs/SIMULATOR.md, "What is counted", has the rules.
#include <array>
#include <cstdint>
#include <vector>

#include "data/access_log.hpp"

namespace warplab::lens {

inline constexpr unsigned kBanks = 32;

// A word of 4 bytes on its bank. Lanes that ask for the same word share it; in an atomic each lane
// has it for itself.
struct BankWord {
  uint64_t word = 0;   // offset / 4
  uint32_t lanes = 0;  // that ask for it
};

// Lanes that are served together.
struct BankGroup {
  uint32_t lanes = 0;
  std::array<std::vector<BankWord>, kBanks> banks;
  unsigned passes = 0;   // the height of the highest bank
  unsigned highest = 0;  // that bank
};

struct BankLens {
  // One of all lanes for 4 bytes a lane; two or four for 8 and 16 bytes. Groups without an active
  // lane are left out.
  std::vector<BankGroup> groups;
  unsigned passes = 0;  // of all groups: as many as the simulator counts
  unsigned ideal = 0;   // the fewest for this width
};

// Of an access to shared memory.
BankLens bank_lens(const data::LoggedAccess& access);

}  // namespace warplab::lens
