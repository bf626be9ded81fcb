#include "ptx/updated_element.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "ptx/parser.hpp"

using namespace warplab;

namespace {

// Where the element is read that the last store of these steps changes; -1 where there is none.
int loaded_by(const std::string& steps) {
  const auto module = ptx::parse(fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 data) {{
  .reg .b32 %x, %y, %z;
  .reg .b64 %a, %b;
  {}
  ret;
}})",
                                             steps));
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  const ptx::Function& f = *module->find_function("k");
  size_t store = f.body.size();
  while (f.body[--store].opcode != "st") REQUIRE(store > 0);
  const auto load = load_that_store_updates(f, store);
  return load ? static_cast<int>(*load) : -1;
}

}  // namespace

TEST_CASE("a store changes what was loaded from its address, through any arithmetic") {
  CHECK(loaded_by("ld.global.u32 %x, [%a+4]; add.s32 %y, %x, 1; st.global.u32 [%a+4], %y;") == 0);
  CHECK(loaded_by("ld.global.u32 %z, [%b]; ld.global.u32 %x, [%a]; mul.lo.s32 %y, %z, %x; "
                  "mov.u32 %z, %y; st.global.u32 [%a], %z;") == 1);
  CHECK(loaded_by("ld.global.v2.u32 {%x, %y}, [%a]; st.global.v2.u32 [%a], {%y, %x};") == 0);
}

TEST_CASE("what comes from another address, or from nowhere, is no change of the element") {
  CHECK(loaded_by("ld.global.u32 %x, [%b]; st.global.u32 [%a], %x;") == -1);
  CHECK(loaded_by("ld.global.u32 %x, [%a+4]; st.global.u32 [%a], %x;") == -1);
  CHECK(loaded_by("ld.shared.u32 %x, [%a]; st.global.u32 [%a], %x;") == -1);
  CHECK(loaded_by("mov.u32 %x, 1; st.global.u32 [%a], %x;") == -1);
  CHECK(loaded_by("ld.global.u32 %x, [%a]; mov.u32 %x, 1; st.global.u32 [%a], %x;") == -1);
  CHECK(loaded_by("st.global.u32 [%a], %x;") == -1);
}

TEST_CASE("a register that has moved on between is another address") {
  CHECK(loaded_by("ld.global.u32 %x, [%a]; add.s64 %a, %a, 4; st.global.u32 [%a], %x;") == -1);
}

TEST_CASE("values that go round in a loop are looked at once") {
  CHECK(loaded_by("mov.u32 %x, 0; again: add.s32 %x, %x, %y; add.s32 %y, %y, %x; "
                  "st.global.u32 [%a], %x;") == -1);
}
