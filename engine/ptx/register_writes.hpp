#pragma once
// Which registers an instruction writes, by what stands in its text.
#include <vector>

#include "ptx/module.hpp"

namespace warplab::ptx {

// Calls `look(register)` for each register among the first operand of `i`, or of its elements.
template <class Look>
void for_each_result(const Instruction& i, const Look& look) {
  if (i.operands.empty()) return;
  const Operand& d = i.operands[0];
  if (d.kind == Operand::Kind::reg) look(d.reg);
  for (const Operand& e : d.elements)
    if (e.kind == Operand::Kind::reg) look(e.reg);
}

// By register: how many instructions write it.
inline std::vector<int> times_written(const Function& function) {
  std::vector<int> times(function.registers.size(), 0);
  for (const Instruction& i : function.body)
    for_each_result(i, [&](uint32_t reg) { ++times[reg]; });
  return times;
}

}  // namespace warplab::ptx
