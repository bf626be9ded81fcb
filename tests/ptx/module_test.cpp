#include "ptx/module.hpp"

#include <doctest/doctest.h>

using namespace warplab::ptx;

namespace {

Instruction with_modifiers(std::vector<std::string> modifiers) {
  Instruction instruction;
  instruction.opcode = "ld";
  instruction.modifiers = std::move(modifiers);
  return instruction;
}

}  // namespace

TEST_CASE("every type is found under its own name") {
  for (int i = static_cast<int>(Type::b8); i <= static_cast<int>(Type::pred); ++i) {
    const auto type = static_cast<Type>(i);
    CAPTURE(name_of(type));
    CHECK(type_named(name_of(type)) == type);
  }
}

TEST_CASE("a name that is no type is not found") {
  CHECK(!type_named("f31"));
  CHECK(!type_named(""));
  CHECK(!type_named("global"));
}

TEST_CASE("types know their size, sign and kind") {
  CHECK(bytes_of(Type::b8) == 1);
  CHECK(bytes_of(Type::f16x2) == 4);
  CHECK(bytes_of(Type::f64) == 8);
  CHECK(bytes_of(Type::b128) == 16);
  CHECK(bytes_of(Type::pred) == 0);
  CHECK(bytes_of(Type::none) == 0);
  CHECK(is_signed(Type::s8));
  CHECK(!is_signed(Type::u64));
  CHECK(!is_signed(Type::f32));
  CHECK(is_float(Type::bf16x2));
  CHECK(!is_float(Type::b32));
}

TEST_CASE("the types of a conversion count from the end") {
  const Instruction convert = with_modifiers({"rn", "f32", "s64"});
  CHECK(convert.type() == Type::s64);
  CHECK(convert.type(1) == Type::f32);
  CHECK(convert.type(2) == Type::none);
}

TEST_CASE("an instruction names its space, or is generic") {
  CHECK(with_modifiers({"volatile", "global", "f32"}).space() == Space::global);
  CHECK(with_modifiers({"shared::cluster", "b32"}).space() == Space::shared);
  CHECK(with_modifiers({"const", "b32"}).space() == Space::constant);
  CHECK(with_modifiers({"param::entry", "b32"}).space() == Space::param);
  CHECK(with_modifiers({"f32"}).space() == Space::generic);
}

TEST_CASE("an instruction names its vector width, or has one element") {
  CHECK(with_modifiers({"global", "v4", "f32"}).vector_width() == 4);
  CHECK(with_modifiers({"global", "v2", "f64"}).vector_width() == 2);
  CHECK(with_modifiers({"global", "v8", "f32"}).vector_width() == 8);
  CHECK(with_modifiers({"global", "f32"}).vector_width() == 1);
}

TEST_CASE("an instruction is spelled as it was written") {
  const Instruction load = with_modifiers({"global", "nc", "v4", "f32"});
  CHECK(load.spelling() == "ld.global.nc.v4.f32");
  CHECK(load.has("nc"));
  CHECK(!load.has("ld"));
}

TEST_CASE("functions and variables are found by name") {
  Module module;
  module.functions.resize(2);
  module.functions[1].name = "kernel";
  module.variables.resize(1);
  module.variables[0].name = "table";
  CHECK(module.find_function("kernel") == &module.functions[1]);
  CHECK(module.find_function("table") == nullptr);
  CHECK(module.find_variable("table") == &module.variables[0]);
  CHECK(module.find_variable("kernel") == nullptr);
}
