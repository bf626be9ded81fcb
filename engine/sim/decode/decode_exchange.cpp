// What the lanes of a warp do together.
#include "sim/decode/function_decoder.hpp"

#include "sim/execute/warp_exchange.hpp"

namespace warplab::sim {
namespace {

using ptx::Operand;

}  // namespace

void FunctionDecoder::exchange(MicroOp& i) {
  const ptx::Instruction& p = current();
  if (p.opcode == "shfl") {
    i.run = shuffle_handler(p.has("up")     ? Shuffle::up
                            : p.has("down") ? Shuffle::down
                            : p.has("bfly") ? Shuffle::butterfly
                                            : Shuffle::index);
    result_and_predicate(i, operand(0));
    i.a = place(operand(1), 4);
    i.b = place(operand(2), 4);
    i.c = place(operand(3), 4);
    i.imm = place(operand(4), 4);
  } else if (p.opcode == "vote") {
    const bool ballot = p.has("ballot");
    i.run = vote_handler(ballot         ? Vote::ballot
                         : p.has("all") ? Vote::all
                         : p.has("any") ? Vote::any
                                        : Vote::uniform);
    i.d = ballot ? destination(operand(0), 4) : predicate_destination(operand(0));
    bool negated = false;
    i.a = predicate(operand(1), &negated);
    if (negated) i.flags |= kVoteNegated;
    i.imm = place(operand(2), 4);
  } else if (p.opcode == "match") {
    const bool wide = p.type() == ptx::Type::b64;
    i.run = match_handler(p.has("all"), wide);
    result_and_predicate(i, operand(0));
    i.a = place(operand(1), wide ? 8 : 4);
    i.imm = place(operand(2), 4);
  } else if (p.opcode == "redux") {
    const bool is_signed = p.type() == ptx::Type::s32;
    if (ptx::is_float(p.type())) unsupported();
    i.run = reduction_handler(
        p.has("add")   ? Reduction::add
        : p.has("min") ? (is_signed ? Reduction::min_signed : Reduction::min_unsigned)
        : p.has("max") ? (is_signed ? Reduction::max_signed : Reduction::max_unsigned)
        : p.has("and") ? Reduction::and_
        : p.has("or")  ? Reduction::or_
                       : Reduction::xor_);
    i.d = destination(operand(0), 4);
    i.a = place(operand(1), 4);
    i.imm = place(operand(2), 4);
  } else {
    unsupported();
  }
}

void FunctionDecoder::members(MicroOp& i) {
  if (current().opcode == "elect") {
    i.run = elect;
    result_and_predicate(i, operand(0));
    i.imm = place(operand(1), 4);
  } else {
    i.run = active_mask;
    depends_on_order();
    i.d = destination(operand(0), 4);
  }
}

}  // namespace warplab::sim
