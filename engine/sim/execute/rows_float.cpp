// f32 and f64 arithmetic and comparisons. PTX ISA, "Floating Point Instructions".
#include "sim/execute/lane_loops.hpp"
#include "sim/scalar/approx.hpp"
#include "sim/scalar/comparison.hpp"
#include "sim/scalar/floating.hpp"

namespace warplab::sim::WARPLAB_ISA {
namespace {

namespace s = scalar;
using s::Rounding;

// Subnormal operands and results become zero with .ftz; .sat clamps to [0, 1].
template <bool Ftz, class T>
[[gnu::always_inline]] inline T in(T x) {
  if constexpr (Ftz && sizeof(T) == 4) return s::flush(x);
  else return x;
}
template <bool Ftz, bool Sat, class T>
[[gnu::always_inline]] inline T out(T x) {
  if constexpr (Sat) x = s::saturate(x);
  return in<Ftz>(x);
}

// With .ftz the hardware decides before rounding whether a product is tiny, so these flush for
// themselves.
template <Rounding R, bool Ftz, class T>
[[gnu::always_inline]] inline T product(T a, T b) {
  if constexpr (Ftz && sizeof(T) == 4) return s::mul_ftz<R>(a, b);
  else return s::mul<R>(a, b);
}
template <Rounding R, bool Ftz, class T>
[[gnu::always_inline]] inline T fused(T a, T b, T c) {
  if constexpr (Ftz && sizeof(T) == 4) return s::fma_ftz<R>(a, b, c);
  else return s::fma<R>(a, b, c);
}
template <Rounding R, bool Ftz, class T>
[[gnu::always_inline]] inline T quotient(T a, T b) {
  if constexpr (Ftz && sizeof(T) == 4) return s::div_ftz<R>(a, b);
  else return s::div<R>(a, b);
}
template <Rounding R, bool Ftz, class T>
[[gnu::always_inline]] inline T reciprocal(T a) {
  if constexpr (Ftz && sizeof(T) == 4) return s::rcp_ftz<R>(a);
  else return s::rcp<R>(a);
}

template <class T, Rounding R, bool Ftz, bool Sat>
void add_rounded(RowTable& t, const Spelling& suffix) {
  WARPLAB_ROW2("add" + suffix, T, T, T, (out<Ftz, Sat>(s::add<R>(in<Ftz>(a), in<Ftz>(b)))));
  WARPLAB_ROW2("sub" + suffix, T, T, T, (out<Ftz, Sat>(s::sub<R>(in<Ftz>(a), in<Ftz>(b)))));
  WARPLAB_ROW2("mul" + suffix, T, T, T, (out<Ftz, Sat>(product<R, Ftz>(a, b))));
  WARPLAB_ROW3("fma" + suffix, T, T, T, T, (out<Ftz, Sat>(fused<R, Ftz>(a, b, c))));
  WARPLAB_ROW3("mad" + suffix, T, T, T, T, (out<Ftz, Sat>(fused<R, Ftz>(a, b, c))));
  if constexpr (!Sat) {
    WARPLAB_ROW2("div" + suffix, T, T, T, (quotient<R, Ftz>(a, b)));
    WARPLAB_ROW1("rcp" + suffix, T, T, (reciprocal<R, Ftz>(a)));
    WARPLAB_ROW1("sqrt" + suffix, T, T, (out<Ftz, false>(s::sqrt<R>(in<Ftz>(a)))));
  }
}

template <Rounding R>
void add_rounding(RowTable& t, const Spelling& name) {
  add_rounded<float, R, false, false>(t, name + ".f32");
  add_rounded<float, R, true, false>(t, name + ".ftz.f32");
  add_rounded<float, R, false, true>(t, name + ".sat.f32");
  add_rounded<float, R, true, true>(t, name + ".ftz.sat.f32");
  add_rounded<double, R, false, false>(t, name + ".f64");
}

template <s::Comparison C, class T, bool Ftz>
void add_comparison(RowTable& t, const Spelling& name, const Spelling& type) {
  constexpr auto holds = [](T a, T b) { return s::compare<C>(in<Ftz>(a), in<Ftz>(b)); };
  t.add("setp." + name + "." + type,
        {&set_predicates<holds, T, T>, kPredicate, kLaneBytes<T>, kLaneBytes<T>, 0});
  const Spelling op = Ftz ? "set." + name + ".ftz." : "set." + name + ".";
  const Spelling source = sizeof(T) == 4 ? "f32" : "f64";
  for (const char* d : {"u32", "s32"})
    t.add(op + d + "." + source,
          {&set_value<holds, ~0u, uint32_t, T, T>, 4, kLaneBytes<T>, kLaneBytes<T>, 0});
  t.add(op + "f32." + source,
        {&set_value<holds, 1, float, T, T>, 4, kLaneBytes<T>, kLaneBytes<T>, 0});
}

template <class T, bool Ftz>
void add_comparisons(RowTable& t, const Spelling& type) {
  using enum s::Comparison;
  add_comparison<eq, T, Ftz>(t, "eq", type);
  add_comparison<ne, T, Ftz>(t, "ne", type);
  add_comparison<lt, T, Ftz>(t, "lt", type);
  add_comparison<le, T, Ftz>(t, "le", type);
  add_comparison<gt, T, Ftz>(t, "gt", type);
  add_comparison<ge, T, Ftz>(t, "ge", type);
  add_comparison<equ, T, Ftz>(t, "equ", type);
  add_comparison<neu, T, Ftz>(t, "neu", type);
  add_comparison<ltu, T, Ftz>(t, "ltu", type);
  add_comparison<leu, T, Ftz>(t, "leu", type);
  add_comparison<gtu, T, Ftz>(t, "gtu", type);
  add_comparison<geu, T, Ftz>(t, "geu", type);
  add_comparison<num, T, Ftz>(t, "num", type);
  add_comparison<nan, T, Ftz>(t, "nan", type);
}

template <class T, bool Ftz>
void add_minmax(RowTable& t, const Spelling& ftz, const Spelling& type) {
  WARPLAB_ROW2("min" + ftz + type, T, T, T, s::min(in<Ftz>(a), in<Ftz>(b)));
  WARPLAB_ROW2("max" + ftz + type, T, T, T, s::max(in<Ftz>(a), in<Ftz>(b)));
  if constexpr (sizeof(T) == 4) {
    WARPLAB_ROW2("min" + ftz + ".NaN" + type, T, T, T, s::min<true>(in<Ftz>(a), in<Ftz>(b)));
    WARPLAB_ROW2("max" + ftz + ".NaN" + type, T, T, T, s::max<true>(in<Ftz>(a), in<Ftz>(b)));
    WARPLAB_ROW2("min" + ftz + ".xorsign.abs" + type, T, T, T,
                 s::min_xorsign_abs(in<Ftz>(a), in<Ftz>(b)));
    WARPLAB_ROW2("max" + ftz + ".xorsign.abs" + type, T, T, T,
                 s::max_xorsign_abs(in<Ftz>(a), in<Ftz>(b)));
    WARPLAB_ROW2("min" + ftz + ".NaN.xorsign.abs" + type, T, T, T,
                 s::min_xorsign_abs<true>(in<Ftz>(a), in<Ftz>(b)));
    WARPLAB_ROW2("max" + ftz + ".NaN.xorsign.abs" + type, T, T, T,
                 s::max_xorsign_abs<true>(in<Ftz>(a), in<Ftz>(b)));
  }
  WARPLAB_ROW1("abs" + ftz + type, T, T, in<Ftz>(s::abs(a)));
  WARPLAB_ROW1("neg" + ftz + type, T, T, in<Ftz>(s::neg(a)));
}

// The approximate instructions, with and without .ftz.
template <bool Ftz>
void add_approximations(RowTable& t, const Spelling& ftz) {
  WARPLAB_ROW1("rcp.approx" + ftz + ".f32", float, float, in<Ftz>(s::rcp_approx(in<Ftz>(a))));
  WARPLAB_ROW1("rsqrt.approx" + ftz + ".f32", float, float, in<Ftz>(s::rsqrt_approx(in<Ftz>(a))));
  WARPLAB_ROW1("sqrt.approx" + ftz + ".f32", float, float, in<Ftz>(s::sqrt_approx(in<Ftz>(a))));
  WARPLAB_ROW1("ex2.approx" + ftz + ".f32", float, float, in<Ftz>(s::ex2_approx(in<Ftz>(a))));
  WARPLAB_ROW1("lg2.approx" + ftz + ".f32", float, float, in<Ftz>(s::lg2_approx(in<Ftz>(a))));
  WARPLAB_ROW1("sin.approx" + ftz + ".f32", float, float, in<Ftz>(s::sin_approx(in<Ftz>(a))));
  WARPLAB_ROW1("cos.approx" + ftz + ".f32", float, float, in<Ftz>(s::cos_approx(in<Ftz>(a))));
  WARPLAB_ROW2("div.approx" + ftz + ".f32", float, float, float,
               in<Ftz>(s::div_approx(in<Ftz>(a), in<Ftz>(b))));
  WARPLAB_ROW2("div.full" + ftz + ".f32", float, float, float,
               in<Ftz>(s::div_full(in<Ftz>(a), in<Ftz>(b))));
}

template <s::FloatClass C, class T>
void add_class(RowTable& t, const Spelling& name, const Spelling& type) {
  constexpr auto holds = [](T a, T) { return s::is_class<C>(a); };
  t.add("testp." + name + "." + type,
        {&set_predicates<holds, T, T>, kPredicate, kLaneBytes<T>, 0, 0});
}

template <class T>
void add_classes(RowTable& t, const Spelling& type) {
  using enum s::FloatClass;
  add_class<finite, T>(t, "finite", type);
  add_class<infinite, T>(t, "infinite", type);
  add_class<number, T>(t, "number", type);
  add_class<notanumber, T>(t, "notanumber", type);
  add_class<normal, T>(t, "normal", type);
  add_class<subnormal, T>(t, "subnormal", type);
}

}  // namespace

void add_float_rows(RowTable& t) {
  add_rounding<Rounding::NearestEven>(t, "");
  add_rounding<Rounding::Zero>(t, ".rz");
  add_rounding<Rounding::Down>(t, ".rm");
  add_rounding<Rounding::Up>(t, ".rp");
  add_minmax<float, false>(t, "", ".f32");
  add_minmax<float, true>(t, ".ftz", ".f32");
  add_minmax<double, false>(t, "", ".f64");
  WARPLAB_ROW2("copysign.f32", float, float, float, s::copysign(a, b));
  WARPLAB_ROW2("copysign.f64", double, double, double, s::copysign(a, b));
  add_approximations<false>(t, "");
  add_approximations<true>(t, ".ftz");
  WARPLAB_ROW1("tanh.approx.f32", float, float, s::tanh_approx(a));
  WARPLAB_ROW1("rcp.approx.ftz.f64", double, double, s::rcp_approx(a));
  WARPLAB_ROW1("rsqrt.approx.ftz.f64", double, double, s::rsqrt_approx_ftz(a));
  WARPLAB_ROW1("rsqrt.approx.f64", double, double, s::rsqrt_approx(a));
  add_comparisons<float, false>(t, "f32");
  add_comparisons<float, true>(t, "ftz.f32");
  add_comparisons<double, false>(t, "f64");
  add_classes<float>(t, "f32");
  add_classes<double>(t, "f64");
}

}  // namespace warplab::sim::WARPLAB_ISA
