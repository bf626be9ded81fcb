#pragma once
// Which of the builds of the lane loops this machine can run.

namespace warplab::sim {

// Has the processor everything that the AVX2 build uses? WARPLAB_SIM_ISA=baseline says no.
bool uses_avx2();

}  // namespace warplab::sim
