#pragma once
// What the last stage of the compiler (ptxas) makes of single PTX instructions where it sees
// several of them together: fused multiply-add, addresses. The order is left to prepared.cpp.
#include <vector>

#include "data/trace.hpp"
#include "model/instruction_work.hpp"

namespace warplab::model {

// The work of every instruction of the trace:
// - a product that is only added to something is fused with the sum, f32 or f64, unless .rn forbids
//   it;
// - an index that is only widened, scaled and added to an address is one product with a sum;
// - a shift that is only added to an address is part of the sum.
std::vector<InstructionWork> compiled_work(const std::vector<data::TraceInstruction>& code);

}  // namespace warplab::model
