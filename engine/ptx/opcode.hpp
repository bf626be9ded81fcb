#pragma once
// What each opcode is, for everybody who has to know: the parser, the decoder of the simulator, its
// counters and its observers. An opcode without a row is unsupported.
#include <cstdint>
#include <span>
#include <string_view>

namespace warplab::ptx {

struct Instruction;

enum class Family : uint8_t {
  compute,  // registers to registers, each lane by itself
  address,  // cvta, isspacep: windows of the generic address space
  load,     // ld, ldu
  store,    // st
  atomic,   // atom, red
  copy,     // cp.async
  branch,   // bra, brx
  leave,    // ret, exit: lanes end a call or themselves
  trap,     // the launch ends
  call,
  barrier,   // of the block or the warp
  object,    // mbarrier: barrier objects in shared memory
  exchange,  // shfl, vote, match, redux: values go from lane to lane
  members,   // activemask, elect: which lanes are here
  fence,     // membar, fence
  hint,      // nothing that a value or an address depends on
};

// How bits of the operands come to be bits of the result, for following those that have no value.
// The rule is that of the opcode's integer or untyped form; observe/undefined_bits.hpp says for
// which types and modifiers it is another.
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
  pack,     // mov d, {a, b}
  unpack,   // mov {a, b}, d
};

// What is written where the instruction is executed: never more than the first operand.
enum class Writes : uint8_t {
  first_operand,
  nothing,
  first_operand_if_red,
  first_operand_unless_address,  // mbarrier.arrive state, [a] and mbarrier.init [a], n
};

struct Opcode {
  std::string_view name;  // "ld"
  Family family = Family::compute;
  Writes writes = Writes::first_operand;
  BitRule bits = BitRule::all;
  bool has_one_type = false;       // all operands have the instruction's last type
  bool rounds_to_nearest = false;  // .rn is what it does without a modifier
  bool carries = false;            // reads the carry
  bool compares = false;           // gives a truth value
  bool passes_time = false;        // who waits for another thread does this
};

// Sorted by name.
std::span<const Opcode> opcodes();
// Null: an opcode that nothing here knows.
const Opcode* find_opcode(std::string_view name);
// Whether the instruction's opcode is known and of that family.
bool is(const Instruction& instruction, Family family);
// div or rem of whole numbers.
bool is_integer_division(const Instruction& instruction);

// Lanes do not run on behind it in the order of the text: bra, brx, ret, exit, trap.
bool ends_block(Family family);

}  // namespace warplab::ptx
