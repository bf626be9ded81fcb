#include "sim/observe/compare_and_swap.hpp"

#include <algorithm>

#include "ptx/opcode.hpp"
#include "sim/program/register_access.hpp"

namespace warplab::sim {
namespace {

using ptx::Family;

// Is a value that comes from `reg` compared with something?
bool reaches_comparison(const std::vector<ptx::Instruction>& body, uint32_t reg) {
  std::vector<uint32_t> from{reg};
  for (size_t k = 0; k < from.size(); ++k)
    for (const ptx::Instruction& i : body) {
      const ptx::Opcode* opcode = ptx::find_opcode(i.opcode);
      if (opcode == nullptr || opcode->family == Family::load || opcode->family == Family::store ||
          opcode->family == Family::atomic)
        continue;
      const RegisterAccess access = register_access(i);
      if (std::ranges::find(access.reads, from[k]) == access.reads.end()) continue;
      if (opcode->compares) return true;
      for (uint32_t w : access.writes)
        if (std::ranges::find(from, w) == from.end()) from.push_back(w);
    }
  return false;
}

// Registers whose value an atom.cas of `body` compares with: its operand, and what is copied to
// that.
std::vector<uint32_t> compared_registers(const std::vector<ptx::Instruction>& body) {
  using Kind = ptx::Operand::Kind;
  std::vector<uint32_t> found;
  for (const ptx::Instruction& i : body)
    if (ptx::is(i, Family::atomic) && i.has("cas") && i.operands[2].kind == Kind::reg)
      found.push_back(i.operands[2].reg);
  for (size_t k = 0; k < found.size(); ++k)
    for (const ptx::Instruction& i : body)
      if (i.opcode == "mov" && i.operands[0].kind == Kind::reg && i.operands[0].reg == found[k] &&
          i.operands[1].kind == Kind::reg &&
          std::ranges::find(found, i.operands[1].reg) == found.end())
        found.push_back(i.operands[1].reg);
  return found;
}

}  // namespace

std::vector<AtomicFacts> atomic_facts(const Program& program) {
  std::vector<AtomicFacts> facts(program.sites.size());
  std::vector<std::vector<uint32_t>> compared;
  for (const ptx::Function& f : program.module->functions)
    compared.push_back(compared_registers(f.body));
  for (size_t s = 0; s < program.sites.size(); ++s) {
    const Site& site = program.sites[s];
    const auto& body = program.module->functions[site.function].body;
    const ptx::Instruction& i = body[site.index];
    if (ptx::is(i, Family::load) && i.operands[0].kind == ptx::Operand::Kind::reg)
      facts[s].is_compared = std::ranges::count(compared[site.function], i.operands[0].reg) != 0;
    if (!ptx::is(i, Family::atomic)) continue;
    facts[s].compares = i.has("cas");
    if (i.operands[0].kind != ptx::Operand::Kind::reg) continue;
    facts[s].decides = reaches_comparison(body, i.operands[0].reg);
  }
  return facts;
}

}  // namespace warplab::sim
