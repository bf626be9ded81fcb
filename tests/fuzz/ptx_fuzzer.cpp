// Whatever the text: the parser neither crashes nor hangs, an error is one sentence that names a
// line, and what it accepts keeps the promises of module.hpp and control_flow.hpp.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "ptx/control_flow.hpp"
#include "ptx/parser.hpp"

namespace {

using namespace warplab::ptx;

void require(bool promise, const char* words) {
  if (promise) return;
  std::fprintf(stderr, "broken promise: %s\n", words);
  std::abort();
}

class Promises {
 public:
  Promises(const Module& module, const Function& function) : module_(module), function_(function) {}

  void check() const {
    require(!function_.body.empty(), "a body has an instruction");
    for (const Location& location : function_.locations)
      require(location.inlined_at < static_cast<int>(function_.locations.size()),
              "a call site is one of the locations");
    for (const Instruction& instruction : function_.body) check(instruction);
    check_control_flow();
  }

 private:
  void check(const Instruction& instruction) const {
    require(instruction.location < static_cast<int>(function_.locations.size()),
            "an instruction's location exists");
    require(!instruction.guard || *instruction.guard < function_.registers.size(),
            "a guard is a register");
    if (instruction.opcode == "call")
      require(instruction.operands.size() == 3, "a call has three operands");
    for (const Operand& operand : instruction.operands) check(operand);
  }

  void check(const Operand& operand) const {
    using Kind = Operand::Kind;
    if (operand.kind == Kind::reg || (operand.kind == Kind::address && operand.has_base_register))
      require(operand.reg < function_.registers.size(), "a register operand is declared");
    if (operand.has_symbol) require(exists(operand.symbol), "a symbol is declared");
    if (operand.kind == Kind::label)
      require(operand.target < function_.body.size(), "a label stands before an instruction");
    if (operand.kind == Kind::pair) require(operand.elements.size() == 2, "a pair is two");
    for (const Operand& element : operand.elements) check(element);
  }

  bool exists(const SymbolRef& symbol) const {
    switch (symbol.kind) {
      case SymbolRef::Kind::module_variable: return symbol.index < module_.variables.size();
      case SymbolRef::Kind::function_variable: return symbol.index < function_.variables.size();
      case SymbolRef::Kind::parameter: return symbol.index < function_.parameters.size();
      case SymbolRef::Kind::return_value: return symbol.index < function_.returns.size();
      case SymbolRef::Kind::function: return symbol.index < module_.functions.size();
    }
    return false;
  }

  void check_control_flow() const {
    const ControlFlow flow = control_flow(function_);
    require(flow.block_of.size() == function_.body.size(), "every instruction is in a block");
    uint32_t next = 0;
    for (const BasicBlock& block : flow.blocks) {
      require(block.first == next && block.last > block.first, "blocks follow one another");
      next = block.last;
      for (const uint32_t successor : block.successors)
        require(successor < flow.blocks.size(), "a successor is a block");
      require(block.immediate_post_dominator == kFunctionExit ||
                  block.immediate_post_dominator < flow.blocks.size(),
              "lanes meet in a block or at the exit");
    }
    require(next == function_.body.size(), "blocks cover the body");
  }

  const Module& module_;
  const Function& function_;
};

void check(const Variable& variable) {
  require(variable.initial.empty() || variable.initial.size() == variable.bytes,
          "initial values cover the variable");
  for (const AddressInitializer& address : variable.addresses)
    require(address.offset < variable.bytes, "an address lies inside its variable");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto module = parse({reinterpret_cast<const char*>(data), size});
  if (!module) {
    require(module.error().starts_with("PTX line ") && module.error().ends_with('.'),
            "an error is a sentence that names a line");
    return 0;
  }
  for (const Variable& variable : module->variables) check(variable);
  for (const Function& function : module->functions) {
    if (!function.has_body) continue;
    Promises(*module, function).check();
    for (size_t i = 0; i < function.body.size() && i < 64; ++i)
      require(source_line(*module, function, i, "kernel.cu") >= 0, "a line is not negative");
  }
  return 0;
}
