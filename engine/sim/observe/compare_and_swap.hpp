#pragma once
// What the code says about accesses before it is run: whose value decides something, or nothing,
// which bytes are an access of their own, and which loads bring the value that a compare-and-swap
// expects. A loop around atom.cas looks at memory with a plain load first; that load is no race,
// because the swap verifies what it brought.
#include <vector>

#include "sim/program/program.hpp"

namespace warplab::sim {

struct AtomicFacts {
  bool compares = false;     // atom.cas
  bool decides = false;      // something is decided by what the atomic, or a volatile load, gave
  bool is_ignored = false;   // nobody looks at what a strong access gave, or it gives nothing
  bool is_compared = false;  // a load whose value an atom.cas may compare with
  uint8_t element = 4;       // bytes: of a vector, each element is an access of its own
  bool is_packed = false;    // two halves in one word, each updated by itself
};

// Of every site of the program.
std::vector<AtomicFacts> atomic_facts(const Program& program);

}  // namespace warplab::sim
