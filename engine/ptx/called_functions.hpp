#pragma once
// What a kernel may execute: its own instructions and those of every function of the module that is
// no kernel. A call through a pointer may lead to any of these, and NVRTC leaves out those that
// nothing calls.
#include "ptx/module.hpp"

namespace warplab::ptx {

// Calls `look(function)` for the kernel and for each of them.
template <class Look>
void for_each_function_of(const Module& module, const Function& kernel, const Look& look) {
  look(kernel);
  for (const Function& f : module.functions)
    if (!f.is_kernel) look(f);
}

}  // namespace warplab::ptx
