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

// What is in the machine code of a kernel, where it is known (compile::KernelResources).
struct MachineCode {
  uint64_t registers = 0;  // of a thread
  uint32_t global_loads = 0, f32_operations = 0, f64_operations = 0;
};

// How many rounds of a loop of one basic block (one that a recorded warp went round) ptxas has put
// into one. It shows in the number of global loads or, where the loop has none, of operations on
// f32 or f64: copies beyond those in the PTX. 4, 2, or 1 where nothing shows.
unsigned unrolling_of(const data::LaunchTrace& trace, const MachineCode& machine);

// Instructions that only count the rounds of such a loop: r += constant, a comparison that only the
// jump back reads, that jump. Of rounds that are put together the last one's are left.
std::vector<bool> loop_control(const std::vector<data::TraceInstruction>& code);

}  // namespace warplab::model
