// Instructions and their operands.
#include <doctest/doctest.h>

#include <bit>

#include "ptx_text.hpp"

using namespace warplab::ptx;
using namespace warplab::ptx::testing;
using Kind = Operand::Kind;

namespace {

// The operand of `mov.b64 %rd1, TEXT;`.
Operand operand_of(const std::string& text) {
  return instruction_of("mov.b64 %rd1, " + text + ";").operands.at(1);
}
Operand address_of(const std::string& text) {
  return instruction_of("ld.global.b64 %rd1, " + text + ";").operands.at(1);
}

}  // namespace

TEST_CASE("modifiers keep their order, double colons and digits") {
  const Instruction load =
      instruction_of("ld.global.L1::no_allocate.L2::128B.v2.f32 {%f1, %f2}, [%rd1];");
  CHECK(load.opcode == "ld");
  CHECK(load.modifiers ==
        std::vector<std::string>{"global", "L1::no_allocate", "L2::128B", "v2", "f32"});
  CHECK(load.spelling() == "ld.global.L1::no_allocate.L2::128B.v2.f32");
}

TEST_CASE("an instruction may have no operands") {
  CHECK(kernel_of("exit;").body.at(0).operands.empty());
}

TEST_CASE("a guard may be negated") {
  const Instruction plain = instruction_of("@%p1 mov.u32 %r1, 1;");
  const Instruction negated = instruction_of("@!%p2 mov.u32 %r1, 1;");
  const Instruction none = instruction_of("mov.u32 %r1, 1;");
  CHECK(plain.guard == 1u);
  CHECK(!plain.guard_negated);
  CHECK(negated.guard == 2u);
  CHECK(negated.guard_negated);
  CHECK(!none.guard);
}

TEST_CASE("integers are two's complement") {
  CHECK(operand_of("-1").bits == ~uint64_t{0});
  CHECK(operand_of("0x10U").bits == 16);
  CHECK(operand_of("-9223372036854775808").bits == uint64_t{1} << 63);
  CHECK(operand_of("(1<<4)|3").bits == 19);
  CHECK(operand_of("WARP_SZ").bits == 32);
  CHECK(operand_of("1").kind == Kind::immediate);
  CHECK(operand_of("1U").immediate_type == Type::s64);
}

TEST_CASE("floating-point numbers are their bit pattern and its type") {
  const Operand single = operand_of("0fBF800000");
  CHECK(single.immediate_type == Type::f32);
  CHECK(std::bit_cast<float>(static_cast<uint32_t>(single.bits)) == -1.0f);
  const Operand twice = operand_of("0d4009000000000000");
  CHECK(twice.immediate_type == Type::f64);
  CHECK(std::bit_cast<double>(twice.bits) == 3.125);
  const Operand decimal = operand_of("-1.5e1");
  CHECK(decimal.immediate_type == Type::f64);
  CHECK(std::bit_cast<double>(decimal.bits) == -15.0);
}

TEST_CASE("special registers keep their name") {
  const Operand position = operand_of("%ctaid.y");
  CHECK(position.kind == Kind::special);
  CHECK(position.text == "%ctaid.y");
  CHECK(operand_of("%clock64").text == "%clock64");
  CHECK(operand_of("%envreg12").kind == Kind::special);
  CHECK(operand_of("%pm7_64").kind == Kind::special);
}

TEST_CASE("an address is a register, a name or a number, and an offset") {
  const Operand plain = address_of("[%rd2]");
  CHECK(plain.kind == Kind::address);
  CHECK(plain.has_base_register);
  CHECK(!plain.has_symbol);
  CHECK(plain.offset == 0);
  CHECK(address_of("[%rd2+8]").offset == 8);
  CHECK(address_of("[%rd2+-8]").offset == -8);
  CHECK(address_of("[%rd2-8]").offset == -8);
  CHECK(address_of("[%rd2+4*3]").offset == 12);
  const Operand absolute = address_of("[64]");
  CHECK(!absolute.has_base_register);
  CHECK(absolute.offset == 64);
  const Operand parameter = address_of("[count+4]");
  CHECK(parameter.has_symbol);
  CHECK(!parameter.has_base_register);
  CHECK(parameter.symbol.kind == SymbolRef::Kind::parameter);
  CHECK(parameter.symbol.index == 1);
  CHECK(parameter.offset == 4);
  CHECK(parameter.text == "count");
}

TEST_CASE("names are resolved from the inside out") {
  const Module module = module_of(with_header(
      ".global .u32 x;\n.func (.param .b32 r) f(.param .b32 x) {\n.reg .b32 %r<2>;\n"
      ".reg .b64 %rd<2>;\nld.param.u32 %r1, [x]; { .shared .u32 x; mov.u64 %rd1, x+4; } "
      "st.param.b32 [r+0], 1; ret; }\n"
      ".entry k() { .reg .b64 %rd<2>; mov.u64 %rd1, x; mov.u64 %rd1, f; ret; }"));
  const auto source = [](const Function& function, size_t i) {
    return function.body.at(i).operands.at(1);
  };
  const Function& f = module.functions[0];
  const Function& k = module.functions[1];
  CHECK(source(f, 0).symbol.kind == SymbolRef::Kind::parameter);
  CHECK(source(f, 1).symbol.kind == SymbolRef::Kind::function_variable);
  CHECK(source(f, 1).offset == 4);
  CHECK(f.body[2].operands[0].symbol.kind == SymbolRef::Kind::return_value);
  CHECK(source(k, 0).symbol.kind == SymbolRef::Kind::module_variable);
  CHECK(source(k, 0).kind == Kind::symbol);
  CHECK(source(k, 1).symbol.kind == SymbolRef::Kind::function);
}

TEST_CASE("a vector has its elements, a sink among them") {
  const Operand vector =
      instruction_of("ld.global.v4.f32 {%f1, _, %f3, %f4}, [%rd1];").operands.at(0);
  CHECK(vector.kind == Kind::vector);
  REQUIRE(vector.elements.size() == 4);
  CHECK(vector.elements[0].kind == Kind::reg);
  CHECK(vector.elements[1].kind == Kind::sink);
}

TEST_CASE("a vector register is its parts") {
  const Function kernel = kernel_of(
      "{ .reg .v4 .f32 q; ld.global.v4.f32 q, [%rd1]; mov.f32 %f1, q.y; mov.f32 %f2, q.a; }");
  const Operand& whole = kernel.body[0].operands[0];
  CHECK(whole.kind == Kind::vector);
  REQUIRE(whole.elements.size() == 4);
  CHECK(kernel.registers[whole.elements[2].reg].name == "q.z");
  CHECK(kernel.registers[whole.elements[2].reg].type == Type::f32);
  CHECK(kernel.body[1].operands[1].reg == whole.elements[1].reg);
  CHECK(kernel.body[2].operands[1].reg == whole.elements[3].reg);
}

TEST_CASE("a pair has two results") {
  const Module module = module_in("warp_primitives.ptx");
  const Operand& pair = written(module.functions[0], "shfl.sync.down.b32").operands.at(0);
  CHECK(pair.kind == Kind::pair);
  REQUIRE(pair.elements.size() == 2);
  CHECK(module.functions[0].registers[pair.elements[0].reg].type == Type::b32);
  CHECK(module.functions[0].registers[pair.elements[1].reg].type == Type::pred);
  const Operand sink = instruction_of("setp.eq.u32 %p1|_, %r1, %r2;").operands.at(0);
  CHECK(sink.elements.at(1).kind == Kind::sink);
}

TEST_CASE("a predicate operand may be negated") {
  const Instruction test = instruction_of("setp.eq.and.s32 %p1|%p2, %r1, 3, !%p3;");
  REQUIRE(test.operands.size() == 4);
  CHECK(test.operands[3].negated);
  CHECK(test.operands[3].reg == 3);
  CHECK(!test.operands[1].negated);
}

TEST_CASE("an address may have coordinates") {
  const Module module = module_in("texture.ptx");
  const Operand& address = written(module.functions[0], "tex.2d.v4.f32.f32").operands.at(1);
  CHECK(address.kind == Kind::address);
  CHECK(address.has_base_register);
  REQUIRE(address.elements.size() == 1);
  CHECK(address.elements[0].kind == Kind::vector);
  CHECK(address.elements[0].elements.size() == 2);
}

TEST_CASE("an instruction knows its line in the PTX text") {
  const Function kernel = kernel_of("mov.u32 %r1, 1;\n\n  add.u32\n %r1, %r1, 2;\nret;");
  CHECK(kernel.body[0].ptx_line == 8);
  CHECK(kernel.body[1].ptx_line == 10);
  CHECK(kernel.body[2].ptx_line == 12);
}
