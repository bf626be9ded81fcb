#include "ptx/compared_values.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ptx/parser.hpp"

using namespace warplab;

namespace {

// Of a kernel that loads %f (as %x), %i and %e from memory, and %n from a parameter.
std::vector<double> values_of(const std::string& steps) {
  const auto module = ptx::parse(fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 data, .param .u32 n) {{
  .reg .pred %p;
  .reg .b32 %i, %j, %n, %t, %x, %y;
  .reg .b64 %d, %l;
  .reg .f32 %f, %g, %h;
  .reg .f64 %e, %o;
  ld.param.u64 %d, [data];
  ld.param.u32 %n, [n];
  mov.u32 %t, %tid.x;
  ld.global.f32 %f, [%d];
  ld.global.u32 %i, [%d+4];
  ld.global.f64 %e, [%d+8];
  {}
  ret;
}})",
                                             steps));
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  return ptx::compared_values(*module, 100);
}

bool names(const std::string& steps, double value) {
  const std::vector<double> values = values_of(steps);
  return std::ranges::any_of(
      values, [&](double v) { return v == value || std::abs(v - value) < 1e-6 * std::abs(value); });
}

}  // namespace

TEST_CASE("what loaded data are compared with is named") {
  CHECK(names("setp.eq.f32 %p, %f, 0f422A0000;", 42.5));
  CHECK(names("setp.gt.f32 %p, 0f422A0000, %f;", 42.5));
  CHECK(names("min.f32 %g, %f, 0f447A0000;", 1000));
  CHECK(names("setp.eq.f64 %p, %e, 0d4045400000000000;", 42.5));
  CHECK(names("setp.eq.s32 %p, %i, 74565;", 0x12345));
  CHECK(names("setp.eq.s32 %p, %i, -74565;", -0x12345));
  CHECK(names("mov.f32 %h, 0f422A0000; setp.eq.f32 %p, %f, %h;", 42.5));
  CHECK(names("shfl.sync.down.b32 %x, %i, 1, 31, -1; setp.eq.s32 %p, %x, 77;", 77));
  CHECK(names("ld.shared.u32 %x, [%t]; setp.eq.s32 %p, %x, 77;", 77));
}

TEST_CASE("what is computed from data with constants is followed back") {
  CHECK(names("add.f32 %g, %f, 0f40200000; setp.gt.f32 %p, %g, 0f422A0000;", 40));
  CHECK(names("mul.f32 %g, %f, 0f40000000; setp.gt.f32 %p, %g, 0f422A0000;", 21.25));
  CHECK(names("fma.rn.f32 %g, %f, 0f40000000, 0f3F800000; setp.gt.f32 %p, %g, 0f422A0000;", 20.75));
  CHECK(names("add.f32 %g, %f, %f; setp.eq.f32 %p, %g, 0f422A0000;", 21.25));
  CHECK(names("mov.b32 %x, %f; setp.eq.s32 %p, %x, 1109917696;", 42));
  CHECK(names("mov.b32 %x, %f; and.b32 %y, %x, 65535; setp.eq.s32 %p, %y, 4660;",
              1.5 + 4660 * 0x1p-23));
  CHECK(names("mul.lo.s32 %x, %i, -1640531535; setp.eq.s32 %p, %x, 5;", 1220013205));
  CHECK(names("xor.b32 %x, %i, 255; setp.eq.s32 %p, %x, 254;", 1));
  CHECK(names("shr.s32 %x, %i, 8; setp.eq.s32 %p, %x, 5;", 1280));
  CHECK(names("sub.s32 %x, 100, %i; setp.lt.s32 %p, %x, 30;", 70));
  CHECK(names("cvt.rzi.s32.f32 %x, %f; setp.eq.s32 %p, %x, 17;", 17));
  CHECK(names("cvt.f64.f32 %o, %f; setp.eq.f64 %p, %o, 0d4045400000000000;", 42.5));
  // What has no inverse stands for itself.
  CHECK(names("ex2.approx.f32 %g, %f; setp.eq.f32 %p, %g, 0f40000000;", 2));
}

TEST_CASE("what is no data names nothing") {
  CHECK(values_of("setp.eq.s32 %p, %n, 77;").empty());
  CHECK(values_of("setp.eq.s32 %p, %t, 77;").empty());
  CHECK(values_of("add.f32 %g, %f, 0f422A0000;").empty());
  CHECK(values_of("setp.gt.s32 %p, %i, %j;").empty());
  CHECK(values_of("add.s32 %x, %t, 1; setp.lt.s32 %p, %x, %n;").empty());
}
