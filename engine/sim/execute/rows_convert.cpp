// cvt. PTX ISA, "Data Movement and Conversion Instructions: cvt" and "cvt.pack". What is seldom
// asked for is in rows_seldom.cpp.
#include "sim/execute/rounding_rows.hpp"

namespace warplab::sim::WARPLAB_ISA {
namespace {

void add_integer_to_integer(RowTable& t) {
  for_integer_types([&](auto d, const char* to) {
    for_integer_types([&](auto a, const char* from) {
      using D = decltype(d);
      using A = decltype(a);
      const Spelling types = Spelling(to) + "." + from;
      t.add("cvt." + types, {&map1<[](A x) -> D { return s::int_to_int<D>(x); }, D, A>,
                             kLaneBytes<D>, kLaneBytes<A>, 0, 0});
      t.add("cvt.sat." + types, {&map1<[](A x) -> D { return s::int_to_int_sat<D>(x); }, D, A>,
                                 kLaneBytes<D>, kLaneBytes<A>, 0, 0});
    });
  });
}

}  // namespace

void add_convert_rows(RowTable& t) {
  add_integer_to_integer(t);
  add_rounding<Rounding::NearestEven>(t, ".rni", ".rn");
  add_rounding<Rounding::Zero>(t, ".rzi", ".rz");
  WARPLAB_ROW1("cvt.f64.f32", double, float, s::f32_to_f64(a));
  WARPLAB_ROW1("cvt.ftz.f64.f32", double, float, s::f32_to_f64(s::flush(a)));
  WARPLAB_ROW1("cvt.f32.f16", float, uint16_t, s::f16_to_f32(a));
  WARPLAB_ROW1("cvt.ftz.f32.f16", float, uint16_t, s::f16_to_f32(a));
  WARPLAB_ROW1("cvt.f32.bf16", float, uint16_t, s::bf16_to_f32(a));
  WARPLAB_ROW1("cvt.f64.f16", double, uint16_t, s::f16_to_f64(a));
  WARPLAB_ROW1("cvt.f64.bf16", double, uint16_t, s::bf16_to_f64(a));
  WARPLAB_ROW1("cvt.f32.f32", float, float, a);
  WARPLAB_ROW1("cvt.ftz.f32.f32", float, float, s::flush(a));
  WARPLAB_ROW1("cvt.sat.f32.f32", float, float, s::saturate(a));
  WARPLAB_ROW1("cvt.ftz.sat.f32.f32", float, float, s::saturate(s::flush(a)));
  WARPLAB_ROW1("cvt.sat.f64.f64", double, double, s::saturate(a));
  WARPLAB_ROW1("cvt.f64.f64", double, double, a);
  WARPLAB_ROW1("cvt.rna.tf32.f32", uint32_t, float, s::f32_to_tf32<Rounding::NearestAway>(a));
  WARPLAB_ROW1("cvt.rn.tf32.f32", uint32_t, float, s::f32_to_tf32<Rounding::NearestEven>(a));
  WARPLAB_ROW1("cvt.rz.tf32.f32", uint32_t, float, s::f32_to_tf32<Rounding::Zero>(a));
  WARPLAB_ROW2("cvt.pack.sat.s16.s32", uint32_t, int32_t, int32_t, s::pack_sat_16<int16_t>(a, b));
  WARPLAB_ROW2("cvt.pack.sat.u16.s32", uint32_t, int32_t, int32_t, s::pack_sat_16<uint16_t>(a, b));
  WARPLAB_ROW3("cvt.pack.sat.u8.s32.b32", uint32_t, int32_t, int32_t, uint32_t,
               (s::pack_sat<uint8_t, 8>(a, b, c)));
  WARPLAB_ROW3("cvt.pack.sat.s8.s32.b32", uint32_t, int32_t, int32_t, uint32_t,
               (s::pack_sat<int8_t, 8>(a, b, c)));
}

}  // namespace warplab::sim::WARPLAB_ISA
