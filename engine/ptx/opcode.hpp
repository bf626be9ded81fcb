#pragma once
// What each instruction is, for everybody who has to know: the parser, the decoder of the
// simulator, its counters and observers, the steps, and the specification that the tests compare it
// with. opcode_table.hpp says it in the manual's notation, a row for each form of an opcode. An
// opcode without a row is unsupported.
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "ptx/family.hpp"
#include "ptx/module.hpp"

namespace warplab::ptx {

// How bits of the operands come to be bits of the result, for following those that have no value.
enum class BitRule : uint8_t {
  all,      // any bit of the operands: all bits of the result
  carry,    // add, sub, mul.lo: no bit depends on a higher one
  copy,     // mov
  and_,     // a known 0 decides
  or_,      // a known 1 decides
  xor_,     // bit by bit
  extend,   // cvt between integers
  left,     // shl
  right,    // shr
  permute,  // prmt
  insert,   // bfi
  extract,  // bfe
  funnel,   // shf
  table,    // lop3
  compare,  // setp of integers
  select,   // selp: those of the chosen operand
  pack,     // mov d, {a, b}
  unpack,   // mov {a, b}, d
};

// What the result is, in words of CUDA C++, where that is easily said.
enum class ValueFormula : uint8_t {
  none,
  same,         // a
  sum,          // a + b
  product,      // a * b
  product_sum,  // a * b + c
  shifted,      // a << b
};

// One operand of a form.
struct OperandForm {
  // "d" and "p" are written, p being a predicate; all others are read.
  std::string_view name;
  // Empty: the last one that the instruction names. Else a type, "dtype" for the one in front of
  // the last, or "wide" for twice the width of the last.
  std::string_view type;
  bool may_be_pair = false;     // p[|q]
  bool may_be_negated = false;  // {!}c
  bool is_optional = false;     // {, c}
  bool is_address = false;      // [a]
  bool is_vector = false;       // {a}
  constexpr bool is_written() const { return name == "d" || name == "p"; }
};

// One thing that follows a dot.
struct Modifier {
  std::string_view name;   // ".type" of the notation, or the word itself
  std::string_view words;  // those that may stand here: "u32 s32"
  bool is_optional = false;
};

// What a row says beside its notation.
struct Facts {
  Family family = Family::compute;
  BitRule bits = BitRule::all;
  ValueFormula means = ValueFormula::none;
  bool carries = false;      // reads the carry
  bool passes_time = false;  // who waits for another thread does this
};

constexpr size_t kMostModifiers = 12, kMostOperands = 5;

// One form of an opcode, as a row of the table says it.
struct InstructionForm {
  std::string_view notation;  // "shl.type d, a, b:u32; .type = b16 b32 b64"
  std::string_view opcode;
  std::array<Modifier, kMostModifiers> modifier_array = {};
  std::array<OperandForm, kMostOperands> operand_array = {};
  uint8_t modifier_count = 0, operand_count = 0;
  uint8_t least_modifiers = 0;  // those that are not optional
  Facts facts;

  std::span<const Modifier> modifiers() const { return {modifier_array.data(), modifier_count}; }
  std::span<const OperandForm> operands() const { return {operand_array.data(), operand_count}; }
  // Whether the instruction's modifiers are those of this form; of an instruction that computes
  // also in this order. Hints for caches ("L2::128B") fit everywhere.
  bool fits(const Instruction& instruction) const;
  constexpr bool writes_first_operand() const {
    return operand_count > 0 && operand_array[0].is_written();
  }
  // setp, set, testp: it gives a truth value.
  bool compares() const;
};

struct Opcode {
  std::string_view name;  // "ld"
  std::span<const InstructionForm> forms;
  Family family = Family::compute;
  bool writes = false;    // some form of it writes its first operand
  bool compares = false;  // gives a truth value
  bool carries = false, passes_time = false;
};

// Sorted by name.
std::span<const Opcode> opcodes();
// Null: an opcode that nothing here knows.
const Opcode* find_opcode(std::string_view name);
// The first form that fits; null: there is none.
const InstructionForm* find_form(const Instruction& instruction);

// Type of operand `k` of an instruction that fits: .b32 where the modifiers name none that is one
// (add.u16x2).
Type operand_type(const InstructionForm& form, const Instruction& instruction, size_t k);
// The same for forms that differ in nothing but how they are written: without .rn where it is what
// they do anyway, without the boolean operation of a comparison, and with .relu in front.
std::string plain_spelling(const InstructionForm& form, const Instruction& instruction);
// Never more than the first operand is written where an instruction is executed, and no address.
bool writes_first_operand(const Instruction& instruction);

// Whether the instruction's opcode is known and of that family.
bool is(const Instruction& instruction, Family family);
// div or rem of whole numbers.
bool is_integer_division(const Instruction& instruction);

// Lanes do not run on behind it in the order of the text: bra, brx, ret, exit, trap.
bool ends_block(Family family);

}  // namespace warplab::ptx
