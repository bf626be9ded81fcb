// Operands: where the 32 lanes of a register, a constant or an address lie.
#include "sim/decode/function_decoder.hpp"

#include <bit>

#include "sim/execute/special.hpp"

namespace warplab::sim {
namespace {

using ptx::Operand;
using ptx::Space;

// Places are offsets of 31 bits; what a frame or the constants may have stays far below.
constexpr size_t kMostPlaces = size_t{1} << 28;

}  // namespace

unsigned FunctionDecoder::register_bytes(const Operand& o) const {
  if (o.kind != Operand::Kind::reg) fail(Says::needs_register);
  const auto bytes = lane_bytes(function_.registers[o.reg].type);
  return bytes == kBytesPerPredicate ? 0 : bytes / kLanes;
}

Place FunctionDecoder::scratch(unsigned bytes) {
  if (registers_.bytes > kMostPlaces) fail(Says::too_many_registers);
  const Place p = (registers_.bytes + 63) / 64 * 64;  // as every register of 32 lanes
  registers_.bytes = p + bytes * kLanes;
  return p;
}

Place FunctionDecoder::constant(uint64_t bits, unsigned bytes) {
  if (pool_.bytes() > kMostPlaces) fail(Says::too_many_constants);
  return pool_.of(bits, bytes);
}

std::optional<uint64_t> FunctionDecoder::symbol_address(const Operand& o) const {
  using Kind = ptx::SymbolRef::Kind;
  const auto offset = static_cast<uint64_t>(o.offset);
  if (o.symbol.kind == Kind::function) return windows::function_address(o.symbol.index) + offset;
  if (o.symbol.kind == Kind::module_variable) {
    const ptx::Variable& v = module_.variables[o.symbol.index];
    if (v.space == Space::shared) {
      for (const auto& e : program_.shared.entries)
        if (e.name == v.name) return e.begin + offset;
      return std::nullopt;
    }
    return request_.variable_address(o.symbol.index) + offset;
  }
  if (o.symbol.kind == Kind::function_variable) {
    const ptx::Variable& v = function_.variables[o.symbol.index];
    if (v.space == Space::shared) {
      for (const auto& e : program_.shared.entries)
        if (e.name == v.name) return e.begin + offset;
    }
    return std::nullopt;
  }
  if (o.symbol.kind == Kind::parameter && function_.is_kernel)
    return kernel_parameter_offsets_[o.symbol.index] + offset;
  return std::nullopt;
}

SpecialRegister FunctionDecoder::special_of(const Operand& o) const {
  const SpecialRegister special = special_register(o.text);
  if (!special.read) fail(Says::reads_unknown_register, o.text);
  const ptx::Function* kernel = module_.find_function(request_.kernel);
  const bool is_of_cluster = o.text.find("cluster") != std::string::npos;
  if (is_of_cluster && kernel != nullptr && kernel->cluster.volume() != 1)
    fail(Says::reads_in_cluster, o.text);
  return special;
}

Place FunctionDecoder::place(const Operand& o, unsigned bytes) {
  switch (o.kind) {
    case Operand::Kind::reg: {
      const unsigned have = register_bytes(o);
      if (have == 0) fail(Says::reads_predicate);
      if (have == bytes) return registers_.places[o.reg];
      if (have == 8 && bytes == 4) {  // the lower half of each lane
        MicroOp narrow;
        narrow.run = move_wide_low;
        narrow.site = first_site_ + index_;
        narrow.a = registers_.places[o.reg];
        narrow.d = scratch(4);
        emit(narrow);
        return narrow.d;
      }
      fail(Says::reads_wrong_size, have, function_.registers[o.reg].name, bytes);
    }
    case Operand::Kind::immediate: {
      // A decimal literal such as 1.5 is a double to the parser, whatever the instruction's type.
      const ptx::Type type = current().type();
      if (o.immediate_type == ptx::Type::f64 && bytes == 4 && type == ptx::Type::f32)
        return constant(std::bit_cast<uint32_t>(static_cast<float>(std::bit_cast<double>(o.bits))),
                        4);
      return constant(o.bits, bytes);
    }
    case Operand::Kind::special: {
      const SpecialRegister special = special_of(o);
      MicroOp read;
      read.run = special.read;
      read.site = first_site_ + index_;
      read.d = scratch(special.wide ? 8 : 4);
      emit(read);
      if (special.wide && bytes == 4) {
        MicroOp narrow;
        narrow.run = move_wide_low;
        narrow.site = read.site;
        narrow.a = read.d;
        narrow.d = scratch(4);
        emit(narrow);
        return narrow.d;
      }
      if (!special.wide && bytes == 8) fail(Says::reads_as_64_bits, o.text);
      return read.d;
    }
    case Operand::Kind::symbol: {
      if (const auto address = symbol_address(o)) return constant(*address, bytes);
      if (o.symbol.kind == ptx::SymbolRef::Kind::function_variable &&
          function_.variables[o.symbol.index].space == Space::local) {
        MicroOp base;
        base.run = bytes == 8 ? local_address : local_address_narrow;
        base.site = first_site_ + index_;
        base.imm = local_offsets_[o.symbol.index] + static_cast<uint64_t>(o.offset);
        base.d = scratch(bytes);
        emit(base);
        return base.d;
      }
      fail(Says::address_of_nothing);
    }
    default: fail(Says::operand_not_expected);
  }
}

Place FunctionDecoder::predicate(const Operand& o, bool* negated) {
  if (o.kind == Operand::Kind::immediate) {
    if (negated) *negated = false;
    return pool_.predicate(o.bits != 0);
  }
  if (o.kind != Operand::Kind::reg || register_bytes(o) != 0) fail(Says::expects_predicate);
  if (negated) *negated = o.negated;
  else if (o.negated) fail(Says::takes_negated_predicate);
  return registers_.places[o.reg];
}

Place FunctionDecoder::destination(const Operand& o, unsigned bytes) {
  if (o.kind == Operand::Kind::sink) return bytes ? scratch(bytes) : kNowhere;
  if (o.kind != Operand::Kind::reg) fail(Says::must_write_register);
  const unsigned have = register_bytes(o);
  if (have != bytes) fail(Says::writes_wrong_size, bytes, have, function_.registers[o.reg].name);
  return registers_.places[o.reg];
}

Place FunctionDecoder::predicate_destination(const Operand& o) {
  if (o.kind == Operand::Kind::sink) return kNowhere;
  if (o.kind != Operand::Kind::reg || register_bytes(o) != 0) fail(Says::must_write_predicate);
  return registers_.places[o.reg];
}

uint32_t FunctionDecoder::vector(const Operand& o, unsigned bytes) {
  VectorOperand v;
  for (const Operand& e : o.elements)
    v.places.push_back(e.kind == Operand::Kind::sink ? scratch(bytes) : place(e, bytes));
  program_.vectors.push_back(std::move(v));
  return static_cast<uint32_t>(program_.vectors.size() - 1);
}

ParameterArea FunctionDecoder::area_of(const ptx::SymbolRef& symbol) const {
  using Kind = ptx::SymbolRef::Kind;
  if (symbol.kind == Kind::parameter && !function_.is_kernel) return parameters_[symbol.index];
  if (symbol.kind == Kind::return_value) return results_[symbol.index];
  if (symbol.kind == Kind::function_variable) return variables_[symbol.index];
  fail(Says::parameter_out_of_reach);
}

// d, or d|p.
void FunctionDecoder::result_and_predicate(MicroOp& i, const Operand& o) {
  const bool is_pair = o.kind == Operand::Kind::pair;
  const Operand& result = is_pair ? o.elements[0] : o;
  i.d = result.kind == Operand::Kind::sink ? kNowhere : destination(result, 4);
  i.fifth = is_pair ? predicate_destination(o.elements[1]) : kNowhere;
}

}  // namespace warplab::sim
