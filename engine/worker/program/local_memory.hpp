#pragma once
// Local memory that is in one of PTX and machine code. In PTX and not in the machine code: a
// variable that is looked at as another type may be kept there until ptxas, the compiler's last
// stage, finds that nothing needs it. A GPU moves none of it. And in the machine code alone:
// registers that ptxas could not allot and keeps there (spills).
#include <cstdint>
#include <map>
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

// What each of these kernels spills, stores and loads: bytes of a thread.
std::map<std::string, uint64_t> spilled_bytes(const compile::Compiled& compiled);

// Sets Counter::spilled_sectors. How often a warp comes to a spill is not known: once is what it
// takes at least, where the kernel does not go around it.
void count_spills(const std::map<std::string, uint64_t>& spilled,
                  std::span<const sim::Launch> launches, sim::Report& report);

}  // namespace warplab::worker
