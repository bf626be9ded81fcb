#include "ptx/answers_stored.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "ptx/parser.hpp"

using namespace warplab;

namespace {

bool stores(const std::string& steps, const std::string& of_helper = "") {
  const auto module = ptx::parse(fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.func helper () {{
  .reg .b32 %x;
  .reg .b64 %a;
  {}
  ret;
}}
.visible .entry other() {{
  .reg .b64 %a;
  st.global.u64 [%a], %a;
  ret;
}}
.visible .entry k(.param .u64 data) {{
  .reg .b32 %x;
  .reg .b64 %a;
  .shared .b32 word;
  ld.param.u64 %a, [data];
  {}
  ret;
}})",
                                             of_helper, steps));
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  return may_store_answer(*module, *module->find_function("k"));
}

}  // namespace

TEST_CASE("stores and atomics that may go to global memory store an answer") {
  CHECK(stores("st.global.u32 [%a], %x;"));
  CHECK(stores("st.volatile.u32 [%a], %x;"));
  CHECK(stores("red.global.add.u32 [%a], 1;"));
  CHECK(stores("atom.add.u32 %x, [%a], 1;"));
  CHECK(stores("call helper;", "st.u32 [%a], %x;"));
}

TEST_CASE("loads, and stores elsewhere, leave the buffers as they are") {
  CHECK_FALSE(stores(""));
  CHECK_FALSE(stores("ld.global.u32 %x, [%a];"));
  CHECK_FALSE(stores("st.shared.u32 [word], %x;"));
  CHECK_FALSE(stores("call helper;", "mov.u32 %x, 1;"));
}
