#include "sim/decode/decode.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/decode/function_decoder.hpp"

namespace warplab::sim {
namespace {

uint64_t round_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

// Of shared memory with its red zones: 227 KiB, the most that a block may have, in arrays of one
// byte each. Beyond it nothing is laid out, and the launch is refused.
constexpr uint64_t kMostSharedWindow = uint64_t{64} << 20;

// The functions that `start` may reach; through a pointer it may reach every function.
std::vector<bool> reachable(const ptx::Module& module, uint32_t start) {
  std::vector<bool> found(module.functions.size(), false);
  std::vector<uint32_t> open = {start};
  found[start] = true;
  const auto add = [&](uint32_t f) {
    if (!found[f] && module.functions[f].has_body) found[f] = true, open.push_back(f);
  };
  while (!open.empty()) {
    const ptx::Function& f = module.functions[open.back()];
    open.pop_back();
    for (const ptx::Instruction& i : f.body) {
      if (!ptx::is(i, ptx::Family::call)) continue;
      bool direct = false;
      for (const ptx::Operand& o : i.operands)
        if (o.kind == ptx::Operand::Kind::symbol && o.symbol.kind == ptx::SymbolRef::Kind::function)
          add(o.symbol.index), direct = true;
      if (!direct)
        for (uint32_t k = 0; k < module.functions.size(); ++k)
          if (!module.functions[k].is_kernel) add(k);
    }
  }
  return found;
}

void mark_variables(const ptx::Operand& o, std::vector<bool>& named) {
  if ((o.has_symbol || o.kind == ptx::Operand::Kind::symbol) &&
      o.symbol.kind == ptx::SymbolRef::Kind::module_variable)
    named[o.symbol.index] = true;
  for (const ptx::Operand& e : o.elements) mark_variables(e, named);
}

// The module's variables that some instruction of `functions` names.
std::vector<bool> named_variables(const ptx::Module& module, const std::vector<bool>& functions) {
  std::vector<bool> named(module.variables.size(), false);
  for (size_t k = 0; k < module.functions.size(); ++k)
    if (functions[k])
      for (const ptx::Instruction& i : module.functions[k].body)
        for (const ptx::Operand& o : i.operands) mark_variables(o, named);
  return named;
}

// A kernel as C++ names it: `_Z`, the length of its name, its name, its parameters' types.
bool is_mangled(const std::string& symbol, const std::string& name) {
  return symbol.starts_with(fmt::format("_Z{}{}", name.size(), name));
}

// A kernel is not there: what to do about it.
Refusal no_such_kernel(const DecodeRequest& request) {
  const ptx::Module& module = *request.module;
  const auto refusal = [&](Refusal::Kind kind, Saying instead) {
    return Refusal{
        say(Says::no_such_kernel, request.kernel, request.student_file, std::move(instead)), kind,
        0, request.kernel};
  };
  for (const ptx::Function& f : module.functions)
    if (f.is_kernel && is_mangled(f.name, request.kernel))
      return refusal(Refusal::Kind::no_kernel, say(Says::write_extern_c, request.kernel));
  std::string names;
  for (const ptx::Function& f : module.functions)
    if (f.is_kernel) names += (names.empty() ? "" : ", ") + f.name;
  if (!names.empty())
    return refusal(Refusal::Kind::other_kernels, say(Says::its_kernels_are, names));
  return refusal(Refusal::Kind::no_kernel, say(Says::has_no_kernel));
}

}  // namespace

ParameterLayout parameter_layout(const ptx::Function& kernel) {
  ParameterLayout layout;
  uint64_t next = 0;  // ptx::size_fault() says how far it may go
  for (const ptx::Variable& p : kernel.parameters) {
    next = round_up(next, std::max<uint32_t>(p.alignment, 1));
    layout.offsets.push_back(static_cast<uint32_t>(next));
    next += p.bytes;
  }
  layout.bytes = static_cast<uint32_t>(next);
  return layout;
}

SharedLayout shared_layout(const ptx::Module& module, const std::vector<bool>& functions,
                           uint32_t dynamic_bytes) {
  constexpr uint32_t kUnit = 128;
  SharedLayout layout;
  uint64_t next = kSharedStart, allotted = 0;
  uint64_t on_gpu = 0;  // where the next variable of this function lies without red zones
  // The first offset from `next` on that is in the same bank as `natural`.
  const auto in_its_bank = [&](uint64_t natural, uint64_t alignment) {
    const uint64_t unit = std::max<uint64_t>(kUnit, alignment);
    const uint64_t begin = next / unit * unit + natural % unit;
    return begin >= next ? begin : begin + unit;
  };
  std::vector<const ptx::Variable*> dynamic;
  const auto add = [&](const ptx::Variable& v) {
    if (v.space != ptx::Space::shared) return;
    if (v.is_extern && v.bytes == 0) {
      dynamic.push_back(&v);
      return;
    }
    const uint32_t alignment = std::max<uint32_t>(v.alignment, 1);
    allotted = round_up(allotted, alignment) + v.bytes;
    on_gpu = round_up(on_gpu, alignment);
    next = in_its_bank(on_gpu, alignment);
    on_gpu += v.bytes;
    if (next > kMostSharedWindow || v.bytes > kMostSharedWindow) {
      next = std::max(next, kMostSharedWindow);
      return;
    }
    layout.entries.push_back({v.name, element_of_array(v.bytes, alignment),
                              static_cast<uint32_t>(next), static_cast<uint32_t>(v.bytes)});
    next += v.bytes + kUnit;
  };
  const std::vector<bool> named = named_variables(module, functions);
  for (size_t k = 0; k < module.variables.size(); ++k)
    if (named[k]) add(module.variables[k]);
  const uint64_t of_module = on_gpu;
  for (size_t k = 0; k < module.functions.size(); ++k) {
    if (!functions[k]) continue;
    on_gpu = of_module;
    for (const ptx::Variable& v : module.functions[k].variables) add(v);
  }
  // All `extern __shared__` names mean the same memory, behind everything else.
  uint64_t alignment = 1;
  for (const ptx::Variable* v : dynamic) alignment = std::max<uint64_t>(alignment, v->alignment);
  next = in_its_bank(round_up(allotted, alignment), alignment);
  for (const ptx::Variable* v : dynamic)
    layout.entries.push_back({v->name, dynamic_bytes % 4 == 0 ? ElementType::u32 : ElementType::u8,
                              static_cast<uint32_t>(next), dynamic_bytes});
  layout.allotted_bytes = allotted + dynamic_bytes;
  const uint64_t window = round_up(next + dynamic_bytes + kUnit, kUnit);
  if (window > kMostSharedWindow) layout.entries.clear();
  layout.window_bytes = static_cast<uint32_t>(std::min(window, kMostSharedWindow + 1));
  return layout;
}

Result<Program, Refusal> decode(const DecodeRequest& request) {
  const ptx::Module& module = *request.module;
  uint32_t kernel = ~0u;
  for (uint32_t k = 0; k < module.functions.size(); ++k)
    if (module.functions[k].name == request.kernel && module.functions[k].is_kernel) kernel = k;
  if (kernel == ~0u) return no_such_kernel(request);
  Program program;
  program.module = &module;
  program.kernel = kernel;
  program.functions.resize(module.functions.size());
  program.code.emplace_back();  // so that 0 is no function's entry
  program.uses.emplace_back();
  program.barriers = ptx::barrier_exits(module, request.student_file);
  ConstantPool pool;
  const std::vector<bool> used = reachable(module, kernel);
  program.shared = shared_layout(module, used, request.dynamic_shared_bytes);
  if (program.shared.window_bytes > kMostSharedWindow)
    return Refusal{
        say(Says::shared_beyond_layout, request.kernel, Count{program.shared.allotted_bytes})};
  const OnlyPrints printing = only_prints(module);
  for (uint32_t f = 0; f < module.functions.size(); ++f) {
    if (!used[f]) continue;
    const Result<bool, Refusal> done =
        FunctionDecoder(request, program, pool, printing, f).decode();
    if (!done) return done.why();
  }
  program.constants = pool.chunks();
  return program;
}

}  // namespace warplab::sim
