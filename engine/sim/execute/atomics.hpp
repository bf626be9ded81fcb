#pragma once
// atom and red. PTX ISA, "Parallel Synchronization and Communication Instructions: atom, red".
#include "sim/state/runner.hpp"

namespace warplab::sim {

// `operation`: "add", "cas", ...; `type`: "f32", ... (add.noftz is "add"). Null update: not
// supported.
AtomicRow atomic_row(std::string_view operation, std::string_view type);

// d: old value or kNowhere; a: address; imm: offset; b, c: operands; aux: index into
// Program::updates; memory: site; flags: access_flag's, kGeneric and the width among them.
const Record* atomic_update(Warp&, const Record*);
const Record* atomic_update_shared(Warp&, const Record*);
const Record* atomic_update_generic(Warp&, const Record*);
// Vectors of floats: c is the index of the operand vector, d that of the old values or kNowhere.
const Record* atomic_update_vector(Warp&, const Record*);
// cas and exch of 128 bits; space in aux, as ptx::Space; c is kNowhere for exch. Such kernels run
// on one host thread, so plain copies do.
const Record* atomic_update_128(Warp&, const Record*);

}  // namespace warplab::sim
