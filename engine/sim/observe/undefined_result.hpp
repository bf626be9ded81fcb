#pragma once
// Which bits of an instruction's results are undefined: its operands gathered for
// undefined_bits(), lane by lane.
#include "sim/observe/shadow_registers.hpp"

namespace warplab::sim {

// One instruction that computes, of the lanes of a warp.
struct Computation {
  Warp& warp;
  const MicroOp* op;
  const Program& program;
  const InstructionFacts& facts;
  uint32_t lanes;
  std::span<const Slot> reads, writes;
};

// Sets what of the shadow registers `writes` of `frame` is undefined after the instruction.
void set_undefined_results(const Computation& c, ShadowFrame& frame);

}  // namespace warplab::sim
