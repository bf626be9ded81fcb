// Modules and functions as compilers write them: the files in tests/ptx/data.
#include "ptx/parser.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "ptx_text.hpp"

using namespace warplab::ptx;
using namespace warplab::ptx::testing;

namespace {

long count_of(const Function& function, std::string_view opcode) {
  return std::count_if(function.body.begin(), function.body.end(),
                       [&](const Instruction& i) { return i.opcode == opcode; });
}

}  // namespace

TEST_CASE("everything that the compiler wrote is accepted") {
  size_t files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(WARPLAB_SOURCE_DIR "/tests/ptx/data")) {
    const std::string name = entry.path().filename().string();
    CAPTURE(name);
    const Module module = module_in(name);
    CHECK(std::any_of(module.functions.begin(), module.functions.end(),
                      [](const Function& f) { return f.is_kernel && f.has_body; }));
    ++files;
  }
  CHECK(files >= 20);
}

TEST_CASE("registers have unique names within a function") {
  for (const char* file : {"math.ptx", "inline_assembly.ptx"}) {
    const Module module = module_in(file);
    for (const Function& function : module.functions) {
      std::set<std::string> names;
      for (const Register& reg : function.registers) CHECK(names.insert(reg.name).second);
    }
  }
}

TEST_CASE("a module knows its target and its files") {
  const Module module = module_in("inlined_from_header.ptx");
  CHECK(module.target == "sm_75");
  CHECK(module.files == std::map<int, std::string>{{1, "kernel.cu"}, {2, "cuda_fp16.hpp"}});
}

TEST_CASE("a kernel has its parameters, registers and instructions in order") {
  const Module module = module_in("vector_add.ptx");
  REQUIRE(module.functions.size() == 1);
  const Function& kernel = module.functions[0];
  CHECK(kernel.name == "vector_add");
  CHECK(kernel.is_kernel);
  CHECK(kernel.has_body);
  REQUIRE(kernel.parameters.size() == 4);
  CHECK(kernel.parameters[3].name == "vector_add_param_3");
  CHECK(kernel.parameters[3].element == Type::u32);
  CHECK(kernel.parameters[3].space == Space::param);
  CHECK(kernel.parameters[3].bytes == 4);
  CHECK(kernel.parameters[0].alignment == 8);
  // %p<2> %f<4> %r<6> %rd<11>
  REQUIRE(kernel.registers.size() == 2 + 4 + 6 + 11);
  CHECK(kernel.registers[0].name == "%p0");
  CHECK(kernel.registers[0].type == Type::pred);
  CHECK(kernel.registers.back().name == "%rd10");
  CHECK(kernel.registers.back().type == Type::b64);
  CHECK(kernel.body.front().spelling() == "ld.param.u64");
  CHECK(kernel.body.back().spelling() == "ret");
  CHECK(count_of(kernel, "ld") == 6);
  CHECK(count_of(kernel, "st") == 1);
}

TEST_CASE("a guarded branch has its predicate and its target") {
  const Module module = module_in("vector_add.ptx");
  const Function& kernel = module.functions[0];
  const Instruction& branch = written(kernel, "bra");
  REQUIRE(branch.guard);
  CHECK(kernel.registers[*branch.guard].name == "%p1");
  CHECK(!branch.guard_negated);
  REQUIRE(branch.operands.size() == 1);
  CHECK(branch.operands[0].kind == Operand::Kind::label);
  CHECK(branch.operands[0].target == kernel.body.size() - 1);
  CHECK(branch.operands[0].text == "$L__BB0_2");
}

TEST_CASE("a function is declared once, before or with its body") {
  const Module module = module_in("call_struct.ptx");
  REQUIRE(module.functions.size() == 2);
  const Function& callee = module.functions[0];
  CHECK(!callee.is_kernel);
  CHECK(callee.has_body);
  REQUIRE(callee.returns.size() == 1);
  CHECK(callee.returns[0].bytes == 16);
  CHECK(callee.returns[0].alignment == 8);
  REQUIRE(callee.parameters.size() == 2);
  CHECK(callee.parameters[0].bytes == 16);
  CHECK(callee.parameters[1].bytes == 4);
}

TEST_CASE("a call names its results, the function and its arguments") {
  const Module module = module_in("call_struct.ptx");
  const Function& kernel = function_named(module, "call_struct");
  const Instruction& call = written(kernel, "call.uni");
  REQUIRE(call.operands.size() == 3);
  const Operand& results = call.operands[0];
  const Operand& callee = call.operands[1];
  const Operand& arguments = call.operands[2];
  CHECK(results.kind == Operand::Kind::list);
  REQUIRE(results.elements.size() == 1);
  CHECK(results.elements[0].symbol.kind == SymbolRef::Kind::function_variable);
  CHECK(kernel.variables[results.elements[0].symbol.index].name == "retval0");
  CHECK(callee.kind == Operand::Kind::symbol);
  CHECK(callee.symbol.kind == SymbolRef::Kind::function);
  CHECK(&module.functions[callee.symbol.index] == &module.functions[0]);
  REQUIRE(arguments.elements.size() == 2);
  CHECK(kernel.variables[arguments.elements[0].symbol.index].bytes == 16);
  CHECK(kernel.variables[arguments.elements[1].symbol.index].name == "param1");
}

TEST_CASE("a function may call itself") {
  const Module module = module_in("recursion.ptx");
  const auto found = std::find_if(module.functions.begin(), module.functions.end(),
                                  [](const Function& f) { return !f.is_kernel; });
  REQUIRE(found != module.functions.end());
  const auto own = static_cast<uint32_t>(found - module.functions.begin());
  CHECK(count_of(*found, "call") == 2);
  for (const Instruction& instruction : found->body)
    if (instruction.opcode == "call") CHECK(instruction.operands[1].symbol.index == own);
}

TEST_CASE("the variables of two call sequences do not meet") {
  const Module module = module_in("recursion.ptx");
  for (const Function& function : module.functions) {
    if (function.is_kernel) continue;
    std::vector<uint32_t> arguments;
    for (const Instruction& instruction : function.body)
      if (instruction.opcode == "call")
        arguments.push_back(instruction.operands[2].elements.at(0).symbol.index);
    REQUIRE(arguments.size() == 2);
    CHECK(arguments[0] != arguments[1]);
  }
}

TEST_CASE("a call through a register keeps no prototype") {
  const Module module = module_in("function_pointers.ptx");
  const Function& kernel = function_named(module, "function_pointers");
  const Instruction& call = written(kernel, "call");
  REQUIRE(call.operands.size() == 3);
  CHECK(call.operands[1].kind == Operand::Kind::reg);
  CHECK(kernel.registers[call.operands[1].reg].type == Type::b64);
  CHECK(call.operands[0].elements.size() == 1);
  CHECK(call.operands[2].elements.size() == 1);
}

TEST_CASE("a call may leave out results and arguments") {
  const Module module =
      module_of(with_header(".func nothing() { ret; }\n"
                            ".func takes(.param .b32 a) { ret; }\n"
                            ".func (.param .b32 r) gives() { ret; }\n"
                            ".entry k() {\n .param .b32 x; .reg .b64 %rd<2>;\n"
                            " p: .callprototype _ ();\n"
                            " call nothing; call.uni takes, (x); call.uni (x), gives, (); call "
                            "%rd1, p; call (x), gives;\n"
                            " list: .calltargets nothing, takes; call %rd1, (x), list; }\n"));
  const std::vector<Instruction>& body = function_named(module, "k").body;
  const auto sizes = [&](size_t i) {
    const std::vector<Operand>& operands = body.at(i).operands;
    REQUIRE(operands.size() == 3);
    CHECK(operands[0].kind == Operand::Kind::list);
    CHECK(operands[2].kind == Operand::Kind::list);
    return std::pair(operands[0].elements.size(), operands[2].elements.size());
  };
  CHECK(sizes(0) == std::pair<size_t, size_t>(0, 0));
  CHECK(sizes(1) == std::pair<size_t, size_t>(0, 1));
  CHECK(sizes(2) == std::pair<size_t, size_t>(1, 0));
  CHECK(sizes(3) == std::pair<size_t, size_t>(0, 0));
  CHECK(sizes(4) == std::pair<size_t, size_t>(1, 0));
  CHECK(sizes(5) == std::pair<size_t, size_t>(0, 1));
}

TEST_CASE("an external function has no body") {
  const Module module = module_in("print.ptx");
  const Function& vprintf = function_named(module, "vprintf");
  CHECK(!vprintf.has_body);
  CHECK(vprintf.body.empty());
  CHECK(vprintf.returns.size() == 1);
  CHECK(vprintf.parameters.size() == 2);
}

TEST_CASE("an alias is the function behind it") {
  const Module module = module_of(
      with_header(".func one();\n.func other();\n.func one() { ret; }\n.alias other, one;\n"
                  ".global .u64 table[2] = {other, one};\n.entry k() { call other; }\n"));
  const Operand& callee = function_named(module, "k").body.at(0).operands.at(1);
  CHECK(module.functions[callee.symbol.index].name == "one");
  REQUIRE(module.variables[0].addresses.size() == 2);
  CHECK(module.variables[0].addresses[0].symbol == "one");
}

TEST_CASE("launch bounds give the most threads of a block") {
  const Module module = module_in("launch_bounds.ptx");
  CHECK(function_named(module, "bounded").max_threads == 256u);
  CHECK(!function_named(module, "unbounded").max_threads);
  CHECK(module_of(with_header(".entry k() .reqntid 8, 4, 2 .noreturn { exit; }"))
            .functions[0]
            .max_threads == 64u);
}

TEST_CASE("the address of a pointer parameter's target is not that of the parameter") {
  const Module module = module_of(with_header(
      ".entry k(.param .u64 .ptr .global .align 256 p, .param .align 16 .b8 s[12]) { ret; }"));
  CHECK(module.functions[0].parameters[0].alignment == 8);
  CHECK(module.functions[0].parameters[0].bytes == 8);
  CHECK(module.functions[0].parameters[1].alignment == 16);
  CHECK(module.functions[0].parameters[1].bytes == 12);
}

TEST_CASE("an inner scope may use the name of an outer register") {
  const Function kernel = kernel_of(
      "mov.u32 %r1, 1;\n"
      "{ .reg .b32 %r1; mov.u32 %r1, 2; { .reg .b64 %r1; mov.u64 %r1, 3; } mov.u32 %r1, 4; }\n"
      "mov.u32 %r1, 5;");
  const auto destination = [&](size_t i) { return kernel.body.at(i).operands.at(0).reg; };
  CHECK(destination(0) == destination(4));
  CHECK(destination(1) == destination(3));
  CHECK(destination(0) != destination(1));
  CHECK(kernel.registers[destination(2)].type == Type::b64);
  CHECK(kernel.registers[destination(0)].name == "%r1");
  CHECK(kernel.registers[destination(1)].name != "%r1");
}

TEST_CASE("all registers of a note's name are one register of the function") {
  const Function kernel = kernel_of(
      "{ .reg .b32 warplab_value_3_2, other; mov.u32 warplab_value_3_2, 1; mov.u32 other, 2; }\n"
      "{ .reg .b32 warplab_value_3_2, other; mov.u32 warplab_value_3_2, 3; mov.u32 other, 4; }\n"
      "{ .reg .b64 warplab_value_3_2; mov.u64 warplab_value_3_2, 5; }");
  const auto destination = [&](size_t i) { return kernel.body.at(i).operands.at(0).reg; };
  CHECK(destination(0) == destination(2));
  CHECK(kernel.registers[destination(0)].name == "warplab_value_3_2");
  CHECK(destination(1) != destination(3));
  CHECK(destination(0) != destination(4));  // of another type
}

TEST_CASE("two scopes may use one label name") {
  const Module module = module_in("inline_assembly.ptx");
  const Function& kernel = module.functions[0];
  std::vector<uint32_t> targets;
  for (size_t i = 0; i < kernel.body.size(); ++i)
    if (kernel.body[i].opcode == "bra") {
      targets.push_back(kernel.body[i].operands.at(0).target);
      CHECK(targets.back() == i - 2);
    }
  CHECK(targets.size() == 2);
}

TEST_CASE("a branch may leave its scope") {
  const Function kernel = kernel_of("{ bra outside; } mov.u32 %r1, 1; outside: ret;");
  CHECK(kernel.body[0].operands[0].target == 2);
}

TEST_CASE("a table of branch targets is a list of labels") {
  const Module module = module_in("branch_table.ptx");
  const Function& kernel = module.functions[0];
  const Instruction& branch = written(kernel, "brx.idx");
  REQUIRE(branch.operands.size() == 2);
  CHECK(branch.operands[0].kind == Operand::Kind::reg);
  CHECK(branch.operands[1].kind == Operand::Kind::list);
  std::vector<uint32_t> targets;
  for (const Operand& label : branch.operands[1].elements) {
    CHECK(label.kind == Operand::Kind::label);
    targets.push_back(label.target);
  }
  CHECK(targets == std::vector<uint32_t>{4, 6, 4, 7});
}

TEST_CASE("a body that runs into its end gets a ret") {
  CHECK(kernel_of("").body.size() == 1);
  CHECK(kernel_of("mov.u32 %r1, 1;").body.back().opcode == "ret");
  CHECK(kernel_of("@%p1 ret;").body.size() == 2);
  CHECK(kernel_of("ret;").body.size() == 1);
  CHECK(kernel_of("again: bra again;").body.size() == 1);
  const Function labelled = kernel_of("bra end;\nend:");
  REQUIRE(labelled.body.size() == 2);
  CHECK(labelled.body[0].operands[0].target == 1);
  CHECK(labelled.body[1].opcode == "ret");
  CHECK(labelled.body[1].ptx_line == 10);
}

TEST_CASE("sections of debugging information are skipped") {
  const Module module = module_in("debug_build.ptx");
  CHECK(module.variables.empty());
  CHECK(function_named(module, "debug_build").variables.size() == 3);
}

TEST_CASE("a pragma marks the used bytes of the next instruction only") {
  const Function kernel = kernel_of(
      ".pragma \"used_bytes_mask 0xfff\";\nld.global.v4.f32 {%f1, %f2, %f3, _}, [%rd1];\n"
      "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];\n.pragma \"nounroll\";\nret;");
  CHECK(kernel.body[0].used_bytes_mask == 0xFFFu);
  CHECK(!kernel.body[1].used_bytes_mask);
  CHECK(!kernel.body[2].used_bytes_mask);
}

TEST_CASE("comments may stand anywhere") {
  const Function kernel = kernel_of("/* two\nlines */ mov/**/.u32 %r1, // to the end ;\n 3;");
  CHECK(kernel.body[0].spelling() == "mov.u32");
  CHECK(kernel.body[0].ptx_line == 9);
  CHECK(kernel.body[0].operands[1].bits == 3);
}
