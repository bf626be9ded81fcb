// cvt. PTX ISA, "Data Movement and Conversion Instructions: cvt" and "cvt.pack".
#include "sim/execute/lane_loops.hpp"
#include "sim/scalar/byte_float.hpp"
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

}  // namespace

void add_convert_rows(RowTable& t) {
  add_integer_to_integer(t);
  add_rounding<Rounding::NearestEven>(t, ".rni", ".rn");
  add_rounding<Rounding::Zero>(t, ".rzi", ".rz");
  add_rounding<Rounding::Down>(t, ".rmi", ".rm");
  add_rounding<Rounding::Up>(t, ".rpi", ".rp");
  add_narrow_formats(t);
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
