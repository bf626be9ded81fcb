#include "ptx/machine_use.hpp"

#include <algorithm>
#include <string_view>

#include "ptx/opcode.hpp"

namespace warplab::ptx {
namespace {

bool is_of_machine(const Operand& o) {
  if (o.kind != Operand::Kind::special) return false;
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{"%clock", "%globaltimer", "%smid", "%nsmid",
                                              "%warpid", "%nwarpid", "%gridid", "%total_smem"},
      [&](std::string_view name) { return o.text.starts_with(name); });
}

// What makes an address of another one.
bool moves_address(const Instruction& i) {
  return i.opcode == "mov" || i.opcode == "cvta" || i.opcode == "add" || i.opcode == "mad" ||
         i.opcode == "selp" || i.opcode == "sub";
}

bool is_address(const Operand& o, const std::vector<bool>& addresses) {
  if (o.kind == Operand::Kind::reg) return addresses[o.reg];
  return o.kind == Operand::Kind::symbol;
}

bool looks_at_machine(const Function& f) {
  std::vector<bool> addresses(f.registers.size(), false);
  for (const Instruction& i : f.body) {
    if (std::ranges::any_of(i.operands, is_of_machine)) return true;
    if (i.operands.empty() || i.operands[0].kind != Operand::Kind::reg) continue;
    const uint32_t to = i.operands[0].reg;
    if (is(i, Family::load) && i.space() == Space::param) {
      addresses[to] = addresses[to] || i.type() == Type::u64 || i.type() == Type::b64;
      continue;
    }
    const bool computes = is(i, Family::compute) || is(i, Family::address);
    if (!computes) continue;
    const bool from_address =
        std::any_of(i.operands.begin() + 1, i.operands.end(),
                    [&](const Operand& o) { return is_address(o, addresses); });
    if (!from_address) continue;
    if (!moves_address(i) && i.opcode != "isspacep") return true;
    addresses[to] = true;
  }
  return false;
}

}  // namespace

bool looks_at_machine(const Module& module) {
  return std::ranges::any_of(module.functions,
                             [](const Function& f) { return looks_at_machine(f); });
}

}  // namespace warplab::ptx
