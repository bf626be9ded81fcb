#include "sim/observe/instruction_facts.hpp"

#include <algorithm>
#include <string_view>

#include "sim/program/instruction_flags.hpp"
#include "sim/register_access.hpp"

namespace warplab::sim {
namespace {

// Registers that stand for variables without a value: compile/headers/warplab_undefined.h.
constexpr std::string_view kMarkedRegister = "warplab_undefined_";

bool is_marked(const ptx::Function& function, const ptx::Instruction& i) {
  return i.opcode == "mov" && i.operands.size() == 2 &&
         i.operands[1].kind == ptx::Operand::Kind::reg &&
         function.registers[i.operands[1].reg].name.starts_with(kMarkedRegister);
}

// Where a kernel's parameters are read, by name or by address; else it is an area for a call.
bool reads_kernel_parameter(const ptx::Function& function, const ptx::Instruction& i) {
  if (!function.is_kernel || i.operands.size() < 2) return false;
  const ptx::Operand& at = i.operands[1];
  return !at.has_symbol || at.symbol.kind == ptx::SymbolRef::Kind::parameter;
}

FlowKind kind_of(const ptx::Function& function, const ptx::Instruction& i) {
  if (is_marked(function, i)) return FlowKind::no_value;
  const bool is_parameter = i.space() == ptx::Space::param;
  switch (ptx::find_opcode(i.opcode)->family) {  // the decoder knows none without a row
    case ptx::Family::compute:
      if (ptx::is_integer_division(i)) return FlowKind::divide;
      switch (bit_rule(i)) {
        case BitRule::select: return FlowKind::select;
        case BitRule::and_: return i.type() == ptx::Type::pred ? FlowKind::compute : FlowKind::mask;
        default: return FlowKind::compute;
      }
    case ptx::Family::address:
    case ptx::Family::members:
    case ptx::Family::trap:
    case ptx::Family::fence:
    case ptx::Family::hint: return FlowKind::compute;
    case ptx::Family::load:
      return !is_parameter                         ? FlowKind::load
             : reads_kernel_parameter(function, i) ? FlowKind::clear
                                                   : FlowKind::area_load;
    case ptx::Family::object:  // a token that is taken apart has its object behind it
      return i.has("pending_count") ? FlowKind::compute : FlowKind::object;
    case ptx::Family::store: return is_parameter ? FlowKind::area_store : FlowKind::store;
    case ptx::Family::copy: return FlowKind::store;
    case ptx::Family::atomic: return FlowKind::atomic;
    case ptx::Family::branch:
    case ptx::Family::barrier: return FlowKind::branch;
    case ptx::Family::exchange: return FlowKind::exchange;
    case ptx::Family::matrix: return FlowKind::matrix;
    case ptx::Family::call: return FlowKind::call;
    case ptx::Family::leave: return FlowKind::leave;
  }
  return FlowKind::compute;
}

// Of a micro-operation that helps a matrix instruction and reads registers: what exchanges lanes,
// or else each lane by itself.
FlowKind kind_of_part(const MicroOp& i) {
  return i.flags & matrix_flag::kBetweenLanes ? FlowKind::matrix : FlowKind::compute;
}

// mbarrier.try_wait may end before the time that it names or later: nothing depends on that
// operand.
bool only_advises(const ptx::Instruction& i, uint32_t reg) {
  constexpr size_t kTime = 3;
  if (!ptx::is(i, ptx::Family::object) || !i.has("try_wait") || i.operands.size() <= kTime)
    return false;
  ptx::Instruction others = i;
  others.operands.resize(kTime);
  return std::ranges::count(register_access(others).reads, reg) == 0;
}

}  // namespace

std::string_view marked_variable(const ptx::Function& function, const ptx::Instruction& i) {
  if (!is_marked(function, i)) return {};
  std::string_view name = function.registers[i.operands[1].reg].name;
  name.remove_prefix(kMarkedRegister.size());
  name = name.substr(0, name.find('.'));  // of a scope that uses the name again
  return name == "_" ? std::string_view() : name;
}

Slot InstructionFacts::number(uint32_t function, Place place) {
  auto& slots = by_place_[function];
  if (slots.size() <= place / 4) slots.resize(place / 4 + 1, kNoSlot);
  if (slots[place / 4] == kNoSlot) slots[place / 4] = counts_[function]++;
  return slots[place / 4];
}

Slot InstructionFacts::slot(const FunctionCode& f, Place place) const {
  if (place & kConstantPlace || place == kNowhere) return kNoSlot;
  const auto& slots = by_place_[f.ptx_function];
  return place / 4 < slots.size() ? slots[place / 4] : kNoSlot;
}

InstructionFacts::InstructionFacts(const Program& program)
    : code_(program.code.data()),
      records_(program.code.size()),
      by_place_(program.functions.size()),
      counts_(program.functions.size(), 0) {
  for (size_t k = 0; k < program.code.size(); ++k) {
    const MicroOp& i = program.code[k];
    const MicroOpOperands& use = program.uses[k];
    const uint32_t function = i.site < program.sites.size() ? program.sites[i.site].function : 0;
    MicroOpFacts& f = records_[k];
    const ptx::Instruction& p =
        program.module->functions[function].body[program.sites[i.site].index];
    if (i.guard != kNowhere) f.guard = number(function, i.guard);
    // Of a matrix, each register is loaded or moved by a micro-operation of its own.
    if (!use.is_main && use.writes.empty()) continue;
    f.kind = use.is_main         ? kind_of(program.module->functions[function], p)
             : use.reads.empty() ? FlowKind::load
                                 : kind_of_part(i);
    f.rule = bit_rule(p);
    f.significant = significant_bits(p);
    if (f.kind == FlowKind::compute && use.reads.empty())
      f.kind = use.writes.empty() ? FlowKind::none : FlowKind::clear;
    f.first_read = static_cast<uint32_t>(pool_.size());
    for (const OperandUse& u : use.reads)
      if (u.place != kNowhere && u.place != i.guard && !only_advises(p, u.reg))
        pool_.push_back(number(function, u.place));
    f.reads = static_cast<uint32_t>(pool_.size()) - f.first_read;
    f.first_write = static_cast<uint32_t>(pool_.size());
    for (const OperandUse& u : use.writes)
      if (u.place != kNowhere) pool_.push_back(number(function, u.place));
    f.writes = static_cast<uint32_t>(pool_.size()) - f.first_write;
  }
  const auto number_area = [&](uint32_t function, const ParameterArea& a) {
    for (uint32_t word = 0; word < (a.bytes + 3) / 4; ++word)
      number(function, a.offset + word * kBytesPerNarrow);
  };
  for (const FunctionCode& f : program.functions) {
    for (const ParameterArea& a : f.parameters) number_area(f.ptx_function, a);
    for (const ParameterArea& a : f.results) number_area(f.ptx_function, a);
  }
  for (const MicroOp& i : program.code) {
    const uint32_t function = program.sites[i.site].function;
    const ptx::Instruction& p =
        program.module->functions[function].body[program.sites[i.site].index];
    if (!ptx::is(p, ptx::Family::call) || i.call >= program.calls.size()) continue;
    for (const ParameterArea& a : program.calls[i.call].arguments) number_area(function, a);
    for (const ParameterArea& a : program.calls[i.call].results) number_area(function, a);
  }
}

}  // namespace warplab::sim
