// Which bits of a result have no value, one rule at a time.
#include <doctest/doctest.h>

#include <vector>

#include "ptx/parser.hpp"
#include "sim/observe/undefined_bits.hpp"

using namespace warplab;
using sim::BitOperand;

namespace {

ptx::Instruction instruction(const std::string& text) {
  const auto module = ptx::parse(
      ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k() {\n.reg .pred %p<5>;\n"
      ".reg .b16 %h<5>;\n.reg .b32 %r<6>;\n.reg .b64 %d<5>;\n.reg .f32 %f<5>;\n" +
      text + "\nret;\n}\n");
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  return module->functions[0].body[0];
}

uint64_t bits(const std::string& text, std::vector<BitOperand> operands) {
  const ptx::Instruction i = instruction(text);
  return sim::undefined_bits(sim::bit_rule(i), i, operands);
}

}  // namespace

TEST_CASE("what is known decides in and, or and the table of lop3") {
  CHECK(bits("and.b32 %r1, %r2, %r3;", {{0, 0xff}, {0x0f, 0}}) == 0x0f);
  CHECK(bits("and.b32 %r1, %r2, %r3;", {{0, 0xff}, {0, 0}}) == 0);
  CHECK((bits("or.b32 %r1, %r2, %r3;", {{0, 0xff}, {0x0f, 0}}) & 0xff) == 0xf0);
  CHECK(bits("xor.b32 %r1, %r2, %r3;", {{0, 0xf0}, {0x0f, 0}}) == 0xf0);
  CHECK((bits("and.pred %p1, %p2, %p3;", {{0, 1}, {0, 0}}) & 1) == 0);
  CHECK((bits("and.pred %p1, %p2, %p3;", {{0, 1}, {1, 0}}) & 1) == 1);
  CHECK((bits("or.pred %p1, %p2, %p3;", {{0, 1}, {1, 0}}) & 1) == 0);
  CHECK(bits("lop3.b32 %r1, %r2, %r3, %r4, 0x80;", {{0, 0xff}, {0xf0, 0}, {0x3f, 0}}) == 0x30);
}

TEST_CASE("bits that are moved take what they lack with them") {
  CHECK(bits("shl.b32 %r1, %r2, 8;", {{0, 0xf0}, {8, 0}}) == 0xf000);
  CHECK(bits("shr.u32 %r1, %r2, 4;", {{0, 0xf0}, {4, 0}}) == 0x0f);
  CHECK(bits("shr.s32 %r1, %r2, 4;", {{0, 0x80000000}, {4, 0}}) == (~uint64_t{0} << 27));
  CHECK(bits("shl.b32 %r1, %r2, %r3;", {{0, 0}, {0, 1}}) == ~uint64_t{0});
  CHECK(bits("prmt.b32 %r1, %r2, %r3, 0x5410;", {{0, 0xff00}, {0, 0}, {0x5410, 0}}) == 0xff00);
  CHECK(bits("prmt.b32 %r1, %r2, %r3, 0x7770;", {{0, 0xff00}, {0, 0}, {0x7770, 0}}) == 0);
  CHECK(bits("bfi.b32 %r1, %r2, %r3, 8, 8;", {{0, 0}, {0, 0xffff}, {8, 0}, {8, 0}}) == 0xff);
  CHECK(bits("bfe.u32 %r1, %r2, 8, 8;", {{0, 0xff}, {8, 0}, {8, 0}}) == 0);
  CHECK(bits("shf.l.wrap.b32 %r1, %r2, %r3, 8;", {{0, 0xff000000}, {0, 0}, {8, 0}}) == 0xff);
  CHECK(bits("cvt.u32.u8 %r1, %r2;", {{0, 0xff00}}) == 0);
  CHECK(bits("cvt.s32.s8 %r1, %r2;", {{0, 0x80}}) == (~uint64_t{0} << 7));
}

TEST_CASE("sums lose what is above the lowest bit without a value, floats everything") {
  CHECK(bits("add.s32 %r1, %r2, %r3;", {{0, 0x100}, {3, 0}}) == ~uint64_t{0} << 8);
  CHECK(bits("mul.lo.s32 %r1, %r2, %r3;", {{0, 0x10}, {3, 0}}) == ~uint64_t{0} << 4);
  CHECK(bits("add.f32 %f1, %f2, %f3;", {{0, 0x1}, {3, 0}}) == ~uint64_t{0});
  CHECK(bits("add.s16 %h1, %h2, %h3;", {{0, 0x10000}, {3, 0}}) == 0);
}

TEST_CASE("a comparison for equality needs no more than one bit that differs") {
  CHECK(bits("setp.eq.s32 %p1, %r2, %r3;", {{1, 0xf0}, {0, 0}}) == 0);
  CHECK(bits("setp.eq.s32 %p1, %r2, %r3;", {{0, 0xf0}, {0, 0}}) == ~uint64_t{0});
  CHECK(bits("setp.lt.s32 %p1, %r2, %r3;", {{1, 0xf0}, {0, 0}}) == ~uint64_t{0});
  CHECK(bits("setp.eq.s16 %p1, %h2, %h3;", {{0, 0xf0000}, {0, 0}}) == 0);
  CHECK(bits("setp.lt.and.s32 %p1, %r2, %r3, %p2;", {{1, 0xf0}, {0, 0}, {0, 0}}) == 0);
  CHECK(bits("setp.lt.or.s32 %p1, %r2, %r3, %p2;", {{1, 0xf0}, {0, 0}, {1, 0}}) == 0);
}
