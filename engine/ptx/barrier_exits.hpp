#pragma once
// Where threads turn away from a barrier for good. A thread that ends without a barrier at which
// others wait has, at some branch, taken the side from which the barrier cannot be reached any
// more. What the source says there decides what it is: behind an early `return` GPUs count the
// thread as arrived (PTX ISA, `exit`; CUDA programming guide, independent thread scheduling: a
// barrier waits for all threads that have not exited); around a barrier inside of an `if` or a loop
// the guide leaves undefined what happens.
#include <string_view>
#include <vector>

#include "ptx/module.hpp"

namespace warplab::ptx {

struct BarrierExit {
  uint32_t branch = 0;    // instruction index
  uint32_t group = 0;     // of barriers
  bool jumping = false;   // those who take the branch leave; else those who fall through
  bool returned = false;  // by a `return`; else past a barrier inside of an `if` or loop
  bool unnamed = false;   // nothing says in which line; a `return` is not told then
};

struct FunctionBarriers {
  // Barriers of the block, and calls of functions that have some: instruction and group. Barriers
  // with the same exits are one group; group numbers are unique in the module.
  std::vector<std::pair<uint32_t, uint32_t>> points;
  std::vector<BarrierExit> exits;  // in the order of branches

  std::optional<uint32_t> group_at(uint32_t instruction) const;
};

struct ModuleBarriers {
  std::vector<FunctionBarriers> functions;  // parallel to Module::functions
  uint32_t groups = 0;
};

// Only what Module::statements explain; without them there are no exits.
ModuleBarriers barrier_exits(const Module& module, std::string_view file_name);

}  // namespace warplab::ptx
