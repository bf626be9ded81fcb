#pragma once
// Records around asynchronous copies (state/async_copies.hpp).
#include "sim/state/runner.hpp"

namespace warplab::sim {

// Records around the load and the store of cp.async, and before loads and stores of shared memory.
// a, imm, flags: the address, as for loads and stores.
// Of a copy of `imm` bytes that may take fewer: those that the lanes of `a` name, or, by a flag,
// none where the predicate `c` holds. The first sets in `d` the bits of the lanes that load any,
// the second sets to 0 what they do not take, in the registers of vector `aux`.
const Record* limit_async_copy(Warp&, const Record*);
const Record* fill_up_async_copy(Warp&, const Record*);
// A copy takes `aux` bytes from there, or, where `b` is a place, no more than its lanes name.
const Record* read_by_async_copy(Warp&, const Record*);
// d and aux: what is copied, as for a store.
const Record* start_async_copy(Warp&, const Record*);
const Record* commit_async_copies(Warp&, const Record*);
const Record* wait_for_async_copies(Warp&, const Record*);  // imm: all but so many groups, or kAll
const Record* check_async_copies(Warp&, const Record*);     // aux: AccessKind
const Record* check_copy_sources(Warp&, const Record*);     // aux: AccessKind, of global memory
// Before a barrier, a fence, or an access that orders what came before it.
const Record* publish_async_copies(Warp&, const Record*);

}  // namespace warplab::sim
