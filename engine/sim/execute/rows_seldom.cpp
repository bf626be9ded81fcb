// What kernels seldom ask for: these take half of the time that lane loops take to compile, and so
// are compiled for all processors alike. PTX ISA, "cvt" (up, down, and formats of 8 bits) and "Half
// Precision Comparison Instructions".
#include "sim/execute/rounding_rows.hpp"
#include "sim/scalar/byte_float.hpp"

namespace warplab::sim::WARPLAB_ISA {
namespace {

using H = uint16_t;
using P = uint32_t;  // a pair

template <Rounding R, class F, bool kRelu, bool kFinite>
inline uint16_t limited_half(float x) {
  uint16_t h = s::float_to_half<F, R>(x);
  if constexpr (kFinite) h = s::half_finite<F>(h);
  if constexpr (kRelu) h = s::half_relu<F>(h);
  return h;
}

// Of the narrow formats, where the result is limited: .relu, .satfinite or both.
template <Rounding R, class F, bool kRelu, bool kFinite>
void add_limited_half(RowTable& t, const Spelling& mode, const Spelling& name) {
  const Spelling head =
      Spelling("cvt") + (kRelu ? ".relu" : "") + mode + (kFinite ? ".satfinite" : "") + "." + name;
  WARPLAB_ROW1(head + ".f32", uint16_t, float, (limited_half<R, F, kRelu, kFinite>(a)));
  WARPLAB_ROW2(head + "x2.f32", uint32_t, float, float,
               (static_cast<uint32_t>(limited_half<R, F, kRelu, kFinite>(a)) << 16 |
                limited_half<R, F, kRelu, kFinite>(b)));
}

template <Rounding R, bool kRelu, bool kFinite>
void add_limited_tf32(RowTable& t, const Spelling& mode) {
  const Spelling name =
      Spelling("cvt") + (kRelu ? ".relu" : "") + mode + (kFinite ? ".satfinite" : "") + ".tf32.f32";
  WARPLAB_ROW1(name, uint32_t, float, (s::limited_tf32<kRelu, kFinite>(s::f32_to_tf32<R>(a))));
}

template <Rounding R>
void add_limited(RowTable& t, const Spelling& mode) {
  add_limited_half<R, s::F16, true, false>(t, mode, "f16");
  add_limited_half<R, s::F16, false, true>(t, mode, "f16");
  add_limited_half<R, s::F16, true, true>(t, mode, "f16");
  add_limited_half<R, s::Bf16, true, false>(t, mode, "bf16");
  add_limited_half<R, s::Bf16, false, true>(t, mode, "bf16");
  add_limited_half<R, s::Bf16, true, true>(t, mode, "bf16");
  add_limited_tf32<R, false, true>(t, mode);
  add_limited_tf32<R, true, false>(t, mode);
  add_limited_tf32<R, true, true>(t, mode);
}

template <class F, bool kRelu>
void add_bytes(RowTable& t, const Spelling& name) {
  const Spelling to = Spelling("cvt") + (kRelu ? ".relu" : "") + ".rn.satfinite." + name;
  WARPLAB_ROW2(to + ".f32", uint16_t, float, float, (s::floats_to_byte_pair<F, kRelu>(a, b)));
  WARPLAB_ROW1(to + ".f16x2", uint16_t, uint32_t,
               (s::floats_to_byte_pair<F, kRelu>(s::f16_to_f32(static_cast<uint16_t>(a >> 16)),
                                                 s::f16_to_f32(static_cast<uint16_t>(a)))));
  const Spelling from = Spelling("cvt") + (kRelu ? ".relu" : "") + ".rn.f16x2." + name;
  constexpr auto widened = [](uint16_t pair) -> uint32_t {
    const uint16_t upper = s::byte_to_f16<F>(pair >> 8), lower = s::byte_to_f16<F>(pair & 0xffu);
    if constexpr (kRelu)
      return static_cast<uint32_t>(s::half_relu<s::F16>(upper)) << 16 | s::half_relu<s::F16>(lower);
    return static_cast<uint32_t>(upper) << 16 | lower;
  };
  t.add(from, {&map1<widened, uint32_t, uint16_t>, 4, 4, 0, 0});
}

void add_narrow_formats(RowTable& t) {
  add_limited<Rounding::NearestEven>(t, ".rn");
  add_limited<Rounding::Zero>(t, ".rz");
  add_limited_tf32<Rounding::NearestAway, false, true>(t, ".rna");
  add_bytes<s::E4m3, false>(t, "e4m3x2");
  add_bytes<s::E4m3, true>(t, "e4m3x2");
  add_bytes<s::E5m2, false>(t, "e5m2x2");
  add_bytes<s::E5m2, true>(t, "e5m2x2");
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

void add_seldom_rows(RowTable& t) {
  add_rounding<Rounding::Down>(t, ".rmi", ".rm");
  add_rounding<Rounding::Up>(t, ".rpi", ".rp");
  add_narrow_formats(t);
  add_comparisons<s::F16>(t, "f16");
  add_comparisons<s::Bf16>(t, "bf16");
}

}  // namespace warplab::sim::WARPLAB_ISA
