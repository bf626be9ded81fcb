#pragma once
// Parameters of functions whose address is taken.
#include "ptx/module.hpp"

namespace warplab::ptx {

// A function that indexes a struct it gets by value takes the parameter's address. "The parameter
// will be copied to the stack if necessary, and so the address will be in the .local state space"
// (PTX ISA 9.0, "Device Function Parameters"). This makes that copy visible: each such parameter
// gets a .local variable, the function begins by copying the one into the other, and what named the
// parameter names the variable. Those loads and stores are counted like any others, as they happen
// on a GPU, too. Parameters of kernels stay as they are, and so do those that are too large for it.
void copy_addressed_parameters(Module& module);

}  // namespace warplab::ptx
