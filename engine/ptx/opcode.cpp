#include "ptx/opcode.hpp"

#include <algorithm>
#include <array>

#include "ptx/module.hpp"

namespace warplab::ptx {
namespace {

constexpr Opcode compute(std::string_view name, BitRule bits = BitRule::all) {
  return {.name = name, .bits = bits};
}
// Operands of one type each, the last of the modifiers.
constexpr Opcode typed(std::string_view name, BitRule bits = BitRule::all) {
  return {.name = name, .bits = bits, .has_one_type = true};
}
constexpr Opcode rounded(std::string_view name, BitRule bits = BitRule::all) {
  return {.name = name, .bits = bits, .has_one_type = true, .rounds_to_nearest = true};
}
constexpr Opcode fused(std::string_view name) { return {.name = name, .rounds_to_nearest = true}; }
constexpr Opcode carrying(std::string_view name) { return {.name = name, .carries = true}; }
constexpr Opcode comparing(std::string_view name, BitRule bits, bool has_one_type = true) {
  return {.name = name, .bits = bits, .has_one_type = has_one_type, .compares = true};
}
constexpr Opcode gives(std::string_view name, Family family) {
  return {.name = name, .family = family};
}
constexpr Opcode writes_nothing(std::string_view name, Family family) {
  return {.name = name, .family = family, .writes = Writes::nothing};
}

constexpr auto kOpcodes = [] {
  auto rows = std::to_array<Opcode>({
      rounded("add", BitRule::carry),
      rounded("sub", BitRule::carry),
      rounded("mul", BitRule::carry),
      rounded("div"),
      rounded("rcp"),
      rounded("sqrt"),
      fused("fma"),
      fused("mad"),
      carrying("addc"),
      carrying("subc"),
      carrying("madc"),
      typed("rem"),
      typed("min"),
      typed("max"),
      typed("abs"),
      typed("neg", BitRule::carry),
      typed("popc"),
      typed("clz"),
      typed("brev"),
      typed("ex2"),
      typed("lg2"),
      typed("sin"),
      typed("cos"),
      typed("cvt", BitRule::extend),
      typed("not", BitRule::xor_),
      compute("and", BitRule::and_),
      compute("or", BitRule::or_),
      compute("xor", BitRule::xor_),
      compute("shl", BitRule::left),
      compute("shr", BitRule::right),
      compute("prmt", BitRule::permute),
      compute("bfi", BitRule::insert),
      compute("bfe", BitRule::extract),
      compute("shf", BitRule::funnel),
      compute("lop3", BitRule::table),
      compute("mov", BitRule::copy),
      compute("bfind"),
      compute("bmsk"),
      compute("cnot"),
      compute("copysign"),
      compute("dp2a"),
      compute("dp4a"),
      compute("fns"),
      compute("mad24"),
      compute("mul24"),
      compute("rsqrt"),
      compute("sad"),
      compute("selp"),
      compute("slct"),
      compute("szext"),
      compute("vabsdiff4"),
      compute("tanh"),
      comparing("setp", BitRule::compare),
      comparing("set", BitRule::all),
      comparing("testp", BitRule::all, false),

      gives("cvta", Family::address),
      gives("isspacep", Family::address),
      gives("ld", Family::load),
      gives("ldu", Family::load),
      writes_nothing("st", Family::store),
      gives("atom", Family::atomic),
      writes_nothing("red", Family::atomic),
      writes_nothing("cp", Family::copy),

      writes_nothing("bra", Family::branch),
      writes_nothing("brx", Family::branch),
      writes_nothing("ret", Family::leave),
      writes_nothing("exit", Family::leave),
      writes_nothing("trap", Family::trap),
      writes_nothing("brkpt", Family::trap),  // without a debugger
      writes_nothing("call", Family::call),   // its results are parameter areas
      {.name = "bar", .family = Family::barrier, .writes = Writes::first_operand_if_red},
      {.name = "barrier", .family = Family::barrier, .writes = Writes::first_operand_if_red},
      {.name = "mbarrier",
       .family = Family::object,
       .writes = Writes::first_operand_unless_address,
       .passes_time = true},
      gives("shfl", Family::exchange),
      gives("vote", Family::exchange),
      gives("match", Family::exchange),
      gives("redux", Family::exchange),
      gives("activemask", Family::members),
      gives("elect", Family::members),
      writes_nothing("membar", Family::fence),
      writes_nothing("fence", Family::fence),
      writes_nothing("applypriority", Family::hint),
      writes_nothing("griddepcontrol", Family::hint),
      {.name = "nanosleep", .family = Family::hint, .writes = Writes::nothing, .passes_time = true},
      writes_nothing("pmevent", Family::hint),
      writes_nothing("prefetch", Family::hint),
      writes_nothing("prefetchu", Family::hint),
      writes_nothing("setmaxnreg", Family::hint),
  });
  std::ranges::sort(rows, {}, &Opcode::name);
  return rows;
}();
static_assert(std::ranges::adjacent_find(kOpcodes, {}, &Opcode::name) == kOpcodes.end());

}  // namespace

std::span<const Opcode> opcodes() { return kOpcodes; }

const Opcode* find_opcode(std::string_view name) {
  const auto at = std::ranges::lower_bound(kOpcodes, name, {}, &Opcode::name);
  return at != kOpcodes.end() && at->name == name ? &*at : nullptr;
}

bool is_integer_division(const Instruction& instruction) {
  return (instruction.opcode == "div" || instruction.opcode == "rem") &&
         !is_float(instruction.type());
}

bool is(const Instruction& instruction, Family family) {
  const Opcode* opcode = find_opcode(instruction.opcode);
  return opcode != nullptr && opcode->family == family;
}

bool ends_block(Family family) {
  return family == Family::branch || family == Family::leave || family == Family::trap;
}

}  // namespace warplab::ptx
