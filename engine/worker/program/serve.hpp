#pragma once
// The worker's side of the conversation, behind the locked door.
#include "compile/compile.hpp"
#include "worker/program/worker_process.hpp"

namespace warplab::worker {

// What it answers; it remembers the last module that was compiled, and the last run of it.
Answers answers_of(ControlPage& page, compile::Compiler& compiler);

}  // namespace warplab::worker
