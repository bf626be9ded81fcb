#pragma once
// cp.async.bulk: one thread copies many bytes between global and shared memory. Executed at once,
// 16 bytes after the other; what it writes in shared memory is an asynchronous copy as any other.
#include "sim/state/runner.hpp"

namespace warplab::sim {

// d (64 bits) = the address that a, imm and flags name.
const MicroOp* take_address(Warp&, const MicroOp*);
// a, imm, flags: where to; b (64 bits): where from; c: bytes; memory and source_memory: the memory
// sites of what is written and of what is read, whose spaces they are. The micro-operation in front
// of it, which does nothing, has the registers of 16 bytes on their way, as a store of four words
// does.
const MicroOp* copy_in_bulk(Warp&, const MicroOp*);

}  // namespace warplab::sim
