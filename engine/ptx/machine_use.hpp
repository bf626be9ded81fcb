#pragma once
#include "ptx/module.hpp"

namespace warplab::ptx {

// Does anything in the module look at what the machine decides: at special registers that are no
// place in the grid, or at the digits of an address, which is more than to add to it and to access
// memory there?
bool looks_at_machine(const Module& module);

}  // namespace warplab::ptx
