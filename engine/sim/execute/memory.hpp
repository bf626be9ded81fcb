#pragma once
// Loads and stores. The fast handlers (memory_fast.cpp) serve whole warps with evenly spaced
// addresses in one allocation; everything else, and every complaint, goes lane by lane
// (lane_checks.cpp, memory_lanes.cpp).
#include "sim/execute/warp.hpp"

namespace warplab::sim {

// Inst::flags of memory instructions.
namespace access_flag {
constexpr uint32_t kLogBytesMask = 7;  // log2 of an element's bytes, 0 ... 3
constexpr uint32_t kLogVectorShift = 3, kLogVectorMask = 3;
constexpr uint32_t kSigned = 1u << 5;                 // sign-extend into the register
constexpr uint32_t kWideRegister = 1u << 6;           // the data register has 64-bit lanes
constexpr uint32_t kNarrowAddress = 1u << 7;          // the address register has 32-bit lanes
constexpr uint32_t kReadOnlyPath = 1u << 8;           // ld.global.nc
constexpr uint32_t kOrderShift = 9, kOrderMask = 7;   // AccessEvent::Order
constexpr uint32_t kScopeShift = 12, kScopeMask = 3;  // AccessEvent::Scope
constexpr uint32_t kHasUsedBytes = 1u << 14;          // Inst::c is the mask of bytes that are used
constexpr uint32_t kGeneric = 1u << 15;  // addresses are generic: memory sites come in fours
}  // namespace access_flag

inline uint32_t element_bytes(const Inst* i) {
  return 1u << (i->flags & access_flag::kLogBytesMask);
}
inline uint32_t vector_width(const Inst* i) {
  return 1u << (i->flags >> access_flag::kLogVectorShift & access_flag::kLogVectorMask);
}
inline uint32_t access_bytes(const Inst* i) { return element_bytes(i) * vector_width(i); }

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

// For atomics: addresses of the active lanes, and the lanes of `mask` that may go on after checks
// of bounds and alignment (the others have been reported).
void lane_addresses(Warp& w, const Inst* i, uint64_t* addresses);
uint32_t split_by_space(const uint64_t* addresses, uint32_t mask, ptx::Space space);
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
              unsigned lane, uint64_t address, uint32_t bytes, std::string text = {});

}  // namespace warplab::sim
