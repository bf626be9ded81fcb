#pragma once
// Micro-operations around asynchronous copies (state/async_copies.hpp).
#include "sim/state/runner.hpp"

namespace warplab::sim {

// Micro-operations around the load and the store of cp.async, and before loads and stores of shared
// memory. a, imm, flags: the address, as for loads and stores. Of a copy of `imm` bytes that may
// take fewer: those that the lanes of `a` name, or, by a flag, none where the predicate `c` holds.
// The first sets in `d` the bits of the lanes that load any, the second sets to 0 what they do not
// take, in the registers of `vector`.
const MicroOp* limit_async_copy(Warp&, const MicroOp*);
const MicroOp* fill_up_async_copy(Warp&, const MicroOp*);
// A copy takes `bytes` from there, or, where `b` is a place, no more than its lanes name.
const MicroOp* read_by_async_copy(Warp&, const MicroOp*);
// d and vector: what is copied, as for a store.
const MicroOp* start_async_copy(Warp&, const MicroOp*);
const MicroOp* commit_async_copies(Warp&, const MicroOp*);
const MicroOp* wait_for_async_copies(Warp&,
                                     const MicroOp*);      // imm: all but so many groups, or kAll
const MicroOp* check_async_copies(Warp&, const MicroOp*);  // kind: AccessKind
const MicroOp* check_copy_sources(Warp&, const MicroOp*);  // kind: AccessKind, of global memory
// Before a barrier, a fence, or an access that orders what came before it.
const MicroOp* publish_async_copies(Warp&, const MicroOp*);

}  // namespace warplab::sim
