#include "specification/operands.hpp"

#include <bit>

#include "specification/exact.hpp"

namespace warplab::sim::plain {
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
  const bool negative = operand.immediate_type == Type::s64 && (operand.bits >> 63) != 0;
  return negative ? static_cast<Bits>(as_signed(operand.bits, 64)) : Bits{operand.bits};
}

uint64_t component(const Dim3& dim, char name) {
  return name == 'x' ? dim.x : name == 'y' ? dim.y : name == 'z' ? dim.z : 0;
}

}  // namespace

LaneSet Operands::guarded(const Warp& warp) const {
  const ptx::Instruction& i = instruction(warp);
  if (!i.guard) return warp.running->lanes;
  LaneSet active;
  for (unsigned l = 0; l < kLanes; ++l)
    active[l] = warp.running->lanes[l] &&
                ((frame(warp, l).registers[*i.guard] & 1) != 0) != i.guard_negated;
  return active;
}

Bits Operands::read(const Warp& warp, unsigned lane, const Operand& operand, Type type) const {
  switch (operand.kind) {
    case Operand::Kind::reg: {
      const Bits value = frame(warp, lane).registers[operand.reg];
      return operand.negated ? value ^ 1 : value;
    }
    case Operand::Kind::immediate: return immediate(operand, type);
    case Operand::Kind::special: return special_register(warp, lane, operand.text);
    case Operand::Kind::symbol:
    case Operand::Kind::address: return symbol_address(warp, operand);
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

// A value of `type`; into a wider register it goes with its sign, if it has one.
void Operands::write(const Warp& warp, unsigned lane, const Operand& operand, Bits value,
                     Type type) const {
  if (operand.kind == Operand::Kind::vector) {
    const auto count = static_cast<unsigned>(operand.elements.size());
    const unsigned width = width_of(type) / count;
    for (unsigned k = 0; k < count; ++k)
      if (operand.elements[k].kind == Operand::Kind::reg)
        frame(warp, lane).registers[operand.elements[k].reg] = lowest(value >> (k * width), width);
    return;
  }
  if (operand.kind != Operand::Kind::reg) return;
  const Type register_type = warp.running->call->function->function->registers[operand.reg].type;
  const unsigned width = width_of(type);
  value = ptx::is_signed(type) ? static_cast<Bits>(as_signed(value, width)) : lowest(value, width);
  frame(warp, lane).registers[operand.reg] = lowest(value, width_of(register_type));
}

// Where a symbol lies in its own memory, plus the operand's offset.
uint64_t Operands::symbol_address(const Warp& warp, const Operand& operand) const {
  const Call& call = *warp.running->call;
  const uint32_t k = operand.symbol.index;
  uint64_t base = 0;
  switch (operand.symbol.kind) {
    case SymbolRef::Kind::module_variable:
      base = context_.image.module->variables[k].space == ptx::Space::shared
                 ? context_.shared.module_variables[k]
                 : context_.memory.address_of_variable(k);
      break;
    case SymbolRef::Kind::function_variable: {
      const ptx::Space space = call.function->function->variables[k].space;
      base = call.function->variable_offsets[k];
      if (space == ptx::Space::shared)
        base = context_.shared.function_variables.at({call.function->number, k});
      if (space == ptx::Space::local) base += call.local_begin;
      break;
    }
    case SymbolRef::Kind::parameter: base = call.function->parameter_offsets[k]; break;
    case SymbolRef::Kind::return_value: base = call.function->return_offsets[k]; break;
    case SymbolRef::Kind::function: base = windows::function_address(k); break;
  }
  return base + static_cast<uint64_t>(operand.offset);
}

// PTX ISA 9.0, chapter 10. Times are modelled: one tick a warp instruction.
uint64_t Operands::special_register(const Warp& warp, unsigned lane,
                                    const std::string& name) const {
  const Block& block = *warp.block;
  const uint64_t thread = warp.first_thread + lane;
  const char axis = name.size() > 2 && name[name.size() - 2] == '.' ? name.back() : ' ';
  const auto is = [&](std::string_view base) {
    return axis == ' ' ? name == base : name.substr(0, name.size() - 2) == base;
  };
  const uint64_t ticks = warp.steps + warp.waited;
  const uint64_t nanoseconds = ticks * 1'000'000 / context_.options.clock_khz;
  constexpr uint64_t kLow = 0xffffffff;
  if (is("%tid")) return component(position_of(thread, context_.launch.block), axis);
  if (is("%ntid")) return component(context_.launch.block, axis);
  if (is("%ctaid")) return component(block.position, axis);
  if (is("%nctaid")) return component(context_.launch.grid, axis);
  if (is("%clusterid")) return component(block.position, axis);
  if (is("%nclusterid")) return component(context_.launch.grid, axis);
  if (is("%cluster_nctaid")) return axis == 'w' ? 0 : 1;
  if (name == "%cluster_nctarank") return 1;
  if (name == "%laneid") return lane;
  if (name == "%warpid") return warp.first_thread / kLanes;
  if (name == "%nwarpid") return block.warps.size();
  if (name == "%nsmid" || name == "%gridid") return 1;
  if (name == "%lanemask_eq") return uint64_t{1} << lane;
  if (name == "%lanemask_lt") return (uint64_t{1} << lane) - 1;
  if (name == "%lanemask_le") return (uint64_t{2} << lane) - 1;
  if (name == "%lanemask_gt") return kLow & ~((uint64_t{2} << lane) - 1);
  if (name == "%lanemask_ge") return kLow & ~((uint64_t{1} << lane) - 1);
  if (name == "%clock") return ticks & kLow;
  if (name == "%clock_hi") return ticks >> 32;
  if (name == "%clock64") return ticks;
  if (name == "%globaltimer") return nanoseconds;
  if (name == "%globaltimer_lo") return nanoseconds & kLow;
  if (name == "%globaltimer_hi") return nanoseconds >> 32;
  if (name == "%dynamic_smem_size") return context_.launch.dynamic_shared_bytes;
  if (name == "%total_smem_size") return context_.shared.layout.allotted_bytes;
  return 0;  // %smid, %cluster_ctaid, %envreg, %pm, ...
}

uint64_t Operands::address_of(const Warp& warp, unsigned lane, const ptx::Operand& operand) const {
  if (operand.has_symbol) return symbol_address(warp, operand);
  if (!operand.has_base_register) return static_cast<uint64_t>(operand.offset);
  const ptx::Type type = warp.running->call->function->function->registers[operand.reg].type;
  const Bits base = frame(warp, lane).registers[operand.reg];
  return static_cast<uint64_t>(
      lowest(base + static_cast<Bits>(SignedBits{operand.offset}), width_of(type)));
}

}  // namespace warplab::sim::plain
