#pragma once
// What a kernel does for printf() alone, so that looking at values costs no marks.
#include <cstdint>
#include <vector>

#include "ptx/control_flow.hpp"
#include "ptx/module.hpp"

namespace warplab::sim {

// For each function of a module whether it is printf(), or has no other effect than to call it.
// Empty: the module does not print, or has operands that its instructions do not take.
using OnlyPrints = std::vector<bool>;
OnlyPrints only_prints(const ptx::Module& module);

// For each instruction of a function whether it would be dead code if printf() did nothing, and is
// not without that: the calls, what is computed and loaded for their arguments and stored in local
// memory for them, and branches and loops around nothing else. All of a function that only prints.
// Empty: nothing. Source: Cytron et al., "Efficiently Computing Static Single Assignment Form and
// the Control Dependence Graph" (1991), section 7.1, dead code elimination.
std::vector<bool> serves_printf(const ptx::Module& module, const OnlyPrints& only,
                                uint32_t function, const ptx::ControlFlow& flow);

}  // namespace warplab::sim
