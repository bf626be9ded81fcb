#pragma once
// Of a race: whether its threads hand something over by a flag, a lock or a counter that does not
// order them. One stores behind what it writes, the other looks before it reads (PTX ISA, "Memory
// Consistency Model": relaxed and volatile accesses, and atomics, synchronize with nothing without
// a fence). For advice only: all is read in the order of the text.
#include <cstdint>

#include "sim/program/program.hpp"

namespace warplab::sim {

// The line of the loop that polls; 0: there is no such flag. `write` and `read` are the sites of
// the race. Within a block a barrier between an access and the flag is what orders them, and so is
// a release that an acquire reads: then it is none.
int line_that_polls(const Program& program, uint32_t write, uint32_t read, bool same_block);

struct MissingFence {
  enum class Kind : uint8_t {
    none,
    lock,           // taken by a loop around an exchange or compare-and-swap
    atomic,         // a counter, or a list: by the old value a thread knows that others were there
    early_release,  // of a lock for a block: no barrier stands before it
  };
  Kind kind = Kind::none;
  int line = 0;          // of the atomic function
  int release_line = 0;  // early_release: where the lock is given back
};

// `other` reads or writes, too.
MissingFence missing_fence(const Program& program, uint32_t write, uint32_t other, bool same_block);

}  // namespace warplab::sim
