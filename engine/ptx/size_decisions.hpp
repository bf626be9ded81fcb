#pragma once
// Finds in a kernel what it decides by its scalar arguments alone.
#include "data/size_formula.hpp"
#include "ptx/module.hpp"

namespace warplab::ptx {

// Every predicate of `kernel` that comes from scalar parameters and constants through arithmetic,
// comparisons and logic, in registers that one instruction writes: what loops and memory carry is
// left out.
data::SizeFormula size_decisions(const Function& kernel);

}  // namespace warplab::ptx
