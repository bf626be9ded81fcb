#pragma once
// Why nothing could be run at all. What a kernel does wrong while it runs is a finding instead.
#include <cstdint>
#include <string>

#include "sim/finding.hpp"

namespace warplab::sim {

struct Refusal {
  enum class Kind : uint8_t {
    launch,         // a GPU would not launch it either: too large, an empty grid
    no_kernel,      // nor this, which is not there
    other_kernels,  // the same, and the module has kernels of other names
    parameters,     // nor this: those of the kernel are not what it is launched with
    unsupported,    // a GPU might, and the simulator cannot
  };
  Saying says;  // one sentence, complete without the other members
  Kind kind = Kind::launch;
  int line = 0;             // of the student's file; 0: none in particular
  std::string kernel = {};  // of no_kernel, other_kernels and parameters
};

}  // namespace warplab::sim
