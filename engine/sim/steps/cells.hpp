#pragma once
// What is shown of global memory at a position of a walk: a stretch of each buffer.
#include "data/steps.hpp"
#include "sim/device/address_space.hpp"
#include "sim/steps/touched_memory.hpp"

namespace warplab::sim {

// The stretch of a buffer around an address within it, which is all of a small buffer. It begins at
// the sector of the address, or earlier where the buffer ends.
data::StepCells stretch_around(const data::StepWalk& walk, uint32_t buffer, uint64_t address);

// What lies there now, and who wrote it.
void read_stretch(const AddressSpace& addresses, const TouchedMemory& touched,
                  const data::LoggedBuffer& buffer, data::StepCells& cells);

}  // namespace warplab::sim
