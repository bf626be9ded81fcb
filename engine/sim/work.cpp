#include "sim/work.hpp"

#include <algorithm>

namespace warplab::sim {
namespace {

using ptx::Instruction;

// Looked for by name: this is asked of every instruction of every run, and to know a type takes
// longer.
bool is_half(const Instruction& i) {
  return std::ranges::any_of(i.modifiers, [](const std::string& m) {
    return m == "f16" || m == "f16x2" || m == "bf16" || m == "bf16x2";
  });
}
bool rounds_up_or_down(const Instruction& i) { return i.has("rz") || i.has("rm") || i.has("rp"); }

struct Row {
  std::string_view opcode;  // "*": any
  bool (*applies)(const Instruction&);
  uint32_t units;
};

bool always(const Instruction&) { return true; }
bool is_seen_at_once(const Instruction& i) {
  return i.has("volatile") || i.has("relaxed") || i.has("acquire") || i.has("release");
}
// What other blocks may see at any moment: they take turns there, too.
bool is_between_blocks(const Instruction& i) {
  return is_seen_at_once(i) && i.space() != ptx::Space::shared;
}
// Generic addresses are looked at lane by lane, and so is what other threads may see.
bool goes_by_lane(const Instruction& i) {
  return i.space() == ptx::Space::generic || is_seen_at_once(i);
}
// Of global and shared memory: whose they are, what they cost and who was there is looked at for
// all lanes, and takes some 20 to 40 ns.
bool is_looked_at(const Instruction& i) {
  return i.space() == ptx::Space::global || i.space() == ptx::Space::shared;
}
// A byte of global memory is a unit of its own to those who look at whose it is: four times as many
// cells as a row of words has, over as many pages.
bool is_of_global_bytes(const Instruction& i) {
  return i.space() == ptx::Space::global && ptx::bytes_of(i.type()) == 1;
}
bool is_carry(const Instruction& i) { return i.has("cc"); }
// Divisions of 64 bits, for each read.
bool reads_timer(const Instruction& i) {
  return i.operands.size() == 2 && i.operands[1].kind == ptx::Operand::Kind::special &&
         i.operands[1].text.starts_with("%globaltimer");
}
bool is_integer(const Instruction& i) { return !ptx::is_float(i.type()); }
bool is_wide_integer(const Instruction& i) { return is_integer(i) && ptx::bytes_of(i.type()) == 8; }
bool rounds_double(const Instruction& i) {
  return !i.modifiers.empty() && i.modifiers.back() == "f64" && rounds_up_or_down(i);
}

// What takes more than some 30 ns, in steps of about 10 ns (measured in endless loops). The
// first row that applies counts.
constexpr Row kRows[] = {
    {"sqrt", rounds_double, 320},  // digit by digit
    {"div", rounds_double, 32},
    {"rcp", rounds_double, 32},
    {"*", rounds_double, 32},
    {"*", is_half, 24},
    {"*", rounds_up_or_down, 4},
    {"sin", always, 16},
    {"cos", always, 16},
    {"ex2", always, 4},
    {"lg2", always, 4},
    {"tanh", always, 4},
    {"rsqrt", always, 4},
    {"div", is_wide_integer, 24},
    {"rem", is_wide_integer, 24},
    {"div", is_integer, 8},
    {"rem", is_integer, 8},
    {"fns", always, 32},
    {"isspacep", always, 32},
    {"match", always, 64},
    {"shfl", always, 4},
    {"mma", always, 1000},
    {"wmma", always, 1000},
    {"ldmatrix", always, 32},
    {"stmatrix", always, 32},
    {"movmatrix", always, 16},
    {"redux", always, 3},
    {"addc", always, 4},
    {"subc", always, 4},
    {"madc", always, 4},
    {"add", is_carry, 4},
    {"sub", is_carry, 4},
    {"mad", is_carry, 4},
    {"mov", reads_timer, 8},
    {"cp", always, 16},
    {"mbarrier", always, 16},
    {"ld", is_between_blocks, 20},
    {"st", is_between_blocks, 20},
    {"ld", goes_by_lane, 8},
    {"st", goes_by_lane, 8},
    {"ld", is_of_global_bytes, 12},
    {"st", is_of_global_bytes, 12},
    {"ld", is_looked_at, 3},
    {"st", is_looked_at, 3},
    {"brx", always, 8},
    {"call", always, 16},
};

}  // namespace

uint32_t work_of(const Instruction& instruction) {
  for (const Row& row : kRows)
    if ((row.opcode == "*" || row.opcode == instruction.opcode) && row.applies(instruction))
      return row.units;
  return 1;
}

// A division has no instruction of its own; a fence waits until all that the thread has written can
// be seen, at the farthest beyond the GPU's own bus; the heap has one lock for all threads.
uint32_t weight_of(const ptx::Module& module, const Instruction& i) {
  constexpr uint32_t kDivision = 8, kWideDivision = 64, kFence = 32, kSystemFence = 256;
  constexpr uint32_t kPrefetch = 16, kHeap = 512;
  if (i.opcode == "div" || i.opcode == "rem")
    return is_wide_integer(i) ? kWideDivision : is_integer(i) ? kDivision : 1;
  if (i.opcode == "membar" || i.opcode == "fence")
    return i.has("sys") ? kSystemFence : i.has("gl") || i.has("gpu") ? kFence : 1;
  if (i.opcode == "prefetch" || i.opcode == "prefetchu" || i.opcode == "discard" ||
      i.opcode == "applypriority")
    return kPrefetch;
  if (i.opcode != "call") return 1;
  const auto is_of_heap = [&](const ptx::Operand& o) {
    if (o.kind != ptx::Operand::Kind::symbol || o.symbol.kind != ptx::SymbolRef::Kind::function)
      return false;
    const ptx::Function& f = module.functions[o.symbol.index];
    return !f.has_body && (f.name == "malloc" || f.name == "free");
  };
  return std::ranges::any_of(i.operands, is_of_heap) ? kHeap : 1;
}

uint64_t weight_of_sleep(uint32_t nanoseconds, bool waits) {
  constexpr uint32_t kLongestSleep = 1'000'000, kSleepOfAnInstruction = 64;
  const uint32_t slept = std::clamp(nanoseconds, 1u, kLongestSleep);
  return waits ? 1 + slept / kSleepOfAnInstruction : slept;
}

uint32_t work_of_call(const ptx::Function& function) {
  uint64_t bytes = 0;
  for (const auto* list : {&function.parameters, &function.returns, &function.variables})
    for (const ptx::Variable& variable : *list)
      if (variable.space == ptx::Space::param) bytes += variable.bytes;
  return static_cast<uint32_t>(std::min<uint64_t>(bytes / 64, 1u << 20));
}

}  // namespace warplab::sim
