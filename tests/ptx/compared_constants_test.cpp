#include "ptx/compared_constants.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "ptx/parser.hpp"

using namespace warplab;

namespace {

using Sizes = std::vector<int64_t>;

// Of a kernel that loads %a and %b from scalar parameters, %t from %tid.x and %v from memory.
Sizes constants_of(const std::string& steps) {
  const auto module = ptx::parse(fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 data, .param .u32 a, .param .u32 b) {{
  .reg .pred %p;
  .reg .b32 %a, %b, %t, %v, %x, %y, %z;
  .reg .b64 %d;
  .reg .f32 %f;
  .reg .b16 %g, %h, %i;
  ld.param.u64 %d, [data];
  ld.param.u32 %a, [a];
  ld.param.u32 %b, [b];
  mov.u32 %t, %tid.x;
  ld.global.u32 %v, [%d];
  {}
  ret;
}})",
                                             steps));
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  return ptx::compared_constants(*module, 100);
}

}  // namespace

TEST_CASE("a constant that a parameter is compared with is the size at which it matters") {
  CHECK(constants_of("setp.gt.s32 %p, %a, 2048;") == Sizes{2048});
  CHECK(constants_of("setp.gt.s32 %p, 2048, %a;") == Sizes{2048});
  CHECK(constants_of("add.s32 %x, %a, -321; setp.lt.u32 %p, %x, 1579;") == Sizes{321, 1900});
  CHECK(constants_of("sub.s32 %x, 1000, %a; setp.lt.s32 %p, %x, 1;") == Sizes{999, 1000});
  CHECK(constants_of("shl.b32 %x, %a, 2; setp.lt.s32 %p, %x, 400;") == Sizes{100});
  CHECK(constants_of("shr.s32 %x, %a, 31; shr.u32 %x, %x, 27; setp.ne.s32 %p, %b, 5;") == Sizes{5});
  CHECK(constants_of("shr.u32 %x, %a, 5; setp.gt.s32 %p, %x, 62;") == Sizes{1984});
  CHECK(constants_of("div.s32 %x, %a, 10; setp.gt.s32 %p, %x, 62;") == Sizes{620});
  CHECK(constants_of("and.b32 %x, %a, 4095; setp.eq.s32 %p, %x, 7;") == Sizes{7, 4096});
  CHECK(constants_of("min.s32 %x, %a, 500;") == Sizes{500});
  CHECK(constants_of("mad.lo.s32 %x, %a, %b, %t; setp.gt.s32 %p, %x, 4000;") == Sizes{4000});
  CHECK(constants_of("add.s32 %x, %a, %b; setp.gt.s32 %p, %x, 4000;") == Sizes{4000});
  CHECK(constants_of("mov.u32 %x, %ctaid.x; shl.b32 %x, %x, 5; or.b32 %x, %x, %t;"
                     " setp.gt.s32 %p, %x, 3000;") == Sizes{3000});
}

TEST_CASE(
    "a mask of an element's number is the number of elements, also as bytes and as a remainder") {
  const std::string element = "mad.lo.s32 %x, %a, %b, %t; ";
  CHECK(constants_of(element + "and.b32 %y, %x, 1048575;") == Sizes{1048576});
  CHECK(constants_of(element + "shl.b32 %y, %x, 2; and.b32 %y, %y, 4194300;") ==
        Sizes{1048576, 4194304});
  CHECK(constants_of(element + "and.b32 %y, %x, -1048576; sub.s32 %y, %x, %y;") == Sizes{1048576});
  // Of a size it is what whole groups take.
  CHECK(constants_of("and.b32 %x, %a, -4;").empty());
  CHECK(constants_of("and.b32 %x, %a, 4092;") == Sizes{4096});
  CHECK(constants_of("and.b32 %x, %t, 1048575;").empty());
}

TEST_CASE("what no size is in suggests none") {
  CHECK(constants_of("setp.gt.s32 %p, %t, 31;").empty());
  CHECK(constants_of("setp.gt.s32 %p, %v, 31;").empty());
  CHECK(constants_of("setp.lt.s32 %p, %a, %b;").empty());
  CHECK(constants_of("setp.lt.s32 %p, %a, 0;").empty());
  CHECK(constants_of("setp.lt.s32 %p, %a, -5;").empty());
}

TEST_CASE(
    "what holds fewer numbers than a size may have suggests the first that it does not hold") {
  CHECK(constants_of("cvt.u16.u32 %h, %a;") == Sizes{65536});
  CHECK(constants_of("cvt.s16.s32 %h, %a;") == Sizes{32768});
  CHECK(constants_of("cvt.rn.f16.s32 %h, %a; cvt.rzi.s32.f16 %x, %h;") == Sizes{2048});
  CHECK(constants_of("cvt.rn.f32.s32 %f, %a;").empty());
  CHECK(constants_of("cvt.u16.u32 %h, %t;").empty());
  CHECK(constants_of("cvt.u64.u32 %d, %a;").empty());
}

TEST_CASE("what comes from the number of a block is tried as that of an element and of a block") {
  const std::string block = "mov.u32 %x, %ctaid.y; shl.b32 %y, %x, 5;";
  CHECK(constants_of(block + "and.b32 %z, %y, 8160;") == Sizes{256, 8192});
  CHECK(constants_of(block + "setp.gt.s32 %p, %y, 3200;") == Sizes{100, 3200});
  CHECK(constants_of(block + "add.s32 %z, %y, -32; setp.lt.s32 %p, %z, %a;").empty());
  CHECK(constants_of("mov.u32 %x, %nctaid.y; and.b32 %y, %x, 255;") == Sizes{256});
  CHECK(constants_of("mov.u32 %x, %tid.y; and.b32 %x, %x, 255;").empty());
}

TEST_CASE("digits are lost by every instruction that takes some of them") {
  CHECK(constants_of("cvt.s32.s8 %x, %a;") == Sizes{128});
  CHECK(constants_of("cvt.u32.u8 %x, %a;") == Sizes{256});
  CHECK(constants_of("cvt.u32.u16 %x, %h;").empty());
  CHECK(constants_of("bfe.u32 %x, %a, 0, 8;") == Sizes{256});
  CHECK(constants_of("bfe.s32 %x, %a, 0, 8;") == Sizes{128});
  CHECK(constants_of("bfe.u32 %x, %t, 0, 8;").empty());
  CHECK(constants_of("shl.b32 %x, %a, 24; shr.s32 %x, %x, 24;") == Sizes{256});
  CHECK(constants_of("shl.b32 %x, %a, 5;").empty());
  CHECK(constants_of("prmt.b32 %x, %a, 0, 0x4440;") == Sizes{256});
  CHECK(constants_of("mov.b32 %y, 0x4410; prmt.b32 %x, %a, 0, %y;") == Sizes{65536});
  CHECK(constants_of("prmt.b32 %x, 0, %a, 0x0004;") == Sizes{256});
  CHECK(constants_of("prmt.b32 %x, %a, 0, 0x3210;").empty());
  CHECK(constants_of("prmt.b32 %x, %t, 0, 0x4440;").empty());
}

TEST_CASE("a number that is kept in a byte of shared or local memory is one of 8 bits") {
  CHECK(constants_of(".shared .u8 s; st.shared.u8 [s], %a;") == Sizes{256});
  CHECK(constants_of(".local .u16 s; st.local.u16 [s], %a;") == Sizes{65536});
  CHECK(constants_of(".shared .u32 s; st.shared.u32 [s], %a; ld.shared.s8 %h, [s];") == Sizes{128});
  CHECK(constants_of(".shared .u32 s; st.shared.u32 [s], %a; ld.shared.u32 %x, [s];").empty());
  CHECK(constants_of(".shared .u8 s; st.shared.u8 [s], %v; ld.shared.u8 %h, [s];").empty());
  CHECK(constants_of("st.global.u8 [%d], %a;").empty());  // an answer, maybe
}

TEST_CASE("what a loop counts up to a size is as large") {
  const std::string loop =
      "mov.u32 %x, 0; next: add.s32 %x, %x, 1; {} %x, %x, 255; setp.lt.u32 %p, %x, {}; @%p bra "
      "next;";
  CHECK(constants_of(fmt::format(fmt::runtime(loop), "and.b32", "%a")) == Sizes{256});
  CHECK(constants_of(fmt::format(fmt::runtime(loop), "and.b32", "%v")).empty());
  CHECK(constants_of("mov.u16 %h, 0; next: add.s16 %h, %h, 1; bra next;") == Sizes{65536});
  // Bytes that are loaded, and changed by a counter that is wider.
  CHECK(constants_of("mov.u32 %x, 0; next: add.s32 %x, %x, 1; ld.global.u8 %h, [%d];"
                     "cvt.u16.u32 %g, %x; add.s16 %i, %h, %g; bra next;")
            .empty());
}

TEST_CASE("a mask or a selector beyond every size names none") {
  CHECK(constants_of("cvt.u64.u32 %d, %a; and.b64 %d, %d, 0x7fffffffffffffff;").empty());
  CHECK(constants_of("cvt.u64.u32 %d, %a; and.b64 %d, %d, -9223372036854775808;").empty());
  CHECK(constants_of("prmt.b32 %x, %a, 0, -1;").empty());
}

TEST_CASE("an instruction without its operands names nothing") {
  CHECK(constants_of("mov.u32 %x;").empty());
  CHECK(constants_of("ld.param.u32 %x;").empty());
  CHECK(constants_of("add.s32 %x; setp.lt.s32 %p; prmt.b32 %x, %a; cvt.u16.u32 %h; and.b32 %x, %a;")
            .empty());
}

TEST_CASE("of many constants the first are taken, each once") {
  std::string steps;
  for (int c = 300; c > 0; --c) steps += fmt::format("setp.lt.s32 %p, %a, {};", (c + 1) / 2);
  const Sizes first = constants_of(steps);
  REQUIRE(first.size() == 100);
  CHECK(first.front() == 1);
  CHECK(first.back() == 100);
}
