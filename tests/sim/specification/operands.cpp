// Operands of an instruction, for one lane. PTX ISA 9.0, chapters 6 and 10.
#include <bit>

#include "sim/clock.hpp"
#include "specification/machine.hpp"

namespace warplab::specification {
namespace {

using ptx::Operand;
using ptx::SymbolRef;
using ptx::Type;

// 1.5 written in decimal is an f64, whatever the instruction computes in.
Bits immediate(const Operand& operand, Type type) {
  if (operand.immediate_type == Type::f64 && type == Type::f32)
    return from_double(std::bit_cast<double>(operand.bits), kF32, Rounding::nearest_even);
  if (operand.immediate_type == Type::f32 && type == Type::f64)
    return std::bit_cast<uint64_t>(to_double(operand.bits, kF32));
  // Integers are two's complement of any width.
  return operand.immediate_type == Type::s64 ? static_cast<Bits>(as_signed(operand.bits, 64))
                                             : Bits{operand.bits};
}

// Times are counted in instructions of the warp.
uint64_t special_register(const Machine& m, const Warp& warp, unsigned lane,
                          const std::string& name) {
  const Block& block = *warp.block;
  const uint64_t ticks = warp.steps * sim::kTicksPerInstruction;
  const uint64_t nanoseconds = ticks * 1'000'000 / m.options.clock_khz;
  const char axis = name[name.size() - 2] == '.' ? name.back() : ' ';
  const std::string base = axis == ' ' ? name : name.substr(0, name.size() - 2);
  const auto component = [&](const Dim3& dim) -> uint64_t {
    return axis == 'x' ? dim.x : axis == 'y' ? dim.y : axis == 'z' ? dim.z : 0;
  };
  const auto low = [](uint64_t value) { return value & 0xffffffff; };
  if (base == "%tid") return component(position_of(warp.first_thread + lane, m.launch->block));
  if (base == "%ntid") return component(m.launch->block);
  if (base == "%ctaid") return component(block.position);
  if (base == "%nctaid") return component(m.launch->grid);
  if (name == "%nsmid" || name == "%gridid") return 1;
  if (name == "%laneid") return lane;
  if (name == "%warpid") return warp.first_thread / kLanes;
  if (name == "%nwarpid") return block.warps.size();
  if (name == "%lanemask_eq") return uint64_t{1} << lane;
  if (name == "%lanemask_lt") return (uint64_t{1} << lane) - 1;
  if (name == "%lanemask_le") return (uint64_t{2} << lane) - 1;
  if (name == "%lanemask_gt") return low(~((uint64_t{2} << lane) - 1));
  if (name == "%lanemask_ge") return low(~((uint64_t{1} << lane) - 1));
  if (name == "%clock") return low(ticks);
  if (name == "%clock_hi") return ticks >> 32;
  if (name == "%clock64") return ticks;
  if (name == "%globaltimer") return nanoseconds;
  if (name == "%globaltimer_lo") return low(nanoseconds);
  if (name == "%globaltimer_hi") return nanoseconds >> 32;
  if (name == "%dynamic_smem_size") return m.launch->dynamic_shared_bytes;
  if (name == "%total_smem_size") return m.shared.allotted_bytes;
  if ((name == "%envreg1" || name == "%envreg2") && m.launch->cooperative)
    for (size_t k = 0; k < m.module.variables.size(); ++k)
      if (m.module.variables[k].name == ptx::kGridWorkspace)
        return name == "%envreg1" ? m.variables[k] >> 32 : low(m.variables[k]);
  return 0;  // %smid, those of clusters, %envreg, %pm, ...
}

}  // namespace

LaneSet Machine::guarded(const Warp& warp) const {
  const ptx::Instruction& i = instruction(warp);
  LaneSet active = warp.running->lanes;
  if (i.guard)
    for_lanes(warp.running->lanes, [&](unsigned l) {
      active[l] = ((warp.registers[l][*i.guard] & 1) != 0) != i.guard_negated;
    });
  return active;
}

Bits Machine::read(const Warp& warp, unsigned lane, const Operand& operand, Type type) const {
  switch (operand.kind) {
    case Operand::Kind::reg: return warp.registers[lane][operand.reg] ^ operand.negated;
    case Operand::Kind::immediate: return immediate(operand, type);
    case Operand::Kind::special: return special_register(*this, warp, lane, operand.text);
    case Operand::Kind::symbol:
    case Operand::Kind::address: return symbol_address(operand);
    case Operand::Kind::vector: {
      const auto count = static_cast<unsigned>(operand.elements.size());
      const unsigned width = width_of(type) / count;
      Bits packed = 0;
      for (unsigned k = 0; k < count; ++k)
        packed |= lowest(read(warp, lane, operand.elements[k], Type::none), width) << (k * width);
      return packed;
    }
    default: return 0;
  }
}

void Machine::write(Warp& warp, unsigned lane, const Operand& operand, Bits value,
                    Type type) const {
  if (operand.kind == Operand::Kind::vector) {
    const auto count = static_cast<unsigned>(operand.elements.size());
    const unsigned width = width_of(type) / count;
    for (unsigned k = 0; k < count; ++k)
      if (operand.elements[k].kind == Operand::Kind::reg)
        warp.registers[lane][operand.elements[k].reg] = lowest(value >> (k * width), width);
  }
  if (operand.kind != Operand::Kind::reg) return;
  const Type to = kernel->parsed->registers[operand.reg].type;
  warp.registers[lane][operand.reg] = lowest(
      static_cast<Bits>(as_number(value, width_of(type), ptx::is_signed(type))), width_of(to));
}

void Machine::write(Warp& warp, unsigned lane, Bits d, bool p) const {
  const Operand& to = instruction(warp).operands[0];
  const bool pair = to.kind == Operand::Kind::pair;
  write(warp, lane, pair ? to.elements[0] : to, d, Type::b32);
  if (pair) write(warp, lane, to.elements[1], p ? 1 : 0, Type::pred);
}

// Where a symbol lies in its own memory, plus the operand's offset.
uint64_t Machine::symbol_address(const Operand& operand) const {
  const uint32_t k = operand.symbol.index;
  uint64_t base = 0;
  switch (operand.symbol.kind) {
    case SymbolRef::Kind::module_variable:
      base = module.variables[k].space == ptx::Space::shared ? module_shared[k] : variables[k];
      break;
    case SymbolRef::Kind::function_variable:
      base = kernel->variables[k];
      if (kernel->parsed->variables[k].space == ptx::Space::local) base += sim::kLocalStart;
      break;
    case SymbolRef::Kind::parameter: base = kernel->parameters[k]; break;
    default: break;  // functions, of which nothing is said
  }
  return base + static_cast<uint64_t>(operand.offset);
}

// Of [register + offset], [symbol + offset] or [offset].
uint64_t Machine::address_of(const Warp& warp, unsigned lane, const Operand& operand) const {
  if (operand.has_symbol) return symbol_address(operand);
  if (!operand.has_base_register) return static_cast<uint64_t>(operand.offset);
  const Type type = kernel->parsed->registers[operand.reg].type;
  const Bits base = warp.registers[lane][operand.reg];
  return static_cast<uint64_t>(
      lowest(base + static_cast<Bits>(SignedBits{operand.offset}), width_of(type)));
}

// An instruction that only computes.
void compute(Machine& m, Warp& warp, const LaneSet& active) {
  const ptx::Instruction& i = m.instruction(warp);
  const Compute function = m.kernel->computes[warp.running->pc];
  const Type result = result_type(i);
  for_lanes(active, [&](unsigned l) {
    std::vector<Bits> sources;
    for (size_t k = 1; k < i.operands.size(); ++k)
      sources.push_back(m.read(warp, l, i.operands[k], i.type()));
    Operation operation{i, sources};
    const Bits value = function(operation);
    const Operand& to = i.operands[0];
    const bool pair = to.kind == Operand::Kind::pair;
    m.write(warp, l, pair ? to.elements[0] : to, value, result);
    if (pair) m.write(warp, l, to.elements[1], operation.second, Type::pred);
  });
  go_on(warp);
}

}  // namespace warplab::specification
