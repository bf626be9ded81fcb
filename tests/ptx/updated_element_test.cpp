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
  const auto update = update_by_store(f, store);
  return update ? static_cast<int>(update->load) : -1;
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

namespace {

// The kernel k with these steps.
ptx::Module kernel(const std::string& steps) {
  auto module = ptx::parse(fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 data) {{
  .reg .pred %p, %q;
  .reg .b32 %x, %y, %z;
  .reg .b64 %a, %b;
  {}
  ret;
}})",
                                       steps));
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  return std::move(*module);
}

std::vector<size_t> stores_of(const ptx::Function& f) {
  std::vector<size_t> stores;
  for (size_t k = 0; k < f.body.size(); ++k)
    if (f.body[k].opcode == "st") stores.push_back(k);
  return stores;
}

}  // namespace

TEST_CASE("an update is one step where an atomic function may do it") {
  const auto is_one_step = [](const std::string& steps) {
    const ptx::Module module =
        kernel("ld.global.u32 %x, [%a];" + steps + "st.global.u32 [%a], %y;");
    const ptx::Function& f = *module.find_function("k");
    const auto update = update_by_store(f, stores_of(f).back());
    REQUIRE(update);
    return update->is_one_step;
  };
  CHECK(is_one_step("add.s32 %y, %x, 1;"));
  CHECK(is_one_step("mad.lo.s32 %y, %z, %z, %x;"));
  CHECK(is_one_step("max.s32 %y, %z, %x;"));
  CHECK_FALSE(is_one_step("mad.lo.s32 %y, %x, 1664525, 1013904223;"));
  CHECK_FALSE(is_one_step("shl.b32 %z, %x, 13; xor.b32 %y, %x, %z;"));
}

TEST_CASE("a store is decided by what was read at its place, as long as no barrier comes between") {
  const auto decides = [](const std::string& steps) {
    const ptx::Module module = kernel(steps + "st.global.u32 [%a], 1; behind:");
    const ptx::Function& f = *module.find_function("k");
    return load_that_decides_store(f, stores_of(f).back()).has_value();
  };
  CHECK(decides("ld.global.u32 %x, [%a]; setp.ne.u32 %p, %x, 0; @%p bra behind;"));
  CHECK_FALSE(decides("ld.global.u32 %x, [%b]; setp.ne.u32 %p, %x, 0; @%p bra behind;"));
  CHECK_FALSE(decides("ld.global.u32 %x, [%a]; setp.ne.u32 %p, %y, 0; @%p bra behind;"));
  CHECK_FALSE(
      decides("ld.global.u32 %x, [%a]; setp.ne.u32 %p, %x, 0; @%p bra behind; bar.sync 0;"));
}

TEST_CASE("two elements are exchanged where each is stored at the other's place") {
  const auto exchange = [](const std::string& steps) {
    const ptx::Module module = kernel(steps);
    const ptx::Function& f = *module.find_function("k");
    const std::vector<size_t> stores = stores_of(f);
    REQUIRE(stores.size() == 2);
    return are_exchange(f, stores[0], stores[1]);
  };
  const std::string loads = "ld.global.u32 %x, [%a]; ld.global.u32 %y, [%b];";
  CHECK(exchange(loads + "st.global.u32 [%a], %y; st.global.u32 [%b], %x;"));
  CHECK_FALSE(exchange(loads + "st.global.u32 [%a], %x; st.global.u32 [%b], %y;"));
  CHECK_FALSE(
      exchange(loads + "add.s32 %y, %y, 1; st.global.u32 [%a], %y; st.global.u32 [%b], %x;"));
}

TEST_CASE("a branch is decided by what comes of a load in registers") {
  const auto decided = [](const std::string& steps) {
    const ptx::Module module =
        kernel("ld.shared.u32 %x, [%a];" + steps + "@%p bra behind; behind:");
    const ptx::Function& f = *module.find_function("k");
    for (size_t k = 0; k < f.body.size(); ++k)
      if (f.body[k].opcode == "bra") return decides_branch(f, 0, k);
    return false;
  };
  CHECK(decided("add.s32 %y, %x, 1; setp.gt.s32 %p, %y, 0;"));
  CHECK_FALSE(decided("add.s32 %y, %x, 1; setp.gt.s32 %p, %z, 0;"));
}
