#pragma once
// Threads that ended without a barrier at which others of their block wait.
#include "sim/state/runner.hpp"

namespace warplab::sim {

// `waiting` waits at `barrier`, which its block is about to pass. Reports who left it in the source
// lines that Program::barriers knows, once for a block and group of barriers. Returns how many
// threads stored something after their last barrier and ended without this one in another way.
uint32_t report_left_barrier(Block& block, const Split& waiting, const MicroOp* barrier);

}  // namespace warplab::sim
