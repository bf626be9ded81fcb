#pragma once
// Shadow propagation: what each instruction makes of the shadow registers of its operands, and
// where a value that is undefined, or was loaded beside a race, is used. A use is what Memcheck and
// MemorySanitizer call one: an address, a branch, the operand of an atomic; a copy is none.
// Where this departs from MemorySanitizer: shadows go through `and`, `or`, shifts, bit-fields and
// comparisons bit by bit (undefined_bits.hpp), as in Memcheck; what was used once is told once and
// counts as defined behind; predicated lanes and `selp` take only the side that was chosen.
#include <functional>
#include <memory>
#include <vector>

#include "sim/observe/shadow_registers.hpp"
#include "sim/observe/undefined_memory.hpp"

namespace warplab::sim {

class ValueFlow {
 public:
  ValueFlow(Races& races, UndefinedMemory& memory, UndefinedBook& book)
      : races_(races), memory_(memory), book_(book) {}
  void launch_starts(const LaunchState& launch);
  void block_starts(const Block& block) { shadow_.block_starts(block); }
  void block_ends(const Block& block) { shadow_.block_ends(block); }
  // Before each micro-operation, see Observer::micro_op().
  void micro_op(Warp& w, const MicroOp* i);
  // Does what this micro-operation loads go to registers that are followed?
  bool follows(const MicroOp* i) const { return facts_->of(i).kind != FlowKind::none; }

  // Between registers and memory, after the races of the event were looked at
  // (value_flow_memory.cpp). `names`: of the value that each lane loads.
  void loaded(const AccessEvent& e, const LoadName* names);
  void stored(const AccessEvent& e);
  void updated(const AccessEvent& e);
  // Between lanes (value_flow_exchange.cpp).
  void exchanged(const ExchangeEvent& e);

  void each_name(const std::function<void(const Block&, LoadName)>& use) { shadow_.each_name(use); }
  uint64_t bytes() const { return shadow_.bytes(); }

 private:
  // A micro-operation that some lanes of a warp are about to execute.
  struct Step {
    Warp& warp;
    const MicroOp* op;
    const MicroOpFacts& facts;
    ShadowFrame& frame;
    uint32_t lanes;
    std::span<const Slot> reads, writes;

    Step with_lanes(uint32_t some) const { return {warp, op, facts, frame, some, reads, writes}; }
    Step with_reads(std::span<const Slot> others, uint32_t some) const {
      return {warp, op, facts, frame, some, others, writes};
    }
    const FunctionCode& code() const { return *warp.frame->function; }
    // In how many lanes of any operand is there something to follow?
    uint32_t followed() const;
    uint32_t undefined() const;
  };
  Slot slot(const Step& s, Place place) const { return facts_->slot(s.code(), place); }
  const ptx::Instruction& instruction(const MicroOp* i) const;
  Place data_place(const MicroOp* i, uint32_t element) const;
  OriginNumber origin_here(const Warp& w, uint32_t site, unsigned lane);

  uint32_t guarded_lanes(Warp& w, const MicroOp* i, const MicroOpFacts& facts, ShadowFrame& f);
  void propagate(const Step& s);
  void compute(const Step& s);
  void select(const Step& s);
  void mask(const Step& s);
  void divide(const Step& s);
  void take_no_value(const Step& s);
  // Fragments of matrices (value_flow_matrix.cpp).
  void matrix(const Step& s);
  void move_rows(const Step& s);
  void multiply(const Step& s);
  void store(const Step& s);
  void update(const Step& s);
  // atom.cas
  void compare(const Step& s);
  // Into lanes of the results, from what `reads` are worked out of: the union of their names.
  void propagate_names(const Step& s);
  void propagate_undefined(const Step& s);

  // Calls and their parameter areas (value_flow_calls.cpp).
  struct AreaInFrame {
    const FunctionCode& code;
    ShadowFrame& frame;
    const ParameterArea& area;
  };
  void frame_starts(Warp& w);
  void leave(const Step& s);
  void call(const Step& s);
  void copy_area(const AreaInFrame& from, const AreaInFrame& to, uint32_t lanes);
  void load_area(const Step& s);
  void store_area(const Step& s);

  // The values of `slot` in `lanes` have gone to something that depends on them.
  void use_names(const Warp& w, ShadowFrame& f, Slot slot, uint32_t lanes);
  void use_undefined(const Warp& w, const MicroOp* i, ShadowRegister& r, uint32_t lanes,
                     UndefinedUse use);
  void use_all(const Step& s, UndefinedUse use);
  NameSet unite(const Warp& w, NameSet a, NameSet b, unsigned lane);

  Races& races_;
  UndefinedMemory& memory_;
  UndefinedBook& book_;
  const Program* program_ = nullptr;
  const LaunchState* launch_ = nullptr;
  std::unique_ptr<InstructionFacts> facts_;
  ShadowRegisters shadow_;
  std::vector<LoadName> too_many_;  // of unite()
};

}  // namespace warplab::sim
