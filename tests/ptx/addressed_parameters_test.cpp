// Parameters whose address is taken lie in local memory.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "ptx/parser.hpp"

using namespace warplab;

namespace {

// A function that takes `bytes` by value, loads the first word and, where `takes_address`, others
// by their address, in a loop.
ptx::Function parsed(unsigned bytes, bool takes_address) {
  const auto module = ptx::parse(fmt::format(
      R"(.version 8.0
.target sm_80
.address_size 64
.func (.param .b32 result) f(.param .align 4 .b8 box[{}], .param .b32 n)
{{
  .reg .pred %p;
  .reg .b32 %r<4>;
  .reg .b64 %a;
  {}
  ld.param.u32 %r0, [box];
  ld.param.u32 %r1, [n];
$again:
  {}
  add.s32 %r0, %r0, %r2;
  setp.ne.s32 %p, %r0, %r1;
  @%p bra $again;
  st.param.b32 [result], %r0;
  ret;
}})",
      bytes, takes_address ? "mov.b64 %a, box;" : "",
      takes_address ? "ld.local.u32 %r2, [%a+4];" : "mov.u32 %r2, 1;"));
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  return module->functions.front();
}

size_t index_of(const ptx::Function& f, std::string_view spelling) {
  for (size_t k = 0; k < f.body.size(); ++k)
    if (f.body[k].spelling() == spelling) return k;
  return f.body.size();
}

}  // namespace

TEST_CASE("a parameter whose address is taken is copied to a local variable first") {
  const ptx::Function f = parsed(15, true);
  REQUIRE(f.variables.size() == 1);
  CHECK(f.variables[0].space == ptx::Space::local);
  CHECK(f.variables[0].bytes == 15);
  // Three words, a half of one and a byte, each loaded and stored.
  REQUIRE(f.body.size() == 10 + 9);
  CHECK(f.body[0].spelling() == "ld.param.b32");
  CHECK(f.body[1].spelling() == "st.local.b32");
  CHECK(f.body[8].spelling() == "ld.param.b8");
  CHECK(f.body[8].operands[1].offset == 14);
  CHECK(f.body[9].operands[0].offset == 14);
  // What named the parameter names the variable; the other parameter stays what it is.
  const ptx::Instruction& mov = f.body[index_of(f, "mov.b64")];
  CHECK(mov.operands[1].symbol.kind == ptx::SymbolRef::Kind::function_variable);
  CHECK(f.body[11].spelling() == "ld.local.u32");
  CHECK(f.body[12].spelling() == "ld.param.u32");
  const ptx::Instruction& jump = f.body[index_of(f, "bra")];
  CHECK(f.body[jump.operands[0].target].spelling() == "ld.local.u32");
  CHECK(jump.operands[0].target == 13);
}

TEST_CASE("without that a function is what the text says") {
  const ptx::Function f = parsed(14, false);
  CHECK(f.variables.empty());
  CHECK(f.body.size() == 8);
  CHECK(f.body[0].spelling() == "ld.param.u32");
}

TEST_CASE("a parameter that would take very many copies is left as it is") {
  const ptx::Function f = parsed(1u << 26, true);
  CHECK(f.variables.empty());
  CHECK(f.body.size() == 8 + 1);
}
