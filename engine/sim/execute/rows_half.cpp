// f16 and bf16, alone and in pairs. PTX ISA, "Half Precision Floating Point Instructions". Their
// comparisons are in rows_seldom.cpp.
#include "sim/execute/lane_loops.hpp"
#include "sim/scalar/approx.hpp"
#include "sim/scalar/half_arithmetic.hpp"

namespace warplab::sim::WARPLAB_ISA {
namespace {

namespace s = scalar;
using H = uint16_t;
using P = uint32_t;  // a pair

template <auto F>
void row1(RowTable& t, const Spelling& opcode, const Spelling& type) {
  t.add(opcode + "." + type, {&map1<F, H, H>, 4, 4, 0, 0});
  t.add(opcode + "." + type + "x2",
        {&map1<[](P a) { return s::each_half(F, a); }, P, P>, 4, 4, 0, 0});
}
template <auto F>
void row2(RowTable& t, const Spelling& opcode, const Spelling& type) {
  t.add(opcode + "." + type, {&map2<F, H, H, H>, 4, 4, 4, 0});
  t.add(opcode + "." + type + "x2",
        {&map2<[](P a, P b) { return s::each_half(F, a, b); }, P, P, P>, 4, 4, 4, 0});
}
template <auto F>
void row3(RowTable& t, const Spelling& opcode, const Spelling& type) {
  t.add(opcode + "." + type, {&map3<F, H, H, H, H>, 4, 4, 4, 4});
  t.add(opcode + "." + type + "x2",
        {&map3<[](P a, P b, P c) { return s::each_half(F, a, b, c); }, P, P, P, P>, 4, 4, 4, 4});
}

template <class F>
void add_arithmetic(RowTable& t, const Spelling& type) {
  row2<[](H a, H b) -> H { return s::half_add<F>(a, b); }>(t, "add", type);
  row2<[](H a, H b) -> H { return s::half_sub<F>(a, b); }>(t, "sub", type);
  row2<[](H a, H b) -> H { return s::half_mul<F>(a, b); }>(t, "mul", type);
  row3<[](H a, H b, H c) -> H { return s::half_fma<F>(a, b, c); }>(t, "fma", type);
  row3<[](H a, H b, H c) -> H { return s::half_relu<F>(s::half_fma<F>(a, b, c)); }>(t, "fma.relu",
                                                                                    type);
  row2<[](H a, H b) -> H { return s::half_min<F>(a, b); }>(t, "min", type);
  row2<[](H a, H b) -> H { return s::half_max<F>(a, b); }>(t, "max", type);
  row2<[](H a, H b) -> H { return s::half_min<F, true>(a, b); }>(t, "min.NaN", type);
  row2<[](H a, H b) -> H { return s::half_max<F, true>(a, b); }>(t, "max.NaN", type);
  row1<[](H a) -> H { return s::half_abs(a); }>(t, "abs", type);
  row1<[](H a) -> H { return s::half_neg(a); }>(t, "neg", type);
}

void add_f16_only(RowTable& t) {
  using F = s::F16;
  row2<[](H a, H b) -> H { return s::half_saturate<F>(s::half_add<F>(a, b)); }>(t, "add.sat",
                                                                                "f16");
  row2<[](H a, H b) -> H { return s::half_saturate<F>(s::half_sub<F>(a, b)); }>(t, "sub.sat",
                                                                                "f16");
  row2<[](H a, H b) -> H { return s::half_saturate<F>(s::half_mul<F>(a, b)); }>(t, "mul.sat",
                                                                                "f16");
  row3<[](H a, H b, H c) -> H { return s::half_saturate<F>(s::half_fma<F>(a, b, c)); }>(
      t, "fma.sat", "f16");
  row2<[](H a, H b) -> H {
    return s::half_flush(s::half_add<F>(s::half_flush(a), s::half_flush(b)));
  }>(t, "add.ftz", "f16");
  row2<[](H a, H b) -> H {
    return s::half_flush(s::half_sub<F>(s::half_flush(a), s::half_flush(b)));
  }>(t, "sub.ftz", "f16");
  row2<[](H a, H b) -> H { return s::half_mul_ftz(a, b); }>(t, "mul.ftz", "f16");
  row3<[](H a, H b, H c) -> H { return s::half_fma_ftz(a, b, c); }>(t, "fma.ftz", "f16");
  row1<[](H a) -> H { return s::ex2_approx_f16(a); }>(t, "ex2.approx", "f16");
  row1<[](H a) -> H { return s::tanh_approx_f16(a); }>(t, "tanh.approx", "f16");
  row1<[](H a) -> H { return s::ex2_approx_bf16(a); }>(t, "ex2.approx.ftz", "bf16");
  row1<[](H a) -> H { return s::tanh_approx_bf16(a); }>(t, "tanh.approx", "bf16");
}

}  // namespace

void add_half_rows(RowTable& t) {
  add_arithmetic<s::F16>(t, "f16");
  add_arithmetic<s::Bf16>(t, "bf16");
  add_f16_only(t);
}

}  // namespace warplab::sim::WARPLAB_ISA
