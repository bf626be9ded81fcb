#pragma once
// The GPU worker's side of the conversation, behind the locked door.
#include "cuda/bench.hpp"
#include "cuda/nvml.hpp"
#include "worker/channel.hpp"

namespace warplab::worker {

// Answers requests until the parent is gone or the GPU's context is spoilt.
void serve(Channel& channel, cuda::Bench& bench, const cuda::Nvml& nvml);

}  // namespace warplab::worker
