#include "ptx/operand_check.hpp"

#include <algorithm>
#include <array>

#include "ptx/opcode.hpp"

namespace warplab::ptx {
namespace {

using Fault = std::optional<data::Saying>;
using Kind = Operand::Kind;
using data::Count;
using data::say;
using data::Says;

unsigned register_bytes(const Function& function, const Operand& operand) {
  return bytes_of(function.registers[operand.reg].type);
}

bool is_register(const Operand& operand) { return operand.kind == Kind::reg; }
bool may_be_written(const Operand& operand) {
  return operand.kind == Kind::reg || operand.kind == Kind::sink;
}

Fault operand_count_fault(const Instruction& instruction, size_t least) {
  if (instruction.operands.size() >= least) return std::nullopt;
  return say(Says::operands_missing, instruction.operands.size(), least);
}

// The .param variable that a symbol names; null: it names something else.
const Variable* parameter_variable(const Function& function, const SymbolRef& symbol) {
  switch (symbol.kind) {
    case SymbolRef::Kind::parameter: return &function.parameters[symbol.index];
    case SymbolRef::Kind::return_value: return &function.returns[symbol.index];
    case SymbolRef::Kind::function_variable: {
      const Variable& variable = function.variables[symbol.index];
      return variable.space == Space::param ? &variable : nullptr;
    }
    default: return nullptr;
  }
}

// [name + offset] of ld.param and st.param: inside the variable, and aligned.
Fault parameter_fault(const Function& function, const Instruction& instruction,
                      const Operand& address, bool is_load) {
  if (address.kind != Kind::address) return say(Says::needs_address);
  if (!address.has_symbol) return std::nullopt;  // computed: checked when it runs
  const Variable* const variable = parameter_variable(function, address.symbol);
  if (!variable) return say(Says::takes_for_parameter, address.text);
  const uint64_t bytes = bytes_of(instruction.type()) * instruction.vector_width();
  const auto offset = static_cast<uint64_t>(address.offset);
  if (address.offset < 0 || offset > variable->bytes || bytes > variable->bytes - offset)
    return say(is_load ? Says::reads_past_parameter : Says::writes_past_parameter, bytes,
               address.offset, address.text, variable->bytes);
  if (bytes != 0 && offset % bytes != 0)
    return say(Says::reaches_odd_byte, address.offset, address.text, bytes);
  return std::nullopt;
}

// One element of what ld brings or st takes away.
Fault element_fault(const Function& function, const Operand& element, unsigned bytes,
                    bool is_load) {
  if (is_load && !may_be_written(element)) return say(Says::must_load_into_register);
  if (!is_load && element.kind == Kind::sink) return say(Says::stores_nothing_named);
  if (is_register(element) && register_bytes(function, element) < bytes)
    return say(Says::moves_more_than_register, bytes, function.registers[element.reg].name,
               register_bytes(function, element));
  return std::nullopt;
}

Fault vector_fault(const Function& function, const Operand& data, unsigned width, unsigned bytes,
                   bool is_load) {
  if (width == 1) {
    if (data.kind == Kind::vector) return say(Says::vector_without_width);
    return element_fault(function, data, bytes, is_load);
  }
  if (data.kind != Kind::vector || data.elements.size() != width)
    return say(Says::needs_vector_of, width);
  std::optional<unsigned> lane_bytes;
  for (const Operand& element : data.elements) {
    if (Fault fault = element_fault(function, element, bytes, is_load)) return fault;
    if (!is_register(element)) continue;
    // A register of 8 bytes and one of 4 in one vector: no compiler writes it.
    const unsigned own = std::max(4u, register_bytes(function, element));
    if (lane_bytes.value_or(own) != own) return say(Says::vector_of_mixed_sizes);
    lane_bytes = own;
  }
  return std::nullopt;
}

Fault access_fault(const Function& function, const Instruction& instruction, bool is_load) {
  if (Fault fault = operand_count_fault(instruction, 2)) return fault;
  const Operand& data = instruction.operands[is_load ? 0 : 1];
  if (Fault fault = vector_fault(function, data, instruction.vector_width(),
                                 bytes_of(instruction.type()), is_load))
    return fault;
  if (instruction.space() != Space::param) return std::nullopt;
  return parameter_fault(function, instruction, instruction.operands[is_load ? 1 : 0], is_load);
}

Fault atomic_fault(const Function& function, const Instruction& instruction) {
  const bool returns = find_opcode(instruction.opcode)->writes;
  const size_t first = returns ? 2 : 1;  // of the operands behind the address
  if (Fault fault = operand_count_fault(instruction, first + 1 + instruction.has("cas")))
    return fault;
  const unsigned bytes = bytes_of(instruction.type()), width = instruction.vector_width();
  const auto value_fault = [&](const Operand& value, bool is_result) -> Fault {
    if (value.kind == Kind::sink && is_result) return std::nullopt;
    if (bytes > 8 && (!is_register(value) || register_bytes(function, value) != bytes))
      return say(Says::needs_registers_of, bytes);
    return vector_fault(function, value, width, bytes, is_result);
  };
  if (returns)
    if (Fault fault = value_fault(instruction.operands[0], true)) return fault;
  for (size_t k = first; k < instruction.operands.size(); ++k)
    if (Fault fault = value_fault(instruction.operands[k], false)) return fault;
  return std::nullopt;
}

// mov.b64 {a, b}, c and mov.b64 c, {a, b}.
Fault move_fault(const Function& function, const Instruction& instruction) {
  if (Fault fault = operand_count_fault(instruction, 2)) return fault;
  const Operand &to = instruction.operands[0], &from = instruction.operands[1];
  const bool unpacks = to.kind == Kind::vector, packs = from.kind == Kind::vector;
  if (!unpacks && !packs) return std::nullopt;
  if (unpacks && packs) return say(Says::moves_vector_to_vector);
  const Operand &parts = unpacks ? to : from, &whole = unpacks ? from : to;
  const auto bytes = bytes_of(instruction.type());
  const auto count = static_cast<unsigned>(parts.elements.size());
  if (count < 2 || bytes % count != 0 || bytes == 0)
    return say(Says::cannot_make_parts, count, bytes);
  for (const Operand& part : parts.elements) {
    if (unpacks ? !may_be_written(part) : part.kind == Kind::sink)
      return say(unpacks ? Says::must_write_registers : Says::packs_nothing_named);
    if (is_register(part) && register_bytes(function, part) != bytes / count)
      return say(Says::needs_parts_of, bytes / count, function.registers[part.reg].name,
                 register_bytes(function, part));
  }
  if (packs && !may_be_written(whole)) return say(Says::must_write_register);
  if (is_register(whole) && register_bytes(function, whole) != bytes)
    return say(Says::needs_bytes, bytes, function.registers[whole.reg].name,
               register_bytes(function, whole));
  return std::nullopt;
}

// Functions that the GPU's runtime brings along. Sizes in bytes, 0 behind the last.
struct RuntimeFunction {
  std::string_view name;
  std::array<uint64_t, 5> arguments;
  uint64_t result;
};
constexpr std::array kRuntimeFunctions = {
    RuntimeFunction{"vprintf", {8, 8}, 4},
    RuntimeFunction{"malloc", {8}, 8},
    RuntimeFunction{"free", {8}, 0},
    RuntimeFunction{"__assertfail", {8, 8, 4, 8, 8}, 0},
};

// The sizes of the .param variables that a call names; a fault for anything else.
Fault sizes_of(const Function& function, const Operand& list, std::vector<uint64_t>& sizes) {
  for (const Operand& element : list.elements) {
    const bool names_variable = element.kind == Kind::symbol &&
                                element.symbol.kind == SymbolRef::Kind::function_variable &&
                                element.offset == 0;
    const Variable* const variable =
        names_variable ? parameter_variable(function, element.symbol) : nullptr;
    if (!variable) return say(Says::passes_no_parameter_variable);
    sizes.push_back(variable->bytes);
  }
  return std::nullopt;
}

Fault call_fault(const Module& module, const Function& function, const Instruction& instruction) {
  std::vector<uint64_t> results, arguments, wanted_results, wanted;
  if (Fault fault = sizes_of(function, instruction.operands[0], results)) return fault;
  if (Fault fault = sizes_of(function, instruction.operands[2], arguments)) return fault;
  const Operand& callee = instruction.operands[1];
  if (callee.kind != Kind::symbol) {  // through a pointer
    if (!is_register(callee) || register_bytes(function, callee) != 8)
      return say(Says::calls_no_wide_register);
    return std::nullopt;
  }
  const Function& target = module.functions[callee.symbol.index];
  if (target.is_kernel) return say(Says::calls_kernel, target.name);
  const auto runtime = std::find_if(kRuntimeFunctions.begin(), kRuntimeFunctions.end(),
                                    [&](const auto& f) { return f.name == target.name; });
  if (!target.has_body && runtime != kRuntimeFunctions.end()) {
    for (const uint64_t bytes : runtime->arguments)
      if (bytes != 0) wanted.push_back(bytes);
    if (runtime->result != 0) wanted_results.push_back(runtime->result);
  } else {
    for (const Variable& parameter : target.parameters) wanted.push_back(parameter.bytes);
    for (const Variable& result : target.returns) wanted_results.push_back(result.bytes);
  }
  if (arguments != wanted) return say(Says::passes_other_arguments, target.name);
  if (results != wanted_results && !results.empty())
    return say(Says::expects_other_result, target.name);
  return std::nullopt;
}

}  // namespace

Fault operand_fault(const Module& module, const Function& function,
                    const Instruction& instruction) {
  const Opcode* opcode = find_opcode(instruction.opcode);
  if (opcode == nullptr) return std::nullopt;
  switch (opcode->family) {
    case Family::load: return access_fault(function, instruction, true);
    case Family::store: return access_fault(function, instruction, false);
    case Family::atomic: return atomic_fault(function, instruction);
    case Family::call: return call_fault(module, function, instruction);
    default:
      return opcode->forms[0].facts.bits == BitRule::copy ? move_fault(function, instruction)
                                                          : std::nullopt;
  }
}

Fault size_fault(const Function& function) {
  uint64_t parameters = 0, scratch = 0, local = 0;
  const auto add = [](uint64_t& sum, const Variable& v) {  // far from 2^64: see variables' limit
    sum = (sum + v.alignment - 1) / v.alignment * v.alignment + v.bytes;
  };
  for (const Variable& parameter : function.parameters) add(parameters, parameter);
  for (const Variable& result : function.returns) add(scratch, result);
  for (const Variable& variable : function.variables)
    if (variable.space == Space::param) add(scratch, variable);
    else if (variable.space == Space::local) add(local, variable);
  if (function.is_kernel && parameters > kMostKernelParameterBytes)
    return say(Says::too_many_parameter_bytes, Count{parameters}, Count{kMostKernelParameterBytes});
  if (parameters + scratch > kMostFrameBytes)
    return say(Says::passes_too_many_bytes, Count{parameters + scratch}, Count{kMostFrameBytes});
  if (local > kMostFrameBytes)
    return say(Says::too_many_local_bytes, Count{local}, Count{kMostFrameBytes});
  return std::nullopt;
}

Fault size_fault(const Module& module) {
  uint64_t sum = 0;
  for (const Variable& variable : module.variables) {
    if (variable.space != Space::global && variable.space != Space::constant) continue;
    sum += std::min(variable.bytes, kMostVariableBytes + 1);
    if (sum > kMostVariableBytes)
      return say(Says::variables_too_large, variable.name, kMostVariableBytes >> 20);
  }
  return std::nullopt;
}

}  // namespace warplab::ptx
