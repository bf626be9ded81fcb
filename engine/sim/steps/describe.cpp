#include "sim/steps/describe.hpp"

#include <algorithm>
#include <cstring>

#include "ptx/source_name.hpp"
#include "sim/steps/meanings.hpp"

namespace warplab::sim {
namespace {

using data::StepPlace;

// Bytes of a lane as they are shown: of the register's type, and 1 for a predicate.
uint32_t shown_bytes(const ptx::Register& reg) { return std::max(1u, ptx::bytes_of(reg.type)); }

data::StepFunction describe(const ptx::Function& function,
                            const std::vector<RegisterPlace>& places) {
  data::StepFunction described;
  described.name = ptx::source_name(function.name);
  const std::vector<std::string> meanings = register_meanings(function);
  for (size_t r = 0; r < function.registers.size(); ++r) {
    const ptx::Register& reg = function.registers[r];
    described.registers.push_back({reg.name, std::string(ptx::name_of(reg.type)), meanings[r],
                                   shown_bytes(reg), places[r].is_read});
  }
  return described;
}

// Where lanes that wait at a reconvergence point will go on; at a function's exit, its last
// instruction.
uint32_t instruction_of(const Machine& machine, const Reconvergence& reconvergence) {
  if (reconvergence.at) return reconvergence.at->site;
  const Program& program = machine.program();
  const uint32_t function = reconvergence.frame->function->ptx_function;
  uint32_t last = 0;
  for (uint32_t k = 0; k < program.sites.size(); ++k)
    if (program.sites[k].function == function) last = k;
  return last;
}

uint32_t instruction_of(const Split& split) {
  // The barrier of a block has been executed, and its lanes go on behind it.
  const bool waits = split.barrier >= 0 && !waits_before(split);
  return (waits ? split.pc - 1 : split.pc)->site;
}

// Calls each(lanes, frame, instruction, place, barrier) for every split of a warp, and for lanes at
// reconvergence points.
template <class Each>
void for_each_split(const Machine& machine, const Warp& w, bool runs, const Each& each) {
  std::vector<const Reconvergence*> seen;
  const auto add_reconvergences = [&](const Reconvergence* reconvergence) {
    for (; reconvergence; reconvergence = reconvergence->outer) {
      if (std::ranges::find(seen, reconvergence) != seen.end()) continue;
      seen.push_back(reconvergence);
      if (reconvergence->arrived != 0)
        each(reconvergence->arrived, reconvergence->frame, instruction_of(machine, *reconvergence),
             StepPlace::meeting_point, 0);
    }
  };
  if (w.pc) {
    each(w.mask, w.frame, w.pc->site, runs ? StepPlace::runs : StepPlace::ready, 0);
    add_reconvergences(w.reconvergence);
  }
  for (const Split& s : w.ready) {
    each(s.mask, s.frame, instruction_of(s), StepPlace::ready, 0);
    add_reconvergences(s.reconvergence);
  }
  for (const Split& s : w.waiting) {
    each(s.mask, s.frame, instruction_of(s),
         s.barrier == kWarpBarrier     ? StepPlace::warp_barrier
         : s.barrier == kBarrierObject ? StepPlace::barrier_object
                                       : StepPlace::block_barrier,
         waits_before(s) ? 0 : s.barrier);
    add_reconvergences(s.reconvergence);
  }
}

}  // namespace

RegisterTable register_table(const Program& program) {
  RegisterTable table;
  for (const ptx::Function& f : program.module->functions) table.emplace_back(f.registers.size());
  for (size_t k = 0; k < program.code.size(); ++k) {
    auto& registers = table[program.sites[program.code[k].site].function];
    for (const OperandUse& use : program.uses[k].writes)
      registers[use.reg] = {use.place, use.bytes, registers[use.reg].is_read};
    for (const OperandUse& use : program.uses[k].reads)
      registers[use.reg] = {use.place, use.bytes, true};
  }
  return table;
}

data::StepWalk describe_walk(const Machine& machine, const RegisterTable& registers) {
  const Program& program = machine.program();
  const ptx::Module& module = *program.module;
  data::StepWalk walk;
  walk.kernel = machine.launch.launch->kernel;
  walk.grid = machine.launch.launch->grid;
  walk.block = machine.launch.launch->block;
  walk.number = machine.block->linear;
  walk.shared_bytes = program.shared.window_bytes;
  for (size_t f = 0; f < module.functions.size(); ++f)
    walk.functions.push_back(describe(module.functions[f], registers[f]));
  for (const Site& site : program.sites)
    walk.instructions.push_back(
        {site.function, site.line, module.functions[site.function].body[site.index].ptx_line});
  for (const SharedLayout::Entry& entry : program.shared.entries)
    walk.shared.push_back({ptx::source_name(entry.name), entry.element, entry.begin, entry.bytes});
  std::vector<bool> listed(machine.run.buffers.size());
  for (const Argument& a : machine.launch.launch->arguments) {
    const auto buffer = static_cast<size_t>(a.buffer);
    if (a.buffer < 0 || listed[buffer]) continue;
    listed[buffer] = true;
    const Allocation& allocation = machine.run.addresses.allocations()[buffer];
    walk.buffers.push_back({a.buffer, allocation.begin, allocation.bytes});
  }
  return walk;
}

std::vector<data::StepSplit> splits_of(const Machine& machine, const Turns& turns) {
  std::vector<data::StepSplit> splits;
  for (const Warp* w : machine.block->warps) {
    const bool runs = !turns.over && turns.in_turn && turns.warp == w->index;
    for_each_split(
        machine, *w, runs,
        [&](uint32_t lanes, const Frame*, uint32_t at, StepPlace place, int barrier) {
          if (lanes != 0)
            splits.push_back({w->index, lanes, at, place, static_cast<uint8_t>(barrier)});
        });
  }
  return splits;
}

LanePlace place_of_lane(const Machine& machine, uint32_t warp, uint32_t lane) {
  LanePlace found;
  for_each_split(machine, *machine.block->warps[warp], false,
                 [&](uint32_t lanes, const Frame* frame, uint32_t at, StepPlace, int) {
                   if (lanes >> lane & 1) found = {frame, at};
                 });
  return found;
}

std::vector<uint32_t> stack_at(const LanePlace& place) {
  std::vector<uint32_t> stack;
  if (place.frame == nullptr) return stack;
  stack.push_back(place.instruction);
  for (const Frame* f = place.frame; f->caller; f = f->caller) stack.push_back(f->return_to->site);
  return stack;
}

void append_lanes(const Frame& frame, const RegisterPlace& place, uint32_t bytes,
                  std::vector<uint8_t>& out) {
  const size_t at = out.size();
  out.resize(at + size_t{bytes} * kLanes);
  if (place.place == kNowhere) return;
  const std::byte* const from = frame.registers + place.place;
  if (place.bytes == 0) {
    uint32_t lanes = 0;
    std::memcpy(&lanes, from, sizeof lanes);
    for (unsigned l = 0; l < kLanes; ++l) out[at + l] = lanes >> l & 1;
    return;
  }
  for (unsigned l = 0; l < kLanes; ++l)
    std::memcpy(&out[at + size_t{l} * bytes], from + size_t{l} * place.bytes,
                std::min(bytes, place.bytes));
}

}  // namespace warplab::sim
