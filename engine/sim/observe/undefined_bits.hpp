#pragma once
// Which bits of a result have no value when some bits of the operands have none. Where bits are
// only moved about and masked (members of a struct in one register, bit-fields, bytes put together
// to a word, a flag beside a condition) this is exact; for everything else one bit without a value
// takes it from the whole result.
// This work is based on: Seward, Nethercote, "Using Valgrind to Detect Undefined Value Errors with
// Bit-Precision", 2005.
#include <cstdint>
#include <span>

#include "ptx/module.hpp"
#include "ptx/opcode.hpp"

namespace warplab::sim {

using ptx::BitRule;
// The rule that holds for this instruction, with its types and modifiers.
BitRule bit_rule(const ptx::Instruction& instruction);

// Of an operand of an instruction with the rule `all`: one of these without a value, and the whole
// result has none. The others mean nothing, as of a narrow value in a wide register.
uint64_t significant_bits(const ptx::Instruction& instruction);

// One lane's operand: what the register holds, and 1 for each bit of it that has no value.
// Predicates are one bit.
struct BitOperand {
  uint64_t value = 0, undefined = 0;
};
// For all rules but `pack` and `unpack`; operands in the order of the text. Bits above the width of
// the result mean nothing.
uint64_t undefined_bits(BitRule rule, const ptx::Instruction& instruction,
                        std::span<const BitOperand> operands);

}  // namespace warplab::sim
