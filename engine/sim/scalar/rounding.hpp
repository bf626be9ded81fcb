#pragma once

#include <cstdint>

#include "sim/scalar/isa.hpp"

namespace warplab::sim::scalar {
inline namespace WARPLAB_ISA {

// PTX ISA, "Rounding modifiers": .rn, .rz, .rm, .rp and, for cvt to tf32 only, .rna.
enum class Rounding : std::uint8_t {
  NearestEven,  // .rn
  Zero,         // .rz
  Down,         // .rm
  Up,           // .rp
  NearestAway,  // .rna, ties away from zero
};

}  // namespace WARPLAB_ISA
}  // namespace warplab::sim::scalar
