#include "specification/computation.hpp"

namespace warplab::sim::plain {

using ptx::Operand;
using ptx::Type;

void Computation::compute(Warp& warp, const LaneSet& active) {
  const ptx::Instruction& i = instruction(warp);
  const Compute function = warp.running->call->function->computes[warp.running->pc];
  const Type result = result_type(i);
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!active[l]) continue;
    std::vector<Bits> sources;
    for (size_t k = 1; k < i.operands.size(); ++k)
      sources.push_back(operands_.read(warp, l, i.operands[k], i.type()));
    const bool subtracts = i.opcode == "sub" || i.opcode == "subc";
    const std::pair set_here(warp.running->call->function->flow.block_of[warp.running->pc],
                             subtracts);
    auto& carry_set = frame(warp, l).carry_set;
    if (i.opcode == "addc" || i.opcode == "subc" || i.opcode == "madc") {
      if (!carry_set || carry_set->first != set_here.first)
        complaints_.misuse(
            warp, l,
            "uses a carry that no instruction just before has set: begin with add.cc, sub.cc or "
            "mad.cc");
      else if (carry_set->second != subtracts)
        complaints_.misuse(
            warp, l,
            "takes the carry of an addition for the borrow of a subtraction, or the other way "
            "round: continue add.cc and mad.cc with addc or madc, sub.cc with subc");
    }
    if (i.has("cc")) carry_set = set_here;
    Operation operation{i, sources, frame(warp, l).carry, 0};
    const Bits value = function(operation);
    frame(warp, l).carry = operation.carry;
    const Operand& destination = i.operands[0];
    if (destination.kind == Operand::Kind::pair) {
      operands_.write(warp, l, destination.elements[0], value, result);
      operands_.write(warp, l, destination.elements[1], operation.second, Type::pred);
    } else {
      operands_.write(warp, l, destination, value, result);
    }
  }
}

}  // namespace warplab::sim::plain
