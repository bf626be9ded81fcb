#include "sim/wait_loops.hpp"

#include <algorithm>

#include "ptx/opcode.hpp"
#include "sim/register_access.hpp"

namespace warplab::sim {
namespace {

using ptx::Family;
using ptx::Instruction;
using ptx::Operand;

class Finder {
 public:
  Finder(const ptx::Function& function, const ptx::ControlFlow& flow)
      : body_(function.body), flow_(flow) {}

  WaitLoops find() {
    WaitLoops found;
    for (uint32_t k = 0; k < body_.size(); ++k) {
      if (!leads_back(k) || !polls(body_[k].operands[0].target, k)) continue;
      const std::vector<uint32_t> loop = blocks_of_loop(k);
      if (!only_looks(loop, k) || carries_values(loop)) continue;
      found.begins.push_back(body_[k].operands[0].target);
      found.ends.push_back(k);
      for (uint32_t b : loop)
        for (uint32_t n = flow_.blocks[b].first; n < flow_.blocks[b].last; ++n)
          if (body_[n].opcode == "nanosleep") found.sleeps.push_back(n);
    }
    std::ranges::sort(found.begins);
    std::ranges::sort(found.sleeps);
    return found;
  }

 private:
  bool leads_back(uint32_t k) const {
    const Instruction& i = body_[k];
    return i.opcode == "bra" && !i.operands.empty() && i.operands[0].kind == Operand::Kind::label &&
           i.operands[0].target <= k;
  }

  bool polls(uint32_t from, uint32_t to) const {
    for (uint32_t k = from; k <= to; ++k)
      if (is_poll(body_[k])) return true;
    return false;
  }
  bool is_poll(const Instruction& i) const {
    if (i.opcode == "atom") return changes_nothing(i);
    return i.opcode == "ld" &&
           (i.has("volatile") || i.has("relaxed") || i.has("acquire") || i.has("mmio"));
  }

  // Of atom: d, [address], value or values.
  bool changes_nothing(const Instruction& i) const {
    const auto& o = i.operands;
    if (i.has("cas"))
      return o.size() == 4 &&
             ((o[2].kind == Operand::Kind::reg && o[3].kind == o[2].kind && o[2].reg == o[3].reg) ||
              (is_number(o[2]) && is_number(o[3]) && number(o[2]) == number(o[3])));
    const bool keeps_with_zero =
        (i.has("add") && !ptx::is_float(i.type())) || i.has("or") || i.has("xor");
    return keeps_with_zero && o.size() == 3 && is_number(o[2]) && number(o[2]) == 0;
  }
  // A number in the text, also by way of a register that nothing else writes.
  const Operand* number_of(const Operand& o) const {
    if (o.kind == Operand::Kind::immediate) return &o;
    if (o.kind != Operand::Kind::reg) return nullptr;
    const Operand* found = nullptr;
    for (const Instruction& i : body_) {
      const RegisterAccess access = register_access(i);
      if (std::ranges::find(access.writes, o.reg) == access.writes.end()) continue;
      if (found || i.opcode != "mov" || i.guard || i.operands.size() != 2 ||
          i.operands[1].kind != Operand::Kind::immediate)
        return nullptr;
      found = &i.operands[1];
    }
    return found;
  }
  bool is_number(const Operand& o) const { return number_of(o) != nullptr; }
  uint64_t number(const Operand& o) const { return number_of(o)->bits; }

  // From the target of the branch `k`, by which alone it is entered, to the branch. Empty: it is
  // not all between them.
  std::vector<uint32_t> blocks_of_loop(uint32_t k) {
    if (before_.empty()) {
      before_.resize(flow_.blocks.size());
      for (uint32_t b = 0; b < flow_.blocks.size(); ++b)
        for (uint32_t next : flow_.blocks[b].successors) before_[next].push_back(b);
    }
    const uint32_t head = flow_.block_of[body_[k].operands[0].target], tail = flow_.block_of[k];
    std::vector<uint32_t> loop{head};
    if (tail != head) loop.push_back(tail);
    for (size_t n = 1; n < loop.size(); ++n)
      for (uint32_t b : before_[loop[n]]) {
        if (std::ranges::find(loop, b) != loop.end()) continue;
        if (b < head || b > tail || b == 0) return {};
        loop.push_back(b);
      }
    return loop;
  }

  bool only_looks(const std::vector<uint32_t>& loop, uint32_t end) const {
    for (uint32_t b : loop)
      for (uint32_t n = flow_.blocks[b].first; n < flow_.blocks[b].last; ++n)
        if (!only_looks(body_[n]) || (n != end && leads_back(n))) return false;
    return !loop.empty();
  }
  bool only_looks(const Instruction& i) const {
    const ptx::Opcode* opcode = ptx::find_opcode(i.opcode);
    if (opcode == nullptr) return false;
    switch (opcode->family) {
      case Family::compute:
        return !opcode->carries && !i.has("cc") &&
               std::ranges::none_of(i.operands, [](const Operand& o) {
                 return o.kind == Operand::Kind::special &&
                        (o.text.starts_with("%clock") || o.text.starts_with("%globaltimer"));
               });
      case Family::address:
      case Family::load:
      case Family::fence: return true;
      case Family::atomic: return changes_nothing(i);
      case Family::branch: return i.opcode == "bra";
      case Family::hint: return opcode->passes_time;
      default: return false;
    }
  }

  bool carries_values(const std::vector<uint32_t>& loop) {
    if (access_.empty())
      for (const Instruction& i : body_) access_.push_back(register_access(i));
    std::vector<uint32_t> written;
    for (uint32_t b : loop)
      for (uint32_t n = flow_.blocks[b].first; n < flow_.blocks[b].last; ++n)
        for (uint32_t reg : access_[n].writes)
          if (std::ranges::find(written, reg) == written.end()) written.push_back(reg);
    return std::ranges::any_of(
        written, [&](uint32_t reg) { return is_read_later(loop[0], reg) && !is_for_sleep(reg); });
  }
  // What `reg` holds where `block` begins.
  bool is_read_later(uint32_t block, uint32_t reg) const {
    const auto names = [reg](const std::vector<uint32_t>& registers) {
      return std::ranges::find(registers, reg) != registers.end();
    };
    std::vector<uint32_t> blocks{block};
    for (size_t k = 0; k < blocks.size(); ++k) {
      const ptx::BasicBlock& b = flow_.blocks[blocks[k]];
      bool is_gone = false;
      for (uint32_t n = b.first; n < b.last && !is_gone; ++n) {
        if (names(access_[n].reads)) return true;
        is_gone = names(access_[n].writes) && !body_[n].guard;
      }
      if (is_gone) continue;
      for (uint32_t next : b.successors)
        if (std::ranges::find(blocks, next) == blocks.end()) blocks.push_back(next);
    }
    return false;
  }
  // Nothing depends on it but how long somebody sleeps.
  bool is_for_sleep(uint32_t reg) const {
    std::vector<uint32_t> registers{reg};
    for (size_t k = 0; k < registers.size(); ++k)
      for (uint32_t n = 0; n < body_.size(); ++n) {
        if (std::ranges::find(access_[n].reads, registers[k]) == access_[n].reads.end()) continue;
        if (body_[n].opcode == "nanosleep") continue;
        if (!ptx::is(body_[n], Family::compute)) return false;
        for (uint32_t result : access_[n].writes)
          if (std::ranges::find(registers, result) == registers.end()) registers.push_back(result);
      }
    return true;
  }

  const std::vector<Instruction>& body_;
  const ptx::ControlFlow& flow_;
  std::vector<std::vector<uint32_t>> before_;  // by block: those that lead to it
  std::vector<RegisterAccess> access_;         // by instruction
};

}  // namespace

bool WaitLoops::begin_at(uint32_t instruction) const {
  return std::ranges::binary_search(begins, instruction);
}
bool WaitLoops::end_at(uint32_t instruction) const {
  return std::ranges::binary_search(ends, instruction);
}
bool WaitLoops::sleep_at(uint32_t instruction) const {
  return std::ranges::binary_search(sleeps, instruction);
}

WaitLoops wait_loops(const ptx::Function& function, const ptx::ControlFlow& flow) {
  return Finder(function, flow).find();
}

}  // namespace warplab::sim
