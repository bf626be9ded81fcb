#include "data/steps.hpp"

#include <algorithm>
#include <bit>

namespace warplab::data {

bool is_whole(const StepWalk& walk) {
  const auto is_there = [&](const StepInstruction& i) {
    return i.function < walk.functions.size() && i.line >= 0 && i.ptx_line >= 0;
  };
  const auto fits = [&](const StepArray& a) {
    return a.begin <= walk.shared_bytes && a.bytes <= walk.shared_bytes - a.begin;
  };
  const auto has_width = [](const StepRegister& r) { return std::has_single_bit(r.bytes); };
  const auto is_reached = [&](const StepFinding& f) { return f.position <= walk.positions; };
  return std::ranges::all_of(walk.instructions, is_there) &&
         std::ranges::all_of(walk.shared, fits) && std::ranges::all_of(walk.findings, is_reached) &&
         std::ranges::all_of(walk.functions, [&](const StepFunction& f) {
           return std::ranges::all_of(f.registers, has_width);
         });
}

namespace {

bool belongs_to(const StepCells& cells, const StepWalk& walk) {
  if (cells.buffer >= walk.buffers.size()) return false;
  const uint64_t bytes = walk.buffers[cells.buffer].bytes, shown = cells.bytes.size();
  return shown <= kMostCellBytes && cells.first <= bytes && shown <= bytes - cells.first &&
         cells.writers.size() == (shown + 3) / 4 &&
         std::ranges::all_of(cells.writers, [&](uint16_t writer) {
           return writer <= walk.block.volume() || writer == kAnotherBlock;
         });
}

}  // namespace

bool belongs_to(const StepState& state, const StepWalk& walk) {
  const uint64_t warps = (walk.block.volume() + 31) / 32;
  const auto is_instruction = [&](uint32_t i) { return i < walk.instructions.size(); };
  const auto is_split = [&](const StepSplit& s) {
    return s.warp < warps && is_instruction(s.instruction);
  };
  if (state.position > walk.positions || state.warp >= warps || state.lane >= 32) return false;
  if (!std::ranges::all_of(state.splits, is_split) ||
      !std::ranges::all_of(state.stack, is_instruction))
    return false;
  if (state.executed && !is_instruction(*state.executed)) return false;
  if (state.shared.size() != walk.shared_bytes || state.words.size() != walk.shared_bytes / 4)
    return false;
  if (!std::ranges::all_of(state.cells, [&](const StepCells& c) { return belongs_to(c, walk); }))
    return false;
  if (state.stack.empty()) return state.values.empty() && state.changed.empty();
  const StepFunction& function = walk.functions[walk.instructions[state.stack[0]].function];
  size_t bytes = 0;
  for (const StepRegister& r : function.registers) bytes += size_t{32} * r.bytes;
  return state.values.size() == bytes && state.changed.size() == function.registers.size();
}

}  // namespace warplab::data
