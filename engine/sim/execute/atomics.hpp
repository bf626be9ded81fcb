#pragma once
// atom and red. PTX ISA, "Parallel Synchronization and Communication Instructions: atom, red".
#include "sim/state/runner.hpp"

namespace warplab::sim {

// `operation`: "add", "cas", ...; `type`: "f32", ... (add.noftz is "add"). Null update: not
// supported.
AtomicRow atomic_row(std::string_view operation, std::string_view type);

// d: old value or kNowhere; a: address; imm: offset; b, c: operands; update: index into
// Program::updates; memory: site; flags: access_flag's, kGeneric and the width among them.
const MicroOp* atomic_update(Warp&, const MicroOp*);
const MicroOp* atomic_update_shared(Warp&, const MicroOp*);
const MicroOp* atomic_update_generic(Warp&, const MicroOp*);
// Vectors of floats: c is the index of the operand vector, d that of the old values or kNowhere.
const MicroOp* atomic_update_vector(Warp&, const MicroOp*);
// cas and exch of 128 bits; space in kind, as ptx::Space; c is kNowhere for exch. Such kernels run
// on one host thread, so plain copies do.
const MicroOp* atomic_update_128(Warp&, const MicroOp*);

}  // namespace warplab::sim
