#include "specification/specification.hpp"

#include <algorithm>
#include <cstring>

#include "specification/machine.hpp"

namespace warplab::specification {
namespace {

uint64_t place_all(const std::vector<ptx::Variable>& variables, ptx::Space space, uint64_t next,
                   std::vector<uint64_t>& offsets) {
  offsets.resize(variables.size());
  for (size_t k = 0; k < variables.size(); ++k) {
    if (variables[k].space != space) continue;
    offsets[k] = aligned_up(next, variables[k].alignment);
    next = offsets[k] + variables[k].bytes;
  }
  return next;
}

Execute execute_of(const ptx::Instruction& instruction) {
  for (const auto rows : {control_rows(), memory_rows(), exchange_rows(), barrier_rows()})
    for (const ExecuteRow& row : rows)
      if (row.opcode == instruction.opcode) return row.execute;
  return compute;
}

Function function_of(const ptx::Module& module, uint32_t number, const std::string& file) {
  const ptx::Function& f = module.functions[number];
  Function made;
  made.parsed = &f;
  made.number = number;
  place_all(f.parameters, ptx::Space::param, 0, made.parameters);
  made.local_bytes = place_all(f.variables, ptx::Space::local, 0, made.variables);
  if (!f.is_kernel) return made;
  made.flow = ptx::control_flow(f);
  for (size_t k = 0; k < f.body.size(); ++k) {
    made.executes.push_back(execute_of(f.body[k]));
    made.computes.push_back(compute_of(f.body[k]));
    made.lines.push_back(ptx::source_line(module, f, k, file));
  }
  return made;
}

// The kernel's parameters as ld.param sees them.
std::vector<std::byte> parameters_of(const Machine& m) {
  const auto& formals = m.kernel->parsed->parameters;
  std::vector<std::byte> bytes;
  for (size_t k = 0; k < formals.size(); ++k) {
    const sim::Argument& argument = m.launch->arguments[k];
    bytes.resize(m.kernel->parameters[k] + formals[k].bytes);
    std::byte* place = bytes.data() + m.kernel->parameters[k];
    if (argument.buffer < 0) std::ranges::copy(argument.value, place);
    else std::memcpy(place, &m.buffers[static_cast<size_t>(argument.buffer)], sizeof(uint64_t));
  }
  return bytes;
}

}  // namespace

std::string left_out(const ptx::Module& module) {
  for (const ptx::Function& f : module.functions)
    for (const ptx::Instruction& i : f.body) {
      bool is_known = execute_of(i) != compute || compute_of(i) != nullptr;
      if (i.opcode == "call")
        is_known = i.operands[1].kind == ptx::Operand::Kind::symbol &&
                   module.functions[i.operands[1].symbol.index].name == "__assertfail";
      if (!is_known) return i.spelling();
    }
  return {};
}

uint64_t aligned_up(uint64_t value, uint64_t alignment) {
  return alignment <= 1 ? value : (value + alignment - 1) / alignment * alignment;
}

sim::Report run(const ptx::Module& module, std::span<sim::Buffer> buffers,
                std::span<const sim::Launch> launches, const sim::Options& options,
                Observer* observer) {
  Machine m(module, buffers, options, observer);
  for (uint32_t k = 0; k < module.functions.size(); ++k)
    m.functions.push_back(function_of(module, k, options.student_file));
  for (m.number = 0; m.number < launches.size() && !m.stopped; ++m.number) {
    const sim::Launch& launch = launches[m.number];
    m.launch = &launch;
    for (const Function& f : m.functions)
      if (f.parsed->is_kernel && f.parsed->name == launch.kernel) m.kernel = &f;
    m.parameters = parameters_of(m);
    m.place_shared();
    m.run(launch);
  }
  m.report.completed = !m.stopped;
  for (const auto& [kind, line] : m.found) {
    sim::Finding& finding = m.report.findings.emplace_back();
    finding.kind = kind;
    finding.line = line;
  }
  return std::move(m.report);
}

}  // namespace warplab::specification
