#pragma once
// Functions that the GPU's runtime brings along: vprintf, __assertfail, malloc, free.
#include "sim/state/runner.hpp"

namespace warplab::sim {

// call: index into Program::calls.
const MicroOp* call_printf(Warp&, const MicroOp*);
const MicroOp* call_assert_fail(Warp&, const MicroOp*);
const MicroOp* call_malloc(Warp&, const MicroOp*);
const MicroOp* call_free(Warp&, const MicroOp*);

}  // namespace warplab::sim
