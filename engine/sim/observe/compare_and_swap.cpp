#include "sim/observe/compare_and_swap.hpp"

#include <algorithm>
#include <map>

#include "ptx/opcode.hpp"
#include "sim/register_access.hpp"

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

bool is_strong(const ptx::Instruction& i) {
  if (ptx::is(i, Family::atomic)) return true;
  if (!ptx::is(i, Family::load)) return false;
  return i.has("volatile") || i.has("relaxed") || i.has("acquire");
}

// What becomes of values in a function: who reads which register.
class Fates {
 public:
  explicit Fates(const ptx::Function& f) : body_(f.body), readers_(f.registers.size()) {
    for (uint32_t k = 0; k < body_.size(); ++k)
      for (const uint32_t reg : register_access(body_[k]).reads) readers_[reg].push_back(k);
  }
  struct Fate {
    bool is_looked_at = false;  // it leaves the registers, or decides something
    bool decides = false;       // it is compared with something, or goes where that is not seen
  };
  Fate of(const std::vector<uint32_t>& registers) const {
    Fate fate;
    std::vector<bool> seen(readers_.size());
    std::vector<uint32_t> from;
    const auto add = [&](const std::vector<uint32_t>& more) {
      for (const uint32_t reg : more)
        if (!seen[reg]) {
          seen[reg] = true;
          from.push_back(reg);
        }
    };
    add(registers);
    bool in_memory = false;
    for (size_t k = 0; k < from.size() && !fate.decides; ++k)
      for (const uint32_t reader : readers_[from[k]]) {
        const ptx::Instruction& i = body_[reader];
        const ptx::Opcode* opcode = ptx::find_opcode(i.opcode);
        if (opcode == nullptr) continue;
        switch (opcode->family) {
          case Family::compute:
          case Family::address:
          case Family::exchange:
          case Family::members:
            fate.decides |= opcode->compares;
            add(register_access(i).writes);
            break;
          case Family::load: fate.is_looked_at = true; break;
          case Family::store:
          case Family::atomic:
            fate.is_looked_at = true;
            // A compare-and-swap verifies what it puts in, too: that of a list's next element.
            fate.decides |= i.space() == ptx::Space::param || i.has("cas");
            // One thread looks for all of its block.
            if (i.space() == ptx::Space::global || in_memory) break;
            in_memory = true;
            for (const ptx::Instruction& load : body_)
              if (ptx::is(load, Family::load) && load.space() != ptx::Space::global &&
                  load.space() != ptx::Space::param && load.space() != ptx::Space::constant)
                add(register_access(load).writes);
            break;
          default: fate.decides = true;
        }
      }
    fate.is_looked_at |= fate.decides;
    return fate;
  }

 private:
  const std::vector<ptx::Instruction>& body_;
  std::vector<std::vector<uint32_t>> readers_;
};

}  // namespace

std::vector<AtomicFacts> atomic_facts(const Program& program) {
  std::vector<AtomicFacts> facts(program.sites.size());
  std::vector<std::vector<uint32_t>> compared;
  for (const ptx::Function& f : program.module->functions)
    compared.push_back(compared_registers(f.body));
  std::map<uint32_t, Fates> fates;  // by function
  for (size_t s = 0; s < program.sites.size(); ++s) {
    const Site& site = program.sites[s];
    const ptx::Function& function = program.module->functions[site.function];
    const auto& body = function.body;
    const ptx::Instruction& i = body[site.index];
    if (ptx::is(i, Family::load) || ptx::is(i, Family::store) || ptx::is(i, Family::atomic)) {
      facts[s].element = static_cast<uint8_t>(ptx::bytes_of(i.type()));
      facts[s].is_packed = i.type() == ptx::Type::f16x2 || i.type() == ptx::Type::bf16x2;
    }
    if (is_strong(i)) {
      const std::vector<uint32_t> written = register_access(i).writes;
      const Fates::Fate fate =
          written.empty() ? Fates::Fate{}
                          : fates.try_emplace(site.function, function).first->second.of(written);
      facts[s].is_ignored = !fate.is_looked_at;
      if (ptx::is(i, Family::load)) facts[s].decides = fate.decides;
    }
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
