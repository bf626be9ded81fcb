#pragma once
// What a thread may know of its place in the grid. A kernel that never asks for blockIdx.x does the
// same in all blocks along x, which is what a wrong answer of it comes from.
#include <cstdint>

#include "ptx/module.hpp"

namespace warplab::ptx {

struct PlacesAsked {
  // Bit 0: x, bit 1: y, bit 2: z.
  uint32_t thread = 0;  // of threadIdx, %tid
  uint32_t block = 0;   // of blockIdx, %ctaid
  friend bool operator==(const PlacesAsked&, const PlacesAsked&) = default;
};

// The places that instructions of `kernel`, or of a function that it may call, ask for. All of them
// where threads can be told apart otherwise: by their lanes, by tickets that an atomic or malloc()
// gives, by what the machine decides.
PlacesAsked places_asked(const Module& module, const Function& kernel);

}  // namespace warplab::ptx
