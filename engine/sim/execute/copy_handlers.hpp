#pragma once
// Records around asynchronous copies (state/async_copies.hpp).
#include "sim/state/runner.hpp"

namespace warplab::sim {

// Records around the load and the store of cp.async, and before loads and stores of shared memory.
// a, imm, flags: the address, as for loads and stores.
const Inst* start_async_copy(Warp&, const Inst*);
const Inst* commit_async_copies(Warp&, const Inst*);
const Inst* wait_for_async_copies(Warp&, const Inst*);  // imm: all but so many groups, or kAll
const Inst* check_async_copies(Warp&, const Inst*);     // aux: AccessKind

}  // namespace warplab::sim
