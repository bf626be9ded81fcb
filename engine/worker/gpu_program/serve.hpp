#pragma once
// The GPU worker's side of the conversation, behind the locked door.
#include "cuda/bench.hpp"
#include "cuda/nvml.hpp"
#include "worker/program/worker_process.hpp"

namespace warplab::worker {

// What it answers. The answer after which the GPU's context is spoilt is its last.
Answers answers_of(cuda::Bench& bench, const cuda::Nvml& nvml);

}  // namespace warplab::worker
