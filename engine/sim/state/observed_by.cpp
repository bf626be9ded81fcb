#include "sim/state/observed_by.hpp"

#include "ptx/opcode.hpp"
#include "sim/register_access.hpp"
#include "sim/state/launch_state.hpp"

namespace warplab::sim {

ObservedBy observed_by(Observer& observer) {
  const Wants wants = observer.wants();
  const auto if_wanted = [&](bool wanted) { return wanted ? &observer : nullptr; };
  ObservedBy by;
  by.blocks = if_wanted(wants.blocks);
  by.instructions = if_wanted(wants.instructions || wants.values);
  by.values = if_wanted(wants.values);
  by.accesses[static_cast<size_t>(AccessKind::load)] = if_wanted(wants.loads);
  by.accesses[static_cast<size_t>(AccessKind::store)] = if_wanted(wants.stores);
  by.accesses[static_cast<size_t>(AccessKind::atomic)] = if_wanted(wants.atomics);
  by.barriers = if_wanted(wants.barriers);
  by.exchanges = if_wanted(wants.exchanges);
  by.fences = if_wanted(wants.fences);
  by.turns = if_wanted(wants.turns);
  by.micro_ops = if_wanted(wants.micro_ops);
  return by;
}

ObservedInstruction observed_instruction(const LaunchState& launch, uint32_t number) {
  const Site& site = launch.program->sites[number];
  const ptx::Instruction& i = launch.program->module->functions[site.function].body[site.index];
  RegisterAccess registers = register_access(i);
  ObservedInstruction known;
  known.function = site.function;
  known.index = site.index;
  known.line = site.line;
  known.family = ptx::find_opcode(i.opcode)->family;  // the decoder knows none without a row
  known.ptx = &i;
  known.reads = std::move(registers.reads);
  known.writes = std::move(registers.writes);
  return known;
}

}  // namespace warplab::sim
