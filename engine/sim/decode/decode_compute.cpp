// Moves, arithmetic and generic addresses.
#include "sim/decode/function_decoder.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/execute/division.hpp"
#include "sim/execute/special.hpp"

namespace warplab::sim {
namespace {

using ptx::Operand;
using ptx::Space;

// "add.rn.f32" and "add.f32" are one: .rn is what they do without a modifier.
std::string row_spelling(const ptx::Instruction& i, const std::vector<std::string>& dropped) {
  std::string s = i.opcode;
  if (i.has("relu"))
    s += ".relu";  // stands before the type in some instructions, behind it in others
  for (const std::string& m : i.modifiers)
    if (m != "relu" && std::ranges::find(dropped, m) == dropped.end()) s += "." + m;
  return s;
}

bool is_bool_op(const std::string& m) { return m == "and" || m == "or" || m == "xor"; }

}  // namespace

void FunctionDecoder::generic_address(Record& i) {
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

bool FunctionDecoder::move(Record& i) {
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
    i.aux = static_cast<uint32_t>(program_.vectors.size());
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
void FunctionDecoder::look_at_divisor(const Record& i) {
  const Operand& divisor = operand(2);
  const bool is_known = divisor.kind == Operand::Kind::immediate;
  if (is_known && divisor.bits != 0 && divisor.bits != ~uint64_t{0}) return;
  Record look;
  look.run = look_at_divisors;
  look.site = i.site;
  look.guard = i.guard;
  look.flags = i.flags & kGuardNegated;
  look.a = i.a;
  look.b = i.b;
  look.imm = static_cast<uint64_t>(current().type());
  emit_helper(look);
}

bool FunctionDecoder::arithmetic(Record& i) {
  const ptx::Instruction& p = current();
  const std::string& op = p.opcode;
  std::vector<std::string> dropped;
  if (opcode_->rounds_to_nearest) dropped = {"rn", "noftz"};
  BoolOp bool_op = BoolOp::none;
  if (opcode_->compares && p.modifiers.size() > 1 && is_bool_op(p.modifiers[1])) {
    bool_op = p.modifiers[1] == "and"  ? BoolOp::and_
              : p.modifiers[1] == "or" ? BoolOp::or_
                                       : BoolOp::xor_;
    dropped.push_back(p.modifiers[1]);
  }
  const Row* row = arithmetic_rows().find(row_spelling(p, dropped));
  if (!row) return false;
  i.run = row->run;
  const Operand& d = operand(0);
  if (op == "setp" || op == "testp") {
    const bool pair = d.kind == Operand::Kind::pair;
    i.d = predicate_destination(pair ? d.elements[0] : d);
    i.aux = pair ? predicate_destination(d.elements[1]) : kNowhere;
  } else {
    i.d = row->d == kPredicate ? predicate_destination(d) : destination(d, row->d);
  }
  const auto source = [&](size_t k, uint8_t bytes) -> Place {
    if (bytes == 0) return kNowhere;
    if (bytes != kPredicate) return place(operand(k), bytes);
    bool negated = false;
    const Place at = predicate(operand(k), &negated);
    if (negated) {
      if (op != "selp") fail("cannot take a negated predicate here");
      i.flags |= kBoolNegated;
    }
    return at;
  };
  i.a = source(1, row->a);
  i.b = source(2, row->b);
  i.c = source(3, row->c);
  if (op == "testp") i.b = i.a;  // the loop reads both
  if (bool_op != BoolOp::none) {
    bool negated = false;
    i.c = predicate(operand(3), &negated);
    i.flags |= static_cast<uint32_t>(bool_op) | (negated ? kBoolNegated : 0);
  }
  if (ptx::is_integer_division(p)) look_at_divisor(i);
  if (op == "bfi") i.aux = place(operand(4), 4);
  if (op == "lop3") {
    if (operand(4).kind != Operand::Kind::immediate) fail("needs a constant table");
    i.imm = operand(4).bits;
  }
  if (p.has("cc") || opcode_->carries) use_carry(i);
  return true;
}

// add.cc, addc and their like: what they read of the carry, and what they leave in it.
void FunctionDecoder::use_carry(Record& i) {
  const bool reads = opcode_->carries, sets = current().has("cc");
  const CarryFrom here =
      current().opcode.starts_with("sub") ? CarryFrom::subtraction : CarryFrom::addition;
  if (reads && carry_from_ != here) {
    Record wrong;
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
  i.aux = carry_;
  i.flags |= (reads ? 1u : 0u) | (sets ? 2u : 0u);
}

}  // namespace warplab::sim
