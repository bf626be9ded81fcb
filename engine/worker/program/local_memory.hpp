#pragma once
// Local memory that is in PTX and not in the machine code: a variable that is looked at as another
// type may be kept there until ptxas, the compiler's last stage, finds that nothing needs it. A GPU
// moves none of it.
#include <set>
#include <span>
#include <string>

#include "compile/compile.hpp"
#include "ptx/module.hpp"
#include "sim/simulate.hpp"

namespace warplab::worker {

// The kernels whose machine code has no stack frame. None where functions that they may call have
// local variables: what those take is not among the kernel's own bytes if the call is recursive.
std::set<std::string> kernels_without_local_memory(const compile::Compiled& compiled,
                                                   const ptx::Module& module);

// Takes accesses to local memory out of the counters of launches of such kernels.
void leave_out_local_memory(const std::set<std::string>& kernels,
                            std::span<const sim::Launch> launches, sim::Report& report);

}  // namespace warplab::worker
