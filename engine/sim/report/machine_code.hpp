#pragma once
// Local memory that is in one of PTX and machine code. In PTX and not in the machine code: a
// variable that is looked at as another type may be kept there until ptxas, the compiler's last
// stage, finds that nothing needs it. A GPU moves none of it. And in the machine code alone:
// registers that ptxas could not allot and keeps there (spills).
#include "ptx/module.hpp"
#include "sim/options.hpp"
#include "sim/report.hpp"

namespace warplab::sim {

// The counters of a launch as its kernel's machine code has them: no local memory where that has no
// stack frame, and Counter::spilled_sectors. How often a warp comes to a spill is not known: once
// is what it takes at least, where the kernel does not go around it.
void count_machine_code(const ptx::Module& module, const Launch& launch, const MachineCode& code,
                        LaunchReport& report);

}  // namespace warplab::sim
