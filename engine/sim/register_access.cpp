#include "sim/register_access.hpp"

#include "ptx/opcode.hpp"

namespace warplab::sim {
namespace {

using ptx::Operand;

void collect(const Operand& o, std::vector<uint32_t>& out) {
  if (o.kind == Operand::Kind::reg) out.push_back(o.reg);
  if (o.kind == Operand::Kind::address && o.has_base_register) out.push_back(o.reg);
  for (const Operand& e : o.elements) collect(e, out);
}

}  // namespace

RegisterAccess register_access(const ptx::Instruction& i) {
  RegisterAccess access;
  const bool writes = ptx::writes_first_operand(i);
  for (size_t k = 0; k < i.operands.size(); ++k)
    collect(i.operands[k], k == 0 && writes ? access.writes : access.reads);
  if (i.guard) access.reads.push_back(*i.guard);
  return access;
}

}  // namespace warplab::sim
