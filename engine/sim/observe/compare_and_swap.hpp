#pragma once
// What the code says about atomics before it is run: whose old value decides something, and which
// loads bring the value that a compare-and-swap expects. A loop around atom.cas looks at memory
// with a plain load first; that load is no race, because the swap verifies what it brought.
#include <vector>

#include "sim/program/program.hpp"

namespace warplab::sim {

struct AtomicFacts {
  bool compares = false;     // atom.cas
  bool decides = false;      // something is decided by what the atomic returned
  bool is_compared = false;  // a load whose value an atom.cas may compare with
};

// Of every site of the program.
std::vector<AtomicFacts> atomic_facts(const Program& program);

}  // namespace warplab::sim
