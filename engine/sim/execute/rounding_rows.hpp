#pragma once
// Conversions between numbers and whole numbers, and between the widths of numbers, for each way of
// rounding. PTX ISA, "Data Movement and Conversion Instructions: cvt".
#include "sim/execute/lane_loops.hpp"
#include "sim/scalar/convert.hpp"
#include "sim/scalar/half_arithmetic.hpp"

namespace warplab::sim::WARPLAB_ISA {
namespace {

namespace s = scalar;
using s::Rounding;

template <class F>
void for_integer_types(F f) {
  f(int8_t{}, "s8"), f(uint8_t{}, "u8"), f(int16_t{}, "s16"), f(uint16_t{}, "u16");
  f(int32_t{}, "s32"), f(uint32_t{}, "u32"), f(int64_t{}, "s64"), f(uint64_t{}, "u64");
}

template <class From, Rounding R, bool Ftz>
void add_float_to_integer(RowTable& t, const Spelling& mode, const Spelling& from) {
  for_integer_types([&](auto d, const char* to) {
    using D = decltype(d);
    constexpr auto f = [](From x) -> D {
      if constexpr (Ftz) return s::float_to_int<D, R>(s::flush(x));
      else return s::float_to_int<D, R>(x);
    };
    const Row row{&map1<f, D, From>, kLaneBytes<D>, kLaneBytes<From>, 0, 0};
    const Spelling ftz = Ftz ? ".ftz" : "";
    t.add("cvt" + mode + ftz + "." + to + "." + from, row);
    t.add("cvt" + mode + ftz + ".sat." + to + "." + from, row);  // float to integer always clamps
  });
}

template <Rounding R>
void add_rounding(RowTable& t, const Spelling& integral, const Spelling& mode) {
  add_float_to_integer<float, R, false>(t, integral, "f32");
  add_float_to_integer<float, R, true>(t, integral, "f32");
  add_float_to_integer<double, R, false>(t, integral, "f64");
  for_integer_types([&](auto d, const char* to) {
    using D = decltype(d);
    constexpr auto f = [](uint16_t x) -> D { return s::float_to_int<D, R>(s::f16_to_f32(x)); };
    t.add("cvt" + integral + "." + to + ".f16", {&map1<f, D, uint16_t>, kLaneBytes<D>, 4, 0, 0});
    constexpr auto g = [](uint16_t x) -> D { return s::float_to_int<D, R>(s::bf16_to_f32(x)); };
    t.add("cvt" + integral + "." + to + ".bf16", {&map1<g, D, uint16_t>, kLaneBytes<D>, 4, 0, 0});
  });
  for_integer_types([&](auto a, const char* from) {
    using A = decltype(a);
    const Spelling head = "cvt" + mode;
    t.add(head + ".f32." + from,
          {&map1<[](A x) -> float { return s::int_to_float<float, R>(x); }, float, A>, 4,
           kLaneBytes<A>, 0, 0});
    t.add(head + ".f64." + from,
          {&map1<[](A x) -> double { return s::int_to_float<double, R>(x); }, double, A>, 8,
           kLaneBytes<A>, 0, 0});
    t.add(head + ".f16." + from,
          {&map1<[](A x) -> uint16_t { return s::int_to_half<s::F16, R>(x); }, uint16_t, A>, 4,
           kLaneBytes<A>, 0, 0});
    t.add(head + ".bf16." + from,
          {&map1<[](A x) -> uint16_t { return s::int_to_half<s::Bf16, R>(x); }, uint16_t, A>, 4,
           kLaneBytes<A>, 0, 0});
  });
  // Between floating-point formats.
  t.add("cvt" + mode + ".f32.f64",
        {&map1<[](double x) -> float { return s::f64_to_f32<R>(x); }, float, double>, 4, 8, 0, 0});
  t.add("cvt" + mode + ".ftz.f32.f64",
        {&map1<[](double x) -> float { return s::flush(s::f64_to_f32<R>(x)); }, float, double>, 4,
         8, 0, 0});
  t.add("cvt" + mode + ".sat.f32.f64",
        {&map1<[](double x) -> float { return s::saturate(s::f64_to_f32<R>(x)); }, float, double>,
         4, 8, 0, 0});
  const auto halves = [&](auto format, const Spelling& name) {
    using F = decltype(format);
    t.add("cvt" + mode + "." + name + ".f32",
          {&map1<[](float x) -> uint16_t { return s::float_to_half<F, R>(x); }, uint16_t, float>, 4,
           4, 0, 0});
    t.add("cvt" + mode + "." + name + ".f64",
          {&map1<[](double x) -> uint16_t { return s::float_to_half<F, R>(x); }, uint16_t, double>,
           4, 8, 0, 0});
    t.add("cvt" + mode + "." + name + "x2.f32",
          {&map2<[](float a, float b) -> uint32_t { return s::floats_to_half_pair<F, R>(a, b); },
                 uint32_t, float, float>,
           4, 4, 4, 0});
  };
  halves(s::F16{}, "f16");
  halves(s::Bf16{}, "bf16");
  WARPLAB_ROW1("cvt" + mode + ".sat.f16.f32", uint16_t, float,
               s::half_saturate<s::F16>((s::float_to_half<s::F16, R>(a))));
  WARPLAB_ROW1("cvt" + mode + ".bf16.f16", uint16_t, uint16_t,
               (s::float_to_half<s::Bf16, R>(s::f16_to_f32(a))));
  WARPLAB_ROW1("cvt" + mode + ".f16.bf16", uint16_t, uint16_t,
               (s::float_to_half<s::F16, R>(s::bf16_to_f32(a))));
  // f32 to a whole f32, and the same for f64.
  WARPLAB_ROW1("cvt" + integral + ".f32.f32", float, float, s::round_to_integral<R>(a));
  WARPLAB_ROW1("cvt" + integral + ".ftz.f32.f32", float, float,
               s::flush(s::round_to_integral<R>(s::flush(a))));
  WARPLAB_ROW1("cvt" + integral + ".sat.f32.f32", float, float,
               s::saturate(s::round_to_integral<R>(a)));
  WARPLAB_ROW1("cvt" + integral + ".f64.f64", double, double, s::round_to_integral<R>(a));
  WARPLAB_ROW1("cvt" + integral + ".f16.f16", uint16_t, uint16_t,
               s::f32_to_f16(s::round_to_integral<R>(s::f16_to_f32(a))));
  WARPLAB_ROW1("cvt" + integral + ".bf16.bf16", uint16_t, uint16_t,
               s::f32_to_bf16(s::round_to_integral<R>(s::bf16_to_f32(a))));
}

}  // namespace
}  // namespace warplab::sim::WARPLAB_ISA
