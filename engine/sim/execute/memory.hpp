#pragma once
// Loads and stores. The fast handlers (memory_fast.cpp) serve whole warps whose addresses, in one
// allocation, are evenly spaced as a whole or in rows of a tile; everything else, and every
// complaint, goes lane by lane (lane_checks.cpp, memory_lanes.cpp).
#include "sim/program/instruction_flags.hpp"
#include "sim/state/lane_addresses.hpp"
#include "sim/state/runner.hpp"

namespace warplab::sim {

// a: address register (or constant), imm: offset; d: data register of one element, or vector: the
// vector's places; memory: the memory site. Stores use d as their source.
Handler load_handler(ptx::Space space, uint32_t flags);
Handler store_handler(ptx::Space space, uint32_t flags);

// Lane by lane, in one space.
void load_lanes(Warp& w, const MicroOp* i, ptx::Space space, uint32_t mask, uint32_t memory);
void store_lanes(Warp& w, const MicroOp* i, ptx::Space space, uint32_t mask, uint32_t memory);
const MicroOp* load_generic(Warp&, const MicroOp*);
// Behind a vector load: imm are the bytes of the access that a pragma says nobody uses, vector and
// the flags those of the load. Whoever uses them all the same gets ones.
const MicroOp* spoil_unused_bytes(Warp&, const MicroOp*);
const MicroOp* store_generic(Warp&, const MicroOp*);
// Kernel parameters: imm: byte offset; c: address register or kNowhere; flags as above.
const MicroOp* load_kernel_parameter(Warp&, const MicroOp*);
// Parameter areas of device functions. imm: byte offset in the frame of word 0, and in its lower
// half the offset in the area, which decoding has checked; vector as above.
const MicroOp* load_area(Warp&, const MicroOp*);
const MicroOp* store_area(Warp&, const MicroOp*);

// Of the instruction's own modifiers.
inline AccessOrder order_of(const MicroOp* i) {
  return static_cast<AccessOrder>(i->flags >> access_flag::kOrderShift & access_flag::kOrderMask);
}
inline AccessScope scope_of(const MicroOp* i) {
  return static_cast<AccessScope>(i->flags >> access_flag::kScopeShift & access_flag::kScopeMask);
}

// What some lanes of a warp are about to do in one space.
struct LaneAccess {
  Warp& warp;
  const MicroOp* op;
  ptx::Space space;
  AccessKind kind;
  uint32_t mask;              // lanes
  uint32_t bytes;             // of a lane
  const uint64_t* addresses;  // of 32 lanes: device address, or offset in the space
  uint32_t memory;            // index into Program::memory_sites
};
struct LaneTarget {
  std::byte* host[kLanes];               // null in local memory, see local_host_offset()
  const Allocation* allocation[kLanes];  // global only
  // Global: where all of the lanes are, if that is one allocation and not the heap; else perhaps
  // null.
  const Allocation* shared_by_all = nullptr;
  uint32_t other_pages = 0;  // how often the next lane is in another page, see sim/work.hpp
};
// All that an access goes through before bytes move: bounds and alignment, counters, observers, the
// cheap check. Returns the lanes that may go on; the others have been reported.
uint32_t begin_access(const LaneAccess& access, LaneTarget& target);
inline uint64_t local_host_offset(uint64_t offset, unsigned lane) {
  return (offset / 4 * kLanes + lane) * 4 + offset % 4;
}
// What `lane` would do is wrong.
void complain(const LaneAccess& access, FindingKind kind, unsigned lane);

}  // namespace warplab::sim
