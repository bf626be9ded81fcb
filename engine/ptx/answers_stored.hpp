#pragma once
// Whether anything of what a kernel computes can reach a buffer.
#include "ptx/module.hpp"

namespace warplab::ptx {

// Is there an instruction in `kernel`, or in a function that it may call, that may write to global
// memory? A kernel without one leaves its buffers as they are, whatever its source says: nobody has
// written it yet, or the compiler has left out what has no effect.
bool may_store_answer(const Module& module, const Function& kernel);

}  // namespace warplab::ptx
