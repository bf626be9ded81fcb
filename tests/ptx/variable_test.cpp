// Variables: their place, size and initial bytes.
#include <doctest/doctest.h>

#include <bit>
#include <cstring>

#include "ptx_text.hpp"

using namespace warplab::ptx;
using namespace warplab::ptx::testing;

namespace {

const Variable& variable_named(const Module& module, std::string_view name) {
  const Variable* const variable = module.find_variable(name);
  REQUIRE_MESSAGE(variable, name);
  return *variable;
}

// The elements of the initial bytes, read as the CPU has them: little-endian like the GPU.
template <class T>
std::vector<T> elements(const Variable& variable) {
  std::vector<T> values(variable.initial.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), variable.initial.data(), variable.initial.size());
  return values;
}

Variable variable_of(std::string_view declaration) {
  return module_of(with_header(declaration)).variables.at(0);
}

}  // namespace

TEST_CASE("arrays of bytes hold what the compiler put into them") {
  const Module module = module_in("initial_values.ptx");
  CHECK(elements<int>(variable_named(module, "numbers")) == std::vector<int>{1, 2, 0, -4, 0, 0});
  CHECK(elements<float>(variable_named(module, "four")) == std::vector<float>{1, 2, 3, 4});
  const Variable& weights = variable_named(module, "weights");
  CHECK(weights.space == Space::constant);
  CHECK(elements<float>(weights) == std::vector<float>{0.25f, 0.5f, 0, 0});
}

TEST_CASE("scalars hold their value in their own type") {
  const Module module = module_in("initial_values.ptx");
  CHECK(elements<double>(variable_named(module, "precise")) == std::vector<double>{3.25});
  CHECK(elements<float>(variable_named(module, "single")) == std::vector<float>{-0.1f});
  CHECK(elements<int64_t>(variable_named(module, "wide")) == std::vector<int64_t>{-5});
  CHECK(variable_named(module, "small").initial == std::vector<uint8_t>{255});
}

TEST_CASE("a variable without initial values has none") {
  const Module module = module_in("initial_values.ptx");
  CHECK(variable_named(module, "empty").bytes == 400);
  CHECK(variable_named(module, "empty").initial.empty());
}

TEST_CASE("addresses of other variables are kept by name and offset") {
  const Module module = module_in("initial_values.ptx");
  const Variable& pointers = variable_named(module, "pointers");
  CHECK(pointers.bytes == 24);
  REQUIRE(pointers.addresses.size() == 2);
  CHECK(pointers.addresses[0].offset == 0);
  CHECK(pointers.addresses[0].symbol == "numbers");
  CHECK(pointers.addresses[0].generic);
  CHECK(pointers.addresses[1].offset == 8);
  CHECK(pointers.addresses[1].addend == 16);
}

TEST_CASE("an address written byte by byte is one address") {
  const Module module = module_in("initial_values.ptx");
  const Variable& packed = variable_named(module, "packed");
  REQUIRE(packed.addresses.size() == 1);
  CHECK(packed.addresses[0].offset == 1);
  CHECK(packed.addresses[0].symbol == "numbers");
  CHECK(packed.addresses[0].addend == 4);
  CHECK(packed.addresses[0].generic);
  REQUIRE(packed.initial.size() == 11);
  CHECK(packed.initial[0] == 7);
  CHECK(packed.initial[9] == 0xFE);
  CHECK(packed.initial[10] == 0xFF);
}

TEST_CASE("a table of functions holds their names") {
  const Module module = module_in("virtual_function.ptx");
  size_t functions = 0;
  for (const Variable& variable : module.variables)
    for (const AddressInitializer& address : variable.addresses) {
      CHECK(module.find_function(address.symbol) != nullptr);
      CHECK(!address.generic);
      ++functions;
    }
  CHECK(functions == 2);
}

TEST_CASE("strings are arrays of bytes that end in zero") {
  const Module module = module_in("print.ptx");
  REQUIRE(module.variables.size() == 1);
  const std::vector<uint8_t>& bytes = module.variables[0].initial;
  CHECK(std::string(bytes.begin(), bytes.end()) == std::string("thread %d has %f\n") + '\0');
}

TEST_CASE("shared memory has a size, unless it is dynamic") {
  const Module module = module_in("shared_memory.ptx");
  const Variable& dynamic = variable_named(module, "dynamic");
  CHECK(dynamic.space == Space::shared);
  CHECK(dynamic.is_extern);
  CHECK(dynamic.bytes == 0);
  CHECK(dynamic.alignment == 16);
  const Variable& at_module_scope = variable_named(module, "at_module_scope");
  CHECK(!at_module_scope.is_extern);
  CHECK(at_module_scope.bytes == 16);
}

TEST_CASE("a variable of one kernel belongs to that kernel") {
  const Module module = module_in("shared_memory.ptx");
  const Function& transpose = function_named(module, "transpose");
  REQUIRE(transpose.variables.size() == 1);
  CHECK(transpose.variables[0].bytes == 32 * 33 * 4);
  CHECK(transpose.variables[0].space == Space::shared);
  CHECK(function_named(module, "other").variables.empty());
}

TEST_CASE("values may be nested as the dimensions are") {
  CHECK(elements<int>(variable_of(".global .s32 x[2][3] = {{1, 2}, {3}};")) ==
        std::vector<int>{1, 2, 0, 3, 0, 0});
  CHECK(elements<int>(variable_of(".global .s32 x[2][2] = {1, 2, 3, -4};")) ==
        std::vector<int>{1, 2, 3, -4});
  CHECK(elements<int>(variable_of(".global .v2 .s32 x[2] = {{1, 2}, {3, 4}};")) ==
        std::vector<int>{1, 2, 3, 4});
  CHECK(elements<int>(variable_of(".global .s32 x[3] = {};")) == std::vector<int>{0, 0, 0});
}

TEST_CASE("the values give the length of an array that names none") {
  const Variable flat = variable_of(".global .u16 x[] = {1, 2, 3};");
  CHECK(flat.bytes == 6);
  CHECK(elements<uint16_t>(flat) == std::vector<uint16_t>{1, 2, 3});
  const Variable rows = variable_of(".global .s32 x[][2] = {{1}, {2, 3}, 4};");
  CHECK(rows.bytes == 24);
  CHECK(elements<int>(rows) == std::vector<int>{1, 0, 2, 3, 4, 0});
}

TEST_CASE("numbers have every base and sign") {
  CHECK(
      elements<int>(variable_of(".global .s32 x[6] = {0x1F, 0b101, 017, 12U, -3, 0XffffFFFFU};")) ==
      std::vector<int>{31, 5, 15, 12, -3, -1});
  CHECK(elements<uint64_t>(variable_of(".global .u64 x = 18446744073709551615;")) ==
        std::vector<uint64_t>{~uint64_t{0}});
}

TEST_CASE("constant expressions are computed") {
  CHECK(elements<int>(variable_of(".global .s32 x[5] = {2+3*4, (2+3)*4, 1<<4|3, -7/2, ~0};")) ==
        std::vector<int>{14, 20, 19, -3, -1});
  CHECK(elements<int>(
            variable_of(".global .s32 x[4] = {3>2 ? 10 : 20, 5 == 4, !0 && 1, WARP_SZ*2};")) ==
        std::vector<int>{10, 0, 1, 64});
  CHECK(variable_of(".shared .b8 x[4*(2+1)];").bytes == 12);
}

TEST_CASE("floating point is exact, whatever the form") {
  CHECK(elements<float>(variable_of(".global .f32 x[4] = {0f3F800000, 1.5, -0f40000000, 3};")) ==
        std::vector<float>{1.0f, 1.5f, -2.0f, 3.0f});
  CHECK(elements<double>(
            variable_of(".global .f64 x[4] = {0d3FF0000000000000, 2.5e-1, 0f40000000, -1};")) ==
        std::vector<double>{1.0, 0.25, 2.0, -1.0});
  CHECK(elements<uint32_t>(variable_of(".global .b32 x = 0f3F800000;")) ==
        std::vector<uint32_t>{std::bit_cast<uint32_t>(1.0f)});
}

TEST_CASE("one declaration may name several variables") {
  const Module module = module_of(with_header(".shared .align 16 .b32 a, b[4];"));
  REQUIRE(module.variables.size() == 2);
  CHECK(module.variables[0].bytes == 4);
  CHECK(module.variables[1].bytes == 16);
  CHECK(module.variables[1].alignment == 16);
}

TEST_CASE("an external declaration and its definition are one variable") {
  for (const char* text : {".extern .global .u32 x;\n.global .u32 x = 7;",
                           ".global .u32 x = 7;\n.extern .global .u32 x;"}) {
    const Module module = module_of(with_header(text));
    REQUIRE(module.variables.size() == 1);
    CHECK(!module.variables[0].is_extern);
    CHECK(elements<int>(module.variables[0]) == std::vector<int>{7});
  }
}

TEST_CASE("a variable may hold the address of one that comes later") {
  const Module module =
      module_of(with_header(".global .u64 p = generic(x)+4;\n.global .u32 x[2];"));
  CHECK(module.variables[0].addresses.at(0).symbol == "x");
  CHECK(module.variables[0].addresses.at(0).addend == 4);
}

TEST_CASE("a variable's natural alignment is its element's size") {
  CHECK(variable_of(".global .f64 x[3];").alignment == 8);
  CHECK(variable_of(".global .v4 .f32 x;").alignment == 16);
  CHECK(variable_of(".global .v4 .f32 x;").bytes == 16);
  CHECK(variable_of(".global .attribute(.managed) .align 4 .u32 x;").alignment == 4);
}

TEST_CASE("rows without bytes, or of more than there are, are no reason to divide by 0") {
  for (const char* text : {".global .b8 x[][0] = {{}};", ".global .b8 x[][0] = {{}, {}};",
                           ".global .b8 x[][1099511627776][16777216] = {{{1}}};",
                           ".global .b8 x[0][1099511627776][16777216] = {{{1}}};"})
    CHECK_FALSE(parse(with_header(text)));
  CHECK(variable_of(".global .b8 x[0][4] = {};").bytes == 0);
}
