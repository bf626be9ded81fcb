#pragma once
#include <cstdint>
#include <string>

#include "sim/finding.hpp"
#include "sim/program/program.hpp"

namespace warplab::sim {

// A finding before it has words: the first thread in order, and how often.
struct RawFinding {
  FindingKind kind = FindingKind::note;
  uint32_t site = 0;
  uint64_t block = 0;
  uint32_t thread = 0;   // in the block
  uint64_t address = 0;  // global address, shared offset or local offset
  uint32_t bytes = 0;
  ptx::Space space = ptx::Space::generic;
  AccessKind access = AccessKind::load;
  uint64_t count = 0;
  std::string text;  // for kinds that bring their own words
  // Races.
  uint32_t other_site = 0;
  uint64_t other_block = 0;
  uint32_t other_thread = 0;
};

}  // namespace warplab::sim
