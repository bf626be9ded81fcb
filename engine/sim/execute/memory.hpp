#pragma once
// Loads and stores. The fast handlers (memory_fast.cpp) serve whole warps with evenly spaced
// addresses in one allocation; everything else, and every complaint, goes lane by lane
// (lane_checks.cpp, memory_lanes.cpp).
#include "sim/program/instruction_flags.hpp"
#include "sim/state/lane_addresses.hpp"
#include "sim/state/runner.hpp"

namespace warplab::sim {

// a: address register (or constant), imm: offset; d: data register of one element, or aux: the
// vector's places; memory: the memory site. Stores use d as their source.
Handler load_handler(ptx::Space space, uint32_t flags);
Handler store_handler(ptx::Space space, uint32_t flags);

// Lane by lane, in one space.
void load_lanes(Warp& w, const Inst* i, ptx::Space space, uint32_t mask, uint32_t memory);
void store_lanes(Warp& w, const Inst* i, ptx::Space space, uint32_t mask, uint32_t memory);
const Inst* load_generic(Warp&, const Inst*);
const Inst* store_generic(Warp&, const Inst*);
// Kernel parameters: imm: byte offset; c: address register or kNowhere; flags as above.
const Inst* load_kernel_parameter(Warp&, const Inst*);
// Parameter areas of device functions. imm: byte offset in the frame of word 0, and in its lower
// half the offset in the area, which decoding has checked; aux as above.
const Inst* load_area(Warp&, const Inst*);
const Inst* store_area(Warp&, const Inst*);

// For atomics: the lanes of `mask` that may go on after checks of bounds and alignment (the others
// have been reported).
struct LaneTarget {
  std::byte* host[kLanes];
  const Allocation* allocation[kLanes];  // global only
  // Global: where all of the lanes are, if that is one allocation and not the heap; else perhaps
  // null.
  const Allocation* shared_by_all = nullptr;
};
uint32_t resolve_lanes(Warp& w, const Inst* i, ptx::Space space, AccessKind kind, uint32_t mask,
                       uint32_t bytes, const uint64_t* addresses, uint32_t memory,
                       LaneTarget& target);
// Adds the request of the lanes in `mask` to the counters of `memory`, and those in `good` to the
// allocations that they reach.
void count_access(Warp& w, ptx::Space space, AccessKind kind, uint32_t mask, uint32_t good,
                  uint32_t bytes, const uint64_t* addresses, uint32_t memory,
                  const LaneTarget& target);
void track_lanes(Warp& w, const Inst* i, ptx::Space space, AccessKind kind, uint32_t mask,
                 uint32_t bytes, const uint64_t* addresses, const LaneTarget& target);
uint64_t local_host_offset(uint64_t offset, unsigned lane);
// What `lane` would do is wrong.
void complain(Warp& w, const Inst* i, FindingKind kind, ptx::Space space, AccessKind access,
              unsigned lane, uint64_t address, uint32_t bytes);

}  // namespace warplab::sim
