#include <type_traits>
#include <utility>

#include "hardware_rows.hpp"
#include "sim/scalar/bits.hpp"
#include "sim/scalar/integer.hpp"

namespace warplab::sim::scalar::hardware {
namespace {

namespace s = scalar;
using U32 = std::uint32_t;
using S32 = std::int32_t;

template <typename T>
void add_arithmetic(Rows& rows, const std::string& type) {
  rows["add." + type] = row<[](T a, T b) { return s::add(a, b); }>;
  rows["sub." + type] = row<[](T a, T b) { return s::sub(a, b); }>;
  rows["mul.lo." + type] = row<[](T a, T b) { return s::mul_lo(a, b); }>;
  rows["mul.hi." + type] = row<[](T a, T b) { return s::mul_hi(a, b); }>;
  rows["min." + type] = row<[](T a, T b) { return s::min(a, b); }>;
  rows["max." + type] = row<[](T a, T b) { return s::max(a, b); }>;
  rows["div." + type] = row<[](T a, T b) { return s::div(a, b); }>;
  rows["rem." + type] = row<[](T a, T b) { return s::rem(a, b); }>;
  rows["mad.lo." + type] = row<[](T a, T b, T c) { return s::mad_lo(a, b, c); }>;
  rows["mad.hi." + type] = row<[](T a, T b, T c) { return s::mad_hi(a, b, c); }>;
  rows["sad." + type] = row<[](T a, T b, T c) { return s::sad(a, b, c); }>;
  rows["shr." + type] = row<[](T a, U32 b) { return s::shr(a, b); }>;
  if constexpr (sizeof(T) < 8) {
    rows["mul.wide." + type] = row<[](T a, T b) { return s::mul_wide(a, b); }>;
  }
  if constexpr (std::is_signed_v<T>) {
    rows["abs." + type] = row<[](T a) { return s::abs(a); }>;
    rows["neg." + type] = row<[](T a) { return s::neg(a); }>;
  } else {
    std::string untyped = type;
    untyped[0] = 'b';
    rows["shl." + untyped] = row<[](T a, U32 b) { return s::shl(a, b); }>;
  }
}

template <typename T>
void add_bits(Rows& rows, const std::string& type) {
  rows["bfe." + type] = row<[](T a, U32 b, U32 c) { return s::bfe(a, b, c); }>;
  rows["bfind." + type] = row<[](T a) { return s::bfind(a); }>;
  rows["bfind.shiftamt." + type] = row<[](T a) { return s::bfind_shiftamt(a); }>;
  if constexpr (std::is_unsigned_v<T>) {
    std::string untyped = type;
    untyped[0] = 'b';
    rows["bfi." + untyped] = row<[](T a, T b, U32 c, U32 d) { return s::bfi(a, b, c, d); }>;
    rows["clz." + untyped] = row<[](T a) { return s::clz(a); }>;
    rows["popc." + untyped] = row<[](T a) { return s::popc(a); }>;
    rows["brev." + untyped] = row<[](T a) { return s::brev(a); }>;
    rows["cnot." + untyped] = row<[](T a) { return s::cnot(a); }>;
  }
}

template <FunnelMode M>
void add_funnel(Rows& rows, const std::string& mode) {
  rows["shf.l." + mode + ".b32"] = row<[](U32 a, U32 b, U32 c) { return s::shf_l<M>(a, b, c); }>;
  rows["shf.r." + mode + ".b32"] = row<[](U32 a, U32 b, U32 c) { return s::shf_r<M>(a, b, c); }>;
  rows["szext." + mode + ".s32"] = row<[](U32 a, U32 b) { return s::szext<S32, M>(a, b); }>;
  rows["szext." + mode + ".u32"] = row<[](U32 a, U32 b) { return s::szext<U32, M>(a, b); }>;
  rows["bmsk." + mode + ".b32"] = row<[](U32 a, U32 b) { return s::bmsk<M>(a, b); }>;
}

template <PrmtMode M>
void add_prmt(Rows& rows, const std::string& mode) {
  rows["prmt.b32" + mode] = row<[](U32 a, U32 b, U32 c) { return s::prmt<M>(a, b, c); }>;
}

template <bool SignedA, bool SignedB>
void add_dot_products(Rows& rows, const std::string& types) {
  using ByteA = std::conditional_t<SignedA, std::int8_t, std::uint8_t>;
  using HalfA = std::conditional_t<SignedA, std::int16_t, std::uint16_t>;
  using ByteB = std::conditional_t<SignedB, std::int8_t, std::uint8_t>;
  rows["dp4a" + types] = row<[](U32 a, U32 b, U32 c) { return s::dp4a<ByteA, ByteB>(a, b, c); }>;
  rows["dp2a.lo" + types] =
      row<[](U32 a, U32 b, U32 c) { return s::dp2a<HalfA, ByteB, false>(a, b, c); }>;
  rows["dp2a.hi" + types] =
      row<[](U32 a, U32 b, U32 c) { return s::dp2a<HalfA, ByteB, true>(a, b, c); }>;
}

void add_32_bit_forms(Rows& rows) {
  rows["add.sat.s32"] = row<[](S32 a, S32 b) { return s::add_sat(a, b); }>;
  rows["sub.sat.s32"] = row<[](S32 a, S32 b) { return s::sub_sat(a, b); }>;
  rows["mad.hi.sat.s32"] = row<[](S32 a, S32 b, S32 c) { return s::mad_hi_sat(a, b, c); }>;
  rows["mad24.hi.sat.s32"] = row<[](S32 a, S32 b, S32 c) { return s::mad24_hi_sat(a, b, c); }>;
  rows["min.s32.relu"] = row<[](S32 a, S32 b) { return s::relu(s::min(a, b)); }>;
  rows["max.s32.relu"] = row<[](S32 a, S32 b) { return s::relu(s::max(a, b)); }>;
  rows["mul24.lo.s32"] = row<[](S32 a, S32 b) { return s::mul24_lo(a, b); }>;
  rows["mul24.hi.s32"] = row<[](S32 a, S32 b) { return s::mul24_hi(a, b); }>;
  rows["mul24.lo.u32"] = row<[](U32 a, U32 b) { return s::mul24_lo(a, b); }>;
  rows["mul24.hi.u32"] = row<[](U32 a, U32 b) { return s::mul24_hi(a, b); }>;
  rows["mad24.lo.s32"] = row<[](S32 a, S32 b, S32 c) { return s::mad24_lo(a, b, c); }>;
  rows["mad24.hi.s32"] = row<[](S32 a, S32 b, S32 c) { return s::mad24_hi(a, b, c); }>;
  rows["mad24.lo.u32"] = row<[](U32 a, U32 b, U32 c) { return s::mad24_lo(a, b, c); }>;
  rows["mad24.hi.u32"] = row<[](U32 a, U32 b, U32 c) { return s::mad24_hi(a, b, c); }>;
  rows["add.s16x2"] = row<[](U32 a, U32 b) { return s::add_x2<std::int16_t>(a, b); }>;
  rows["add.u16x2"] = row<[](U32 a, U32 b) { return s::add_x2<std::uint16_t>(a, b); }>;
  rows["min.s16x2"] = row<[](U32 a, U32 b) { return s::min_x2<std::int16_t>(a, b); }>;
  rows["min.u16x2"] = row<[](U32 a, U32 b) { return s::min_x2<std::uint16_t>(a, b); }>;
  rows["max.s16x2"] = row<[](U32 a, U32 b) { return s::max_x2<std::int16_t>(a, b); }>;
  rows["max.u16x2"] = row<[](U32 a, U32 b) { return s::max_x2<std::uint16_t>(a, b); }>;
  rows["max.s16x2.relu"] =
      row<[](U32 a, U32 b) { return s::relu_x2(s::max_x2<std::int16_t>(a, b)); }>;
  rows["fns.b32"] = row<[](U32 a, U32 b, S32 c) { return s::fns(a, b, c); }>;
  rows["lop3.b32"] = row<[](U32 a, U32 b, U32 c, U32 d) { return s::lop3(a, b, c, d); }>;
  rows["vabsdiff4.u32.u32.u32"] = row<[](U32 a, U32 b, U32) { return s::vabsdiff4(a, b); }>;
  rows["vabsdiff4.u32.u32.u32.add"] =
      row<[](U32 a, U32 b, U32 c) { return s::vabsdiff4_add(a, b, c); }>;
}

}  // namespace

void add_integer_rows(Rows& rows) {
  for_each_integer([&]<typename T>(const std::string& type) {
    if constexpr (sizeof(T) > 1) add_arithmetic<T>(rows, type);
    if constexpr (sizeof(T) > 2) add_bits<T>(rows, type);
  });
  add_32_bit_forms(rows);
  add_funnel<FunnelMode::Clamp>(rows, "clamp");
  add_funnel<FunnelMode::Wrap>(rows, "wrap");
  add_prmt<PrmtMode::Index>(rows, "");
  add_prmt<PrmtMode::F4e>(rows, ".f4e");
  add_prmt<PrmtMode::B4e>(rows, ".b4e");
  add_prmt<PrmtMode::Rc8>(rows, ".rc8");
  add_prmt<PrmtMode::Ecl>(rows, ".ecl");
  add_prmt<PrmtMode::Ecr>(rows, ".ecr");
  add_prmt<PrmtMode::Rc16>(rows, ".rc16");
  add_dot_products<true, true>(rows, ".s32.s32");
  add_dot_products<true, false>(rows, ".s32.u32");
  add_dot_products<false, true>(rows, ".u32.s32");
  add_dot_products<false, false>(rows, ".u32.u32");
}

}  // namespace warplab::sim::scalar::hardware
