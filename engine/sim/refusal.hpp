#pragma once
// Why nothing could be run at all. What a kernel does wrong while it runs is a finding instead.
#include <cstdint>
#include <string>

namespace warplab::sim {

struct Refusal {
  enum class Kind : uint8_t {
    launch,       // a GPU would not launch it either: no such kernel, wrong arguments, too large
    unsupported,  // a GPU might, and the simulator cannot
  };
  std::string message;  // one sentence, complete without the other members
  Kind kind = Kind::launch;
  int line = 0;  // of the student's file; 0: none in particular
};

}  // namespace warplab::sim
