#pragma once
// Looks at the operands of divisions of whole numbers (state/undefined_quotients.hpp).
#include "sim/program/program.hpp"

namespace warplab::sim {

struct Warp;

// Stands before a division: `imm` is its ptx::Type. Where there is such a lane the run is one that
// exact tracking has to look at.
const MicroOp* look_at_divisors(Warp& w, const MicroOp* i);

}  // namespace warplab::sim
