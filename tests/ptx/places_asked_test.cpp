#include "ptx/places_asked.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "ptx/parser.hpp"

using namespace warplab;
using ptx::PlacesAsked;

namespace {

PlacesAsked asked_by(const std::string& steps) {
  const auto module = ptx::parse(fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b64 result) malloc (.param .b64 bytes);
.func (.param .b32 place) helper () {{
  .reg .b32 %h;
  mov.u32 %h, %ctaid.z;
  st.param.b32 [place], %h;
  ret;
}}
.visible .entry other() {{
  .reg .b32 %o;
  mov.u32 %o, %tid.z;
  ret;
}}
.visible .entry k(.param .u64 data) {{
  .reg .pred %p;
  .reg .b32 %x, %y;
  .reg .b64 %d;
  .param .b64 bytes;
  .param .b64 block;
  ld.param.u64 %d, [data];
  {}
  ret;
}})",
                                             steps));
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  return places_asked(*module, *module->find_function("k"));
}

constexpr uint32_t kByHelper = 4;  // a function that a kernel may call counts
constexpr PlacesAsked kEverything{7, 7};

}  // namespace

TEST_CASE("what a kernel asks for is told by direction") {
  CHECK(asked_by("") == PlacesAsked{0, kByHelper});
  CHECK(asked_by("mov.u32 %x, %tid.x;") == PlacesAsked{1, kByHelper});
  CHECK(asked_by("mov.u32 %x, %tid.y; mov.u32 %y, %ctaid.x;") == PlacesAsked{2, 1 | kByHelper});
}

TEST_CASE("how many threads and blocks there are tells none of them apart") {
  CHECK(asked_by("mov.u32 %x, %ntid.x; mov.u32 %y, %nctaid.y;") == PlacesAsked{0, kByHelper});
  CHECK(asked_by("red.global.add.u32 [%d], 1;") == PlacesAsked{0, kByHelper});
}

TEST_CASE("what tells threads apart in another way counts as every place") {
  CHECK(asked_by("mov.u32 %x, %laneid;") == kEverything);
  CHECK(asked_by("mov.u32 %x, %smid;") == kEverything);
  CHECK(asked_by("atom.global.add.u32 %x, [%d], 1;") == kEverything);
  CHECK(asked_by("match.any.sync.b32 %x, %y, 0xffffffff;") == kEverything);
  CHECK(asked_by("call (block), malloc, (bytes);") == kEverything);
}

TEST_CASE("a fragment has a part for each lane, and is the same in every block") {
  CHECK(asked_by("movmatrix.sync.aligned.m8n8.trans.b16 %x, %y;") == PlacesAsked{7, kByHelper});
}
