#pragma once
#include <cstdint>
#include <optional>

#include "data/launch.hpp"
#include "sim/finding.hpp"
#include "sim/program/program.hpp"

namespace warplab::sim {

// A finding before its places have names: the first thread in order, and how often.
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
  Told told;  // by who noticed it, of kinds that need it
  // Where it is not told as others of its kind are, and a sentence behind it.
  std::optional<Finding::Form> form = {};
  Saying more = {};
  // Races.
  uint32_t other_site = 0;
  uint64_t other_block = 0;
  uint32_t other_thread = 0;
  // Whose sites, blocks and threads these are, where that is an earlier launch of the run: its
  // number, from 1 on. 0: the launch that is told of, and the pointers are null.
  uint32_t earlier_launch = 0;
  const Program* earlier_program = nullptr;
  const data::Launch* made_by = nullptr;
};

}  // namespace warplab::sim
