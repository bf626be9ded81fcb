#include <type_traits>
#include <utility>

#include "hardware_rows.hpp"
#include "sim/scalar/comparison.hpp"
#include "sim/scalar/floating.hpp"
#include "sim/scalar/half_arithmetic.hpp"

namespace warplab::sim::scalar::hardware {
namespace {

namespace s = scalar;
using Half = std::uint16_t;
using Pair = std::uint32_t;

template <typename T>
void add_arithmetic(Rows& rows, const std::string& type) {
  for_each_rounding([&]<Rounding R>(const std::string& mode) {
    const std::string suffix = "." + mode + "." + type;
    rows["add" + suffix] = row<[](T a, T b) { return s::add<R>(a, b); }>;
    rows["sub" + suffix] = row<[](T a, T b) { return s::sub<R>(a, b); }>;
    rows["mul" + suffix] = row<[](T a, T b) { return s::mul<R>(a, b); }>;
    rows["fma" + suffix] = row<[](T a, T b, T c) { return s::fma<R>(a, b, c); }>;
    rows["div" + suffix] = row<[](T a, T b) { return s::div<R>(a, b); }>;
    rows["rcp" + suffix] = row<[](T a) { return s::rcp<R>(a); }>;
    rows["sqrt" + suffix] = row<[](T a) { return s::sqrt<R>(a); }>;
  });
  rows["min." + type] = row<[](T a, T b) { return s::min(a, b); }>;
  rows["max." + type] = row<[](T a, T b) { return s::max(a, b); }>;
  rows["abs." + type] = row<[](T a) { return s::abs(a); }>;
  rows["neg." + type] = row<[](T a) { return s::neg(a); }>;
  rows["copysign." + type] = row<[](T a, T b) { return s::copysign(a, b); }>;
}

template <Comparison C>
void add_comparison(Rows& rows, const std::string& name) {
  rows["setp." + name + ".f32"] = row<[](float a, float b) { return s::compare<C>(a, b); }>;
  rows["setp." + name + ".f64"] = row<[](double a, double b) { return s::compare<C>(a, b); }>;
}

template <FloatClass C>
void add_class(Rows& rows, const std::string& name) {
  rows["testp." + name + ".f32"] = row<[](float a) { return s::is_class<C>(a); }>;
  rows["testp." + name + ".f64"] = row<[](double a) { return s::is_class<C>(a); }>;
}

void add_comparisons(Rows& rows) {
  using enum Comparison;
  add_comparison<eq>(rows, "eq");
  add_comparison<ne>(rows, "ne");
  add_comparison<lt>(rows, "lt");
  add_comparison<le>(rows, "le");
  add_comparison<gt>(rows, "gt");
  add_comparison<ge>(rows, "ge");
  add_comparison<equ>(rows, "equ");
  add_comparison<neu>(rows, "neu");
  add_comparison<ltu>(rows, "ltu");
  add_comparison<leu>(rows, "leu");
  add_comparison<gtu>(rows, "gtu");
  add_comparison<geu>(rows, "geu");
  add_comparison<num>(rows, "num");
  add_comparison<nan>(rows, "nan");
  using enum FloatClass;
  add_class<finite>(rows, "finite");
  add_class<infinite>(rows, "infinite");
  add_class<number>(rows, "number");
  add_class<notanumber>(rows, "notanumber");
  add_class<normal>(rows, "normal");
  add_class<subnormal>(rows, "subnormal");
}

void add_f32_modifiers(Rows& rows) {
  using F = float;
  rows["fma.rn.ftz.f32"] = row<[](F a, F b, F c) { return s::fma_ftz(a, b, c); }>;
  rows["fma.rm.ftz.f32"] = row<[](F a, F b, F c) { return s::fma_ftz<Rounding::Down>(a, b, c); }>;
  rows["fma.rn.ftz.sat.f32"] = row<[](F a, F b, F c) { return s::saturate(s::fma_ftz(a, b, c)); }>;
  rows["fma.rn.sat.f32"] = row<[](F a, F b, F c) { return s::saturate(s::fma(a, b, c)); }>;
  rows["mul.rn.ftz.f32"] = row<[](F a, F b) { return s::mul_ftz(a, b); }>;
  rows["mul.rp.ftz.f32"] = row<[](F a, F b) { return s::mul_ftz<Rounding::Up>(a, b); }>;
  rows["mul.sat.f32"] = row<[](F a, F b) { return s::saturate(s::mul(a, b)); }>;
  rows["div.rn.ftz.f32"] = row<[](F a, F b) { return s::div_ftz(a, b); }>;
  rows["div.rz.ftz.f32"] = row<[](F a, F b) { return s::div_ftz<Rounding::Zero>(a, b); }>;
  rows["rcp.rn.ftz.f32"] = row<[](F a) { return s::rcp_ftz(a); }>;
  rows["rcp.rp.ftz.f32"] = row<[](F a) { return s::rcp_ftz<Rounding::Up>(a); }>;
  rows["sqrt.rn.ftz.f32"] = row<[](F a) { return s::flush(s::sqrt(s::flush(a))); }>;
  rows["add.rp.ftz.f32"] =
      row<[](F a, F b) { return s::flush(s::add<Rounding::Up>(s::flush(a), s::flush(b))); }>;
  rows["add.rn.ftz.sat.f32"] =
      row<[](F a, F b) { return s::saturate(s::flush(s::add(s::flush(a), s::flush(b)))); }>;
  rows["abs.ftz.f32"] = row<[](F a) { return s::abs(s::flush(a)); }>;
  rows["neg.ftz.f32"] = row<[](F a) { return s::neg(s::flush(a)); }>;
  rows["min.ftz.f32"] = row<[](F a, F b) { return s::min(s::flush(a), s::flush(b)); }>;
  rows["setp.lt.ftz.f32"] =
      row<[](F a, F b) { return s::compare<Comparison::lt>(s::flush(a), s::flush(b)); }>;
  rows["min.NaN.f32"] = row<[](F a, F b) { return s::min<true>(a, b); }>;
  rows["max.NaN.f32"] = row<[](F a, F b) { return s::max<true>(a, b); }>;
  rows["min.xorsign.abs.f32"] = row<[](F a, F b) { return s::min_xorsign_abs(a, b); }>;
  rows["max.xorsign.abs.f32"] = row<[](F a, F b) { return s::max_xorsign_abs(a, b); }>;
  rows["min.NaN.xorsign.abs.f32"] = row<[](F a, F b) { return s::min_xorsign_abs<true>(a, b); }>;
  rows["max.NaN.xorsign.abs.f32"] = row<[](F a, F b) { return s::max_xorsign_abs<true>(a, b); }>;
}

template <typename H>
void add_halves(Rows& rows, const std::string& type) {
  rows["add.rn." + type] = row<[](Half a, Half b) { return s::half_add<H>(a, b); }>;
  rows["sub.rn." + type] = row<[](Half a, Half b) { return s::half_sub<H>(a, b); }>;
  rows["mul.rn." + type] = row<[](Half a, Half b) { return s::half_mul<H>(a, b); }>;
  rows["fma.rn." + type] = row<[](Half a, Half b, Half c) { return s::half_fma<H>(a, b, c); }>;
  rows["fma.rn.relu." + type] =
      row<[](Half a, Half b, Half c) { return s::half_relu<H>(s::half_fma<H>(a, b, c)); }>;
  rows["fma.rn." + type + "x2"] =
      row<[](Pair a, Pair b, Pair c) { return s::each_half(s::half_fma<H>, a, b, c); }>;
  rows["min." + type] = row<[](Half a, Half b) { return s::half_min<H>(a, b); }>;
  rows["max." + type] = row<[](Half a, Half b) { return s::half_max<H>(a, b); }>;
  rows["min.NaN." + type] = row<[](Half a, Half b) { return s::half_min<H, true>(a, b); }>;
  rows["max.NaN." + type] = row<[](Half a, Half b) { return s::half_max<H, true>(a, b); }>;
  rows["min.xorsign.abs." + type] =
      row<[](Half a, Half b) { return s::half_min_xorsign_abs<H>(a, b); }>;
  rows["max.xorsign.abs." + type] =
      row<[](Half a, Half b) { return s::half_max_xorsign_abs<H>(a, b); }>;
  rows["min.NaN.xorsign.abs." + type] =
      row<[](Half a, Half b) { return s::half_min_xorsign_abs<H, true>(a, b); }>;
  rows["max.NaN.xorsign.abs." + type] =
      row<[](Half a, Half b) { return s::half_max_xorsign_abs<H, true>(a, b); }>;
  rows["abs." + type] = row<[](Half a) { return s::half_abs(a); }>;
  rows["neg." + type] = row<[](Half a) { return s::half_neg(a); }>;
  rows["setp.ltu." + type] =
      row<[](Half a, Half b) { return s::half_compare<H, Comparison::ltu>(a, b); }>;
}

void add_f16_modifiers(Rows& rows) {
  using H = Half;
  rows["add.sat.f16"] = row<[](H a, H b) { return s::half_saturate<F16>(s::half_add<F16>(a, b)); }>;
  rows["sub.sat.f16"] = row<[](H a, H b) { return s::half_saturate<F16>(s::half_sub<F16>(a, b)); }>;
  rows["mul.sat.f16"] = row<[](H a, H b) { return s::half_saturate<F16>(s::half_mul<F16>(a, b)); }>;
  rows["add.rn.ftz.f16"] = row<[](H a, H b) {
    return s::half_flush(s::half_add<F16>(s::half_flush(a), s::half_flush(b)));
  }>;
  rows["sub.rn.ftz.f16"] = row<[](H a, H b) {
    return s::half_flush(s::half_sub<F16>(s::half_flush(a), s::half_flush(b)));
  }>;
  rows["mul.rn.ftz.f16"] = row<[](H a, H b) { return s::half_mul_ftz(a, b); }>;
  rows["fma.rn.ftz.f16"] = row<[](H a, H b, H c) { return s::half_fma_ftz(a, b, c); }>;
}

}  // namespace

void add_float_rows(Rows& rows) {
  add_arithmetic<float>(rows, "f32");
  add_arithmetic<double>(rows, "f64");
  add_comparisons(rows);
  add_f32_modifiers(rows);
  add_halves<F16>(rows, "f16");
  add_halves<Bf16>(rows, "bf16");
  add_f16_modifiers(rows);
}

}  // namespace warplab::sim::scalar::hardware
