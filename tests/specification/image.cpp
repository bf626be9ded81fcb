#include "specification/image.hpp"

#include <set>

#include <fmt/format.h>

#include "ptx/operand_check.hpp"

namespace warplab::sim::plain {
namespace {

constexpr std::string_view kDeviceFunctions[] = {"vprintf", "__assertfail", "malloc", "free"};

uint64_t place_all(const std::vector<ptx::Variable>& variables, ptx::Space space, uint64_t from,
                   std::vector<uint64_t>& offsets) {
  uint64_t next = from;
  offsets.resize(variables.size(), 0);
  for (size_t k = 0; k < variables.size(); ++k) {
    if (variables[k].space != space) continue;
    offsets[k] = aligned_up(next, variables[k].alignment);
    next = offsets[k] + variables[k].bytes;
  }
  return next;
}

FunctionImage make_function(const ptx::Module& module, uint32_t number,
                            std::string_view student_file) {
  FunctionImage image;
  const ptx::Function& f = module.functions[number];
  image.function = &f;
  image.number = number;
  image.formal_bytes = place_all(f.parameters, ptx::Space::param, 0, image.parameter_offsets);
  image.parameter_bytes =
      place_all(f.returns, ptx::Space::param, image.formal_bytes, image.return_offsets);
  image.parameter_bytes =
      place_all(f.variables, ptx::Space::param, image.parameter_bytes, image.variable_offsets);
  image.local_bytes = place_all(f.variables, ptx::Space::local, 0, image.variable_offsets);
  if (!f.has_body) return image;
  image.flow = ptx::control_flow(f);
  image.waits = wait_loops(f, image.flow);
  for (size_t i = 0; i < f.body.size(); ++i) {
    image.families.push_back(family_of(f.body[i]).value_or(Family::hint));
    image.computes.push_back(compute_of(f.body[i]));
    image.lines.push_back(ptx::source_line(module, f, i, student_file));
  }
  return image;
}

// All functions whose instructions a launch of `kernels` may execute.
std::set<uint32_t> reachable(const ptx::Module& module, const std::vector<std::string>& kernels) {
  std::set<uint32_t> seen;
  std::vector<uint32_t> left;
  const auto add = [&](uint32_t number) {
    if (seen.insert(number).second) left.push_back(number);
  };
  for (uint32_t k = 0; k < module.functions.size(); ++k)
    for (const std::string& name : kernels)
      if (module.functions[k].is_kernel && module.functions[k].name == name) add(k);
  // Whatever has its address taken in a table of function pointers may be called.
  for (const ptx::Variable& variable : module.variables)
    for (const ptx::AddressInitializer& initializer : variable.addresses)
      for (uint32_t k = 0; k < module.functions.size(); ++k)
        if (module.functions[k].name == initializer.symbol) add(k);
  while (!left.empty()) {
    const ptx::Function& f = module.functions[left.back()];
    left.pop_back();
    for (const ptx::Instruction& instruction : f.body)
      for (const ptx::Operand& operand : instruction.operands)
        if (operand.has_symbol && operand.symbol.kind == ptx::SymbolRef::Kind::function)
          add(operand.symbol.index);
  }
  return seen;
}

std::string at_line(int line, std::string_view student_file) {
  return line > 0 ? fmt::format("Line {} of {}", line, student_file) : std::string(student_file);
}

}  // namespace

uint64_t aligned_up(uint64_t value, uint64_t alignment) {
  return alignment <= 1 ? value : (value + alignment - 1) / alignment * alignment;
}

Result<Image, Refusal> make_image(const ptx::Module& module,
                                  const std::vector<std::string>& kernels,
                                  std::string_view student_file) {
  Image image;
  image.module = &module;
  for (uint32_t k = 0; k < module.functions.size(); ++k)
    image.functions.push_back(make_function(module, k, student_file));
  for (const uint32_t number : reachable(module, kernels)) {
    const ptx::Function& f = module.functions[number];
    if (!f.has_body) {
      bool known = false;
      for (const std::string_view name : kDeviceFunctions) known |= f.name == name;
      if (!known)
        return Refusal{
            fmt::format("The kernel calls the function {}, which the simulator does not have",
                        f.name),
            Refusal::Kind::unsupported};
    }
    if (const auto fault = ptx::size_fault(f))
      return Refusal{fmt::format("{}: {} {}", student_file, f.name, *fault)};
    for (size_t i = 0; i < f.body.size(); ++i)
      if (const auto fault = ptx::operand_fault(module, f, f.body[i]))
        return Refusal{fmt::format("{}: the instruction {} {}",
                                   at_line(image.functions[number].lines[i], student_file),
                                   f.body[i].spelling(), *fault),
                       Refusal::Kind::unsupported, image.functions[number].lines[i]};
    for (size_t i = 0; i < f.body.size(); ++i)
      if (!family_of(f.body[i]))
        return Refusal{
            fmt::format("{} needs the PTX instruction {}, which the simulator does not support",
                        at_line(image.functions[number].lines[i], student_file),
                        f.body[i].spelling()),
            Refusal::Kind::unsupported, image.functions[number].lines[i]};
  }
  image.barriers = ptx::barrier_exits(module, student_file);
  return image;
}

}  // namespace warplab::sim::plain
