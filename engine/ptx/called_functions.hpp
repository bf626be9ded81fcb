#pragma once
// What a kernel may come to: its own instructions and those of every function that is no kernel. A
// call through a pointer may lead to any of them, and what is called nowhere NVRTC leaves out.
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
