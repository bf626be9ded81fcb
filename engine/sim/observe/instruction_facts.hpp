#pragma once
// What following a value through a program needs to know of each micro-operation, worked out once.
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "sim/observe/undefined_bits.hpp"
#include "sim/state/runner.hpp"

namespace warplab::sim {

// Registers and words of parameter areas of a function, numbered densely.
using Slot = uint32_t;
constexpr Slot kNoSlot = ~0u;

enum class FlowKind : uint8_t {
  none,     // reads and writes no value: jumps, fences, what only counts
  compute,  // what is written comes from all that is read
  select,   // selp: from the chosen one
  mask,     // and: a zero that is known decides
  divide,   // div and rem of whole numbers: compute, and nothing where they divide by zero
  clear,    // writes values that come from nowhere: parameters, special registers
  load,
  store,
  atomic,
  object,    // what happens to a barrier object, and what it tells
  branch,    // decides by what it reads
  exchange,  // shfl, vote, match, redux: between lanes
  matrix,    // wmma, mma, ldmatrix
  no_value,  // writes what a marked variable holds before it has a value
  area_load,
  area_store,
  call,
  leave,
};

struct MicroOpFacts {
  FlowKind kind = FlowKind::none;
  uint32_t first_read = 0, reads = 0, first_write = 0, writes = 0;  // in the pool
  Slot guard = kNoSlot;
  BitRule rule = BitRule::all;  // compute, select, mask
  // Of the rule `all`: bits of the operands without which there is no result.
  uint64_t significant = ~uint64_t{0};
};

// The variable that a micro-operation of kind `no_value` is of, as the student calls it; empty
// where it has no name (compile/headers/warplab_undefined.h), and for every other instruction.
std::string_view marked_variable(const ptx::Function& function, const ptx::Instruction& i);

class InstructionFacts {
 public:
  explicit InstructionFacts(const Program& program);
  const MicroOpFacts& of(const MicroOp* i) const {
    return records_[static_cast<size_t>(i - code_)];
  }
  std::span<const Slot> reads(const MicroOpFacts& f) const {
    return {pool_.data() + f.first_read, f.reads};
  }
  std::span<const Slot> writes(const MicroOpFacts& f) const {
    return {pool_.data() + f.first_write, f.writes};
  }
  Slot slot(const FunctionCode& f, Place place) const;
  uint32_t slots(const FunctionCode& f) const { return counts_[f.ptx_function]; }
  // Word `word` of a parameter area.
  Slot area_slot(const FunctionCode& f, const ParameterArea& a, uint32_t word) const {
    return slot(f, a.offset + word * kBytesPerNarrow);
  }

 private:
  Slot number(uint32_t function, Place place);
  const MicroOp* code_;
  std::vector<MicroOpFacts> records_;
  std::vector<Slot> pool_;
  std::vector<std::vector<Slot>> by_place_;  // by function, then place / 4
  std::vector<uint32_t> counts_;             // by function
};

}  // namespace warplab::sim
