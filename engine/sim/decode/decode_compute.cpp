// Moves, arithmetic and generic addresses.
#include "sim/decode/function_decoder.hpp"

#include <algorithm>

#include "sim/execute/division.hpp"
#include "sim/execute/special.hpp"

namespace warplab::sim {
namespace {

using ptx::Operand;
using ptx::Space;

constexpr size_t kFirstSource = 1, kBoolOperand = 3, kFifth = 4;

BoolOp bool_op_of(const ptx::InstructionForm& form, const ptx::Instruction& p) {
  if (!form.compares()) return BoolOp::none;
  return p.has("and")   ? BoolOp::and_
         : p.has("or")  ? BoolOp::or_
         : p.has("xor") ? BoolOp::xor_
                        : BoolOp::none;
}

}  // namespace

void FunctionDecoder::generic_address(MicroOp& i) {
  const ptx::Instruction& p = current();
  if (p.opcode == "cvta") {
    const Space space = p.space();
    const Row* row = arithmetic_rows().find(p.has("to") ? "sub.u64" : "add.u64");
    i.run = row->run;
    i.d = destination(operand(0), 8);
    i.a = place(operand(1), 8);
    i.b = constant(windows::start_of(space), 8);
    return;
  }
  if (p.opcode == "isspacep") {
    i.run = is_in_space;
    i.d = predicate_destination(operand(0));
    i.a = place(operand(1), 8);
    const Space space = p.space();
    i.imm = windows::start_of(space);
    if (space == Space::constant) i.flags |= kIsConstant;
    return;
  }
  unsupported();
}

bool FunctionDecoder::move(MicroOp& i) {
  const ptx::Instruction& p = current();
  if (p.opcode != "mov") return false;
  const Operand &d = operand(0), &a = operand(1);
  if (d.kind == Operand::Kind::vector || a.kind == Operand::Kind::vector) {
    const unsigned whole = ptx::bytes_of(p.type());
    const Operand& parts = d.kind == Operand::Kind::vector ? d : a;
    if (d.kind == a.kind || parts.elements.empty()) unsupported();
    const unsigned part = whole / static_cast<unsigned>(parts.elements.size());
    if (part != 2 && part != 4 && part != 8) unsupported();
    VectorOperand v;
    for (const Operand& e : parts.elements)
      v.places.push_back(e.kind == Operand::Kind::sink ? kNowhere : place(e, part == 8 ? 8 : 4));
    i.vector = static_cast<uint32_t>(program_.vectors.size());
    program_.vectors.push_back(std::move(v));
    i.flags |= part;
    const unsigned bytes = whole > 8 ? 16 : whole == 8 ? 8 : 4;
    if (d.kind == Operand::Kind::vector) {
      i.run = unpack_handler(part, parts.elements.size());
      if (bytes == 16) {
        if (a.kind != Operand::Kind::reg) unsupported();
        i.a = registers_.places[a.reg];
      } else {
        i.a = place(a, bytes);
      }
    } else {
      i.run = pack_handler(part, parts.elements.size());
      i.d = destination(d, bytes);
    }
    if (!i.run) unsupported();
    return true;
  }
  if (a.kind == Operand::Kind::special) {
    const SpecialRegister special = special_of(a);
    const unsigned wanted = d.kind == Operand::Kind::reg ? register_bytes(d) : special.wide ? 8 : 4;
    if (special.wide == (wanted == 8)) {
      i.run = special.read;
      i.d = destination(d, special.wide ? 8 : 4);
      return true;
    }
  }
  return false;  // register, immediate and symbol moves are rows
}

// Division `i`, of whole numbers, may have a divisor for which nothing is defined.
void FunctionDecoder::look_at_divisor(const MicroOp& i) {
  const Operand& divisor = operand(2);
  const bool is_known = divisor.kind == Operand::Kind::immediate;
  if (is_known && divisor.bits != 0 && divisor.bits != ~uint64_t{0}) return;
  MicroOp look;
  look.run = look_at_divisors;
  look.site = i.site;
  look.guard = i.guard;
  look.flags = i.flags & kGuardNegated;
  look.a = i.a;
  look.b = i.b;
  look.imm = static_cast<uint64_t>(current().type());
  emit_helper(look);
}

// Operand `k`, as its form in the table of opcodes wants it.
Place FunctionDecoder::source(MicroOp& i, const ptx::InstructionForm& form, size_t k) {
  const ptx::Type type = ptx::operand_type(form, current(), k);
  if (type != ptx::Type::pred) return place(operand(k), ptx::bytes_of(type) == 8 ? 8 : 4);
  bool negated = false;
  const Place at = predicate(operand(k), &negated);
  if (negated && !form.operands()[k].may_be_negated) fail(Says::takes_negated_predicate);
  if (negated) i.flags |= kBoolNegated;
  return at;
}

void FunctionDecoder::result(MicroOp& i, const ptx::InstructionForm& form) {
  const Operand& d = operand(0);
  const ptx::Type type = ptx::operand_type(form, current(), 0);
  const bool pair = d.kind == Operand::Kind::pair && form.operands()[0].may_be_pair;
  if (type != ptx::Type::pred) {
    i.d = destination(d, ptx::bytes_of(type) == 8 ? 8 : 4);
  } else {
    i.d = predicate_destination(pair ? d.elements[0] : d);
    i.fifth = pair ? predicate_destination(d.elements[1]) : kNowhere;
  }
}

bool FunctionDecoder::arithmetic(MicroOp& i) {
  const ptx::Instruction& p = current();
  const ptx::InstructionForm* form = ptx::find_form(p);
  const Row* row = form ? arithmetic_rows().find(ptx::plain_spelling(*form, p)) : nullptr;
  if (!row) return false;
  i.run = row->run;
  result(i, *form);
  const BoolOp bool_op = bool_op_of(*form, p);
  Place* const places[] = {&i.a, &i.b, &i.c};
  for (size_t k = kFirstSource; k < std::min(form->operands().size(), kFifth); ++k)
    if (!form->operands()[k].is_optional) *places[k - kFirstSource] = source(i, *form, k);
  if (p.opcode == "testp") i.b = i.a;  // the loop reads both
  if (bool_op != BoolOp::none) {
    i.c = source(i, *form, kBoolOperand);
    i.flags |= static_cast<uint32_t>(bool_op);
  }
  if (ptx::is_integer_division(p)) look_at_divisor(i);
  if (form->operands().size() > kFifth) {
    const Operand& fifth = operand(kFifth);
    if (form->operands()[kFifth].name != "immLut") {
      i.fifth = place(fifth, 4);
    } else {
      if (fifth.kind != Operand::Kind::immediate) fail(Says::needs_constant_table);
      i.imm = fifth.bits;
    }
  }
  if (p.has("cc") || opcode_->carries) use_carry(i);
  return true;
}

// add.cc, addc and their like: what they read of the carry, and what they leave in it.
void FunctionDecoder::use_carry(MicroOp& i) {
  const bool reads = opcode_->carries, sets = current().has("cc");
  const CarryFrom here =
      current().opcode.starts_with("sub") ? CarryFrom::subtraction : CarryFrom::addition;
  if (reads && carry_from_ != here) {
    MicroOp wrong;
    wrong.run = undefined_carry;
    wrong.site = i.site;
    wrong.guard = i.guard;
    wrong.flags = i.flags & kGuardNegated;
    wrong.imm = carry_from_ != CarryFrom::nothing;
    // What nothing has set is the same on every run.
    program_.functions[number_].zeroed.push_back(carry_);
    program_.functions[number_].zeroed_bytes.push_back(kBytesPerPredicate);
    emit_helper(wrong);
  }
  if (sets) carry_from_ = here;
  i.fifth = carry_;
  i.flags |= (reads ? 1u : 0u) | (sets ? 2u : 0u);
}

}  // namespace warplab::sim
