#pragma once
// Numbers that a kernel compares its data with: `if (x == 42.5f)`. No draw would come to such a
// number, so it is put among the inputs (exercise::NamedValues).
#include <cstddef>
#include <vector>

#include "ptx/module.hpp"

namespace warplab::ptx {

// Values of loaded elements at which a comparison with a constant changes its outcome, ascending,
// each once: 42.5 for `x == 42.5f`, 21.25 for `x + x == 42.5f`, 40 for `x + 2.5f > 42.5f`. What was
// loaded is followed through arithmetic with constants, conversions and shared memory, and back;
// where a step has no inverse, the number before it stands for the number behind. A word may be a
// whole number or a float, which PTX does not tell, so it is taken as either. The first `most` of
// more. It only chooses inputs and judges nothing, so numbers that no element can be do no harm.
std::vector<double> compared_values(const Module& module, size_t most);

}  // namespace warplab::ptx
