// f16 and bf16, alone and in pairs. PTX ISA, "Half Precision Floating Point Instructions" and "Half
// Precision Comparison Instructions".
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

template <class F, s::Comparison C>
void add_comparison(RowTable& t, const Spelling& name, const Spelling& type) {
  constexpr auto holds = [](H a, H b) { return s::half_compare<F, C>(a, b); };
  t.add("setp." + name + "." + type, {&set_predicates<holds, H, H>, kPredicate, 4, 4, 0});
  constexpr auto one = [] { return std::is_same_v<F, s::F16> ? H{0x3c00} : H{0x3f80}; }();
  t.add("set." + name + "." + type + "." + type, {&set_value<holds, one, H, H, H>, 4, 4, 4, 0});
  for (const char* d : {"u32", "s32"})
    t.add("set." + name + "." + d + "." + type,
          {&set_value<holds, ~0u, uint32_t, H, H>, 4, 4, 4, 0});
  // Packed: each half of the result is 1.0 or 0; setp writes p for the lower half and q for the
  // upper.
  constexpr auto pair = [](P a, P b) -> P {
    return s::each_half([](H x, H y) -> H { return s::half_compare<F, C>(x, y) ? one : H{0}; }, a,
                        b);
  };
  t.add("set." + name + "." + type + "x2." + type + "x2", {&map2<pair, P, P, P>, 4, 4, 4, 0});
  constexpr auto ones = [](P a, P b) -> P {
    return s::each_half(
        [](H x, H y) -> H { return s::half_compare<F, C>(x, y) ? H{0xffff} : H{0}; }, a, b);
  };
  for (const char* d : {"u32", "s32"})
    t.add("set." + name + "." + d + "." + type + "x2", {&map2<ones, P, P, P>, 4, 4, 4, 0});
}

template <auto Low, auto High>
const MicroOp* set_pair_predicates(Warp& w, const MicroOp* i) {
  const uint32_t p = with_bool_op(w, i, lanes_where<Low, P, P>(w, i));
  const uint32_t q = with_bool_op(w, i, lanes_where<High, P, P>(w, i));
  set_predicate(w, i->d, p);
  set_predicate(w, i->fifth, q);
  return i + 1;
}

template <class F, s::Comparison C>
void add_pair_comparison(RowTable& t, const Spelling& name, const Spelling& type) {
  constexpr auto low = [](P a, P b) {
    return s::half_compare<F, C>(static_cast<H>(a), static_cast<H>(b));
  };
  constexpr auto high = [](P a, P b) {
    return s::half_compare<F, C>(static_cast<H>(a >> 16), static_cast<H>(b >> 16));
  };
  t.add("setp." + name + "." + type + "x2", {&set_pair_predicates<low, high>, kPredicate, 4, 4, 0});
}

template <class F, s::Comparison C>
void add_both(RowTable& t, const Spelling& name, const Spelling& type) {
  add_comparison<F, C>(t, name, type);
  add_pair_comparison<F, C>(t, name, type);
}

template <class F>
void add_comparisons(RowTable& t, const Spelling& type) {
  using enum s::Comparison;
  add_both<F, eq>(t, "eq", type);
  add_both<F, ne>(t, "ne", type);
  add_both<F, lt>(t, "lt", type);
  add_both<F, le>(t, "le", type);
  add_both<F, gt>(t, "gt", type);
  add_both<F, ge>(t, "ge", type);
  add_both<F, equ>(t, "equ", type);
  add_both<F, neu>(t, "neu", type);
  add_both<F, ltu>(t, "ltu", type);
  add_both<F, leu>(t, "leu", type);
  add_both<F, gtu>(t, "gtu", type);
  add_both<F, geu>(t, "geu", type);
  add_both<F, num>(t, "num", type);
  add_both<F, nan>(t, "nan", type);
}

}  // namespace

void add_half_rows(RowTable& t) {
  add_arithmetic<s::F16>(t, "f16");
  add_arithmetic<s::Bf16>(t, "bf16");
  add_f16_only(t);
  add_comparisons<s::F16>(t, "f16");
  add_comparisons<s::Bf16>(t, "bf16");
}

}  // namespace warplab::sim::WARPLAB_ISA
