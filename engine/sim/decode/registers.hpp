#pragma once
// Places in the frame for the virtual registers of a function: registers that are never needed at
// the same time share one, so that a warp's state stays small enough for the host's caches. This is
// linear scan (Poletto, Sarkar, "Linear Scan Register Allocation", 1999) without spilling: a frame
// may be as large as it has to be.
#include "ptx/control_flow.hpp"
#include "sim/program/program.hpp"
#include "sim/register_access.hpp"

namespace warplab::sim {

struct RegisterPlaces {
  std::vector<Place> places;  // parallel to ptx::Function::registers
  std::vector<bool> is_read;  // likewise: by any instruction
  uint32_t bytes = 0;         // of the frame so far, a multiple of 64
  std::vector<Place> zeroed;  // read before they are written, somewhere
  std::vector<uint32_t> zeroed_bytes;
};

uint32_t lane_bytes(ptx::Type type);  // kBytesPer...
// `apart`: none shares one, for somebody who wants to look at all of them.
RegisterPlaces place_registers(const ptx::Function& function, const ptx::ControlFlow& flow,
                               bool apart);

}  // namespace warplab::sim
