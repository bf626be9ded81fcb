#pragma once
// Where the lanes of a warp are about to access memory.
#include "sim/state/warp.hpp"

namespace warplab::sim {

// The addresses that the micro-operation names, of all 32 lanes, whether they are active or not.
void lane_addresses(Warp& w, const MicroOp* i, uint64_t* addresses);
// The lanes of `mask` whose generic addresses lie in the window of `space`.
uint32_t split_by_space(const uint64_t* addresses, uint32_t mask, ptx::Space space);
// The active lanes that the micro-operation sends to shared memory, and their offsets there.
uint32_t shared_offsets(Warp& w, const MicroOp* i, uint64_t* offsets);

}  // namespace warplab::sim
