#pragma once
// What a module that parses may still ask for and no GPU gives: operands that do not fit their
// instruction, parameters beyond their variable, more memory than a thread has. Inline assembly can
// say all of it. Engines ask here before they translate, so that none of it becomes an address.
// Source: PTX ISA 9.0, sections 5.1.6 (parameters), 7.1 (calls), 9.7.9 (moves of data).
#include <cstdint>
#include <optional>

#include "data/saying.hpp"
#include "ptx/module.hpp"

namespace warplab::ptx {

// Of one kernel, all parameters together. Source: CUDA C++ Programming Guide, "__global__ Function
// Parameters", since CUDA 12.1.
constexpr uint64_t kMostKernelParameterBytes = 32764;
// Of one thread in one function: .local variables, and .param variables with the function's own
// parameters. docs/SIMULATOR.md, "Calls".
constexpr uint64_t kMostFrameBytes = 64 * 1024;
// Of all .global and .const variables. They are kept twice, and tracked word by word: with more of
// them the grader would not stay below the memory that docs/GRADING.md promises.
constexpr uint64_t kMostVariableBytes = uint64_t{64} << 20;

// Why `instruction` of `function` cannot be executed, as what goes on "the instruction
// ld.param.b32 ...": "reads bytes 4 to 8 of p, which has 4". Nothing: it can, as far as its
// operands say, if the engine knows the instruction.
std::optional<data::Saying> operand_fault(const Module& module, const Function& function,
                                          const Instruction& instruction);

// Why no thread could call `function`, as what goes on its name: "has 131 072 bytes of local
// variables; the simulator has 65 536 for a thread".
std::optional<data::Saying> size_fault(const Function& function);
// The same of the module's variables, as a whole sentence.
std::optional<data::Saying> size_fault(const Module& module);

}  // namespace warplab::ptx
