#pragma once
// Records around asynchronous copies (state/async_copies.hpp).
#include "sim/state/runner.hpp"

namespace warplab::sim {

// Records around the load and the store of cp.async, and before loads and stores of shared memory.
// a, imm, flags: the address, as for loads and stores.
const Record* start_async_copy(Warp&, const Record*);
const Record* commit_async_copies(Warp&, const Record*);
const Record* wait_for_async_copies(Warp&, const Record*);  // imm: all but so many groups, or kAll
const Record* check_async_copies(Warp&, const Record*);     // aux: AccessKind

}  // namespace warplab::sim
