#pragma once
// What is said to who touches the words of an asynchronous copy too early, in the names of the
// functions that started the copy: each of the ways to write one has its own to commit and to wait.
#include "data/saying.hpp"
#include "sim/program/program.hpp"
#include "sim/state/async_copies.hpp"

namespace warplab::sim {

// What `thread`, which touches the words of `copy`, is to wait for.
data::Saying what_to_wait_for(const AsyncCopies::Found& copy, uint32_t thread,
                              const Program& program);

// A wait that is part of a cuda::pipeline's.
bool is_of_pipeline(const Program& program, uint32_t site);

}  // namespace warplab::sim
