#include <type_traits>
#include <utility>

#include "hardware_rows.hpp"
#include "sim/scalar/convert.hpp"
#include "sim/scalar/half_arithmetic.hpp"

namespace warplab::sim::scalar::hardware {
namespace {

namespace s = scalar;
using Half = std::uint16_t;

template <typename T>
void add_f32_or_f64(Rows& rows, const std::string& type) {
  for_each_rounding([&]<Rounding R>(const std::string& mode) {
    for_each_integer([&]<typename Int>(const std::string& integer) {
      rows["cvt." + mode + "i." + integer + "." + type] =
          row<[](T a) { return s::float_to_int<Int, R>(a); }>;
      rows["cvt." + mode + "." + type + "." + integer] =
          row<[](Int a) { return s::int_to_float<T, R>(a); }>;
    });
    rows["cvt." + mode + "i." + type + "." + type] =
        row<[](T a) { return s::round_to_integral<R>(a); }>;
  });
}

template <typename H>
void add_half(Rows& rows, const std::string& type) {
  for_each_rounding([&]<Rounding R>(const std::string& mode) {
    const std::string to = "cvt." + mode + "." + type + ".";
    for_each_integer([&]<typename Int>(const std::string& integer) {
      // From bf16 an 8-bit result has a register of its own size.
      using Byte = std::conditional_t<std::is_same_v<H, Bf16>, std::uint8_t, Int>;
      using Result = std::conditional_t<sizeof(Int) == 1, Byte, Int>;
      rows["cvt." + mode + "i." + integer + "." + type] =
          row<[](Half a) { return static_cast<Result>(s::float_to_int<Int, R>(s::widen<H>(a))); }>;
      rows[to + integer] = row<[](Int a) { return s::int_to_half<H, R>(a); }>;
    });
    rows[to + "f32"] = row<[](float a) { return s::float_to_half<H, R>(a); }>;
    rows[to + "f64"] = row<[](double a) { return s::float_to_half<H, R>(a); }>;
    rows["cvt." + mode + "i." + type + "." + type] =
        row<[](Half a) { return s::to_half<H>(s::round_to_integral<R>(s::widen<H>(a))); }>;
    rows["cvt." + mode + "." + type + "x2.f32"] =
        row<[](float a, float b) { return s::floats_to_half_pair<H, R>(a, b); }>;
    rows["cvt." + mode + ".relu." + type + ".f32"] =
        row<[](float a) { return s::half_relu<H>(s::float_to_half<H, R>(a)); }>;
  });
  rows["cvt.f32." + type] = row<[](Half a) { return s::widen<H>(a); }>;
}

template <typename To>
void add_packs(Rows& rows, const std::string& sign) {
  using S = std::int32_t;
  using U = std::uint32_t;
  using Wide = std::conditional_t<std::is_signed_v<To>, std::int16_t, std::uint16_t>;
  const std::string name = "cvt.pack.sat." + sign;
  rows[name + "16.s32"] = row<[](S a, S b) { return s::pack_sat_16<Wide>(a, b); }>;
  rows[name + "8.s32.b32"] = row<[](S a, S b, U c) { return s::pack_sat<To, 8>(a, b, c); }>;
  rows[name + "4.s32.b32"] = row<[](S a, S b, U c) { return s::pack_sat<To, 4>(a, b, c); }>;
  rows[name + "2.s32.b32"] = row<[](S a, S b, U c) { return s::pack_sat<To, 2>(a, b, c); }>;
}

}  // namespace

void add_convert_rows(Rows& rows) {
  for_each_integer([&]<typename To>(const std::string& to) {
    for_each_integer([&]<typename From>(const std::string& from) {
      rows["cvt." + to + "." + from] = row<[](From a) { return s::int_to_int<To>(a); }>;
      rows["cvt.sat." + to + "." + from] = row<[](From a) { return s::int_to_int_sat<To>(a); }>;
    });
  });
  add_f32_or_f64<float>(rows, "f32");
  add_f32_or_f64<double>(rows, "f64");
  add_half<F16>(rows, "f16");
  add_half<Bf16>(rows, "bf16");
  for_each_rounding([&]<Rounding R>(const std::string& mode) {
    rows["cvt." + mode + ".f32.f64"] = row<[](double a) { return s::f64_to_f32<R>(a); }>;
  });
  rows["cvt.rn.ftz.f32.f64"] =
      row<[](double a) { return s::flush(s::f64_to_f32<Rounding::NearestEven>(a)); }>;
  rows["cvt.rzi.ftz.s32.f32"] =
      row<[](float a) { return s::float_to_int<std::int32_t, Rounding::Zero>(s::flush(a)); }>;
  rows["cvt.rpi.ftz.s32.f32"] =
      row<[](float a) { return s::float_to_int<std::int32_t, Rounding::Up>(s::flush(a)); }>;
  rows["cvt.f64.f32"] = row<[](float a) { return s::f32_to_f64(a); }>;
  rows["cvt.f64.f16"] = row<[](Half a) { return s::f16_to_f64(a); }>;
  rows["cvt.f64.bf16"] = row<[](Half a) { return s::bf16_to_f64(a); }>;
  rows["cvt.rn.bf16.f16"] = row<[](Half a) { return s::f32_to_bf16(s::f16_to_f32(a)); }>;
  rows["cvt.rn.f16.bf16"] = row<[](Half a) { return s::f32_to_f16(s::bf16_to_f32(a)); }>;
  rows["cvt.sat.f32.f32"] = row<[](float a) { return s::saturate(a); }>;
  rows["cvt.rn.sat.f16.f32"] = row<[](float a) { return s::half_saturate<F16>(s::f32_to_f16(a)); }>;
  rows["cvt.rna.tf32.f32"] = row<[](float a) { return s::f32_to_tf32<Rounding::NearestAway>(a); }>;
  rows["cvt.rn.tf32.f32"] = row<[](float a) { return s::f32_to_tf32<Rounding::NearestEven>(a); }>;
  rows["cvt.rz.tf32.f32"] = row<[](float a) { return s::f32_to_tf32<Rounding::Zero>(a); }>;
  add_packs<std::int8_t>(rows, "s");
  add_packs<std::uint8_t>(rows, "u");
}

}  // namespace warplab::sim::scalar::hardware
