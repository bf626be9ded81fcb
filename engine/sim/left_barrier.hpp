#pragma once
// What is said of threads that ended without a barrier at which others of their block wait.
#include <cstdint>

#include "sim/finding.hpp"

namespace warplab::sim {

// At a `return` it is a note: GPUs count threads that have ended as arrived. Around a barrier
// inside of an `if` or a loop it is undefined.
inline FindingKind left_barrier_kind(bool returned) {
  return returned ? FindingKind::note : FindingKind::barrier_divergence;
}

// `threads` of a block left at `line`, or nothing says where (0); Own::who is the first of them.
Told left_barrier(bool returned, int line, uint64_t threads);

// The same where nothing says in which line they left. Own::who is one that waits.
Told ended_without_barrier(uint64_t threads);

// Threads of one block wait for each other at two barriers; `line` is that of the others, and
// Own::who is the one that waits at `own_line`.
Told other_barrier(int own_line, int line);

// Threads of one warp name different barriers in one instruction, or wait for different numbers.
Told other_barrier_of_warp();

}  // namespace warplab::sim
