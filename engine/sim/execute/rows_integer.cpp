// Integer arithmetic. PTX ISA, "Integer Arithmetic Instructions" and "Extended-Precision Integer
// Arithmetic Instructions".
#include "sim/execute/lane_loops.hpp"
#include "sim/scalar/comparison.hpp"
#include "sim/scalar/integer.hpp"

namespace warplab::sim::WARPLAB_ISA {
namespace {

namespace s = scalar;

template <class T>
void add_type(RowTable& t, const Spelling& type) {
  using U = std::make_unsigned_t<T>;
  WARPLAB_ROW2("add." + type, T, T, T, s::add(a, b));
  WARPLAB_ROW2("sub." + type, T, T, T, s::sub(a, b));
  WARPLAB_ROW2("mul.lo." + type, T, T, T, s::mul_lo(a, b));
  WARPLAB_ROW2("mul.hi." + type, T, T, T, s::mul_hi(a, b));
  WARPLAB_ROW3("mad.lo." + type, T, T, T, T, s::mad_lo(a, b, c));
  WARPLAB_ROW3("mad.hi." + type, T, T, T, T, s::mad_hi(a, b, c));
  WARPLAB_ROW3("sad." + type, T, T, T, T, s::sad(a, b, c));
  WARPLAB_ROW2("div." + type, T, T, T, s::div(a, b));
  WARPLAB_ROW2("rem." + type, T, T, T, s::rem(a, b));
  WARPLAB_ROW2("min." + type, T, T, T, s::min(a, b));
  WARPLAB_ROW2("max." + type, T, T, T, s::max(a, b));
  if constexpr (std::is_signed_v<T>) {
    WARPLAB_ROW1("neg." + type, T, T, s::neg(a));
    WARPLAB_ROW1("abs." + type, T, T, s::abs(a));
    WARPLAB_ROW2("min.relu." + type, T, T, T, s::relu(s::min(a, b)));
    WARPLAB_ROW2("max.relu." + type, T, T, T, s::relu(s::max(a, b)));
  }
  if constexpr (sizeof(T) < 8) {
    using D = std::conditional_t<sizeof(T) == 2,
                                 std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>,
                                 std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>;
    WARPLAB_ROW2("mul.wide." + type, D, T, T, s::mul_wide(a, b));
    WARPLAB_ROW3("mad.wide." + type, D, T, T, D, s::mad_wide(a, b, c));
  }
  if constexpr (sizeof(T) >= 4) {
    const auto carry = [&](const char* opcode, Handler h) {
      t.add(Spelling(opcode) + "." + type, {h, kLaneBytes<T>, kLaneBytes<T>, kLaneBytes<T>, 0});
    };
    const auto carry3 = [&](const char* opcode, Handler h) {
      t.add(Spelling(opcode) + "." + type,
            {h, kLaneBytes<T>, kLaneBytes<T>, kLaneBytes<T>, kLaneBytes<T>});
    };
    constexpr auto sum = [](U a, U b, U, bool in) { return s::add_carry(a, b, in); };
    constexpr auto difference = [](U a, U b, U, bool in) { return s::sub_borrow(a, b, in); };
    constexpr auto low = [](U a, U b, U c, bool in) {
      return s::mad_lo_carry<T>(static_cast<T>(a), static_cast<T>(b), static_cast<T>(c), in);
    };
    constexpr auto high = [](U a, U b, U c, bool in) {
      return s::mad_hi_carry<T>(static_cast<T>(a), static_cast<T>(b), static_cast<T>(c), in);
    };
    for (const char* name : {"add.cc", "addc", "addc.cc"}) carry(name, &with_carry<sum, U>);
    for (const char* name : {"sub.cc", "subc", "subc.cc"}) carry(name, &with_carry<difference, U>);
    for (const char* name : {"mad.lo.cc", "madc.lo", "madc.lo.cc"})
      carry3(name, &with_carry<low, U>);
    for (const char* name : {"mad.hi.cc", "madc.hi", "madc.hi.cc"})
      carry3(name, &with_carry<high, U>);
  }
}

template <s::Comparison C, class T>
void add_comparison(RowTable& t, const Spelling& name, const Spelling& type) {
  constexpr auto holds = [](T a, T b) { return s::compare<C>(a, b); };
  t.add("setp." + name + "." + type,
        {&set_predicates<holds, T, T>, kPredicate, kLaneBytes<T>, kLaneBytes<T>, 0});
  for (const char* d : {"u32", "s32"})
    t.add("set." + name + "." + d + "." + type,
          {&set_value<holds, ~0u, uint32_t, T, T>, 4, kLaneBytes<T>, kLaneBytes<T>, 0});
  t.add("set." + name + ".f32." + type,
        {&set_value<holds, 1, float, T, T>, 4, kLaneBytes<T>, kLaneBytes<T>, 0});
}

template <class T>
void add_comparisons(RowTable& t, const Spelling& type) {
  using enum s::Comparison;
  add_comparison<eq, T>(t, "eq", type);
  add_comparison<ne, T>(t, "ne", type);
  add_comparison<lt, T>(t, "lt", type);
  add_comparison<le, T>(t, "le", type);
  add_comparison<gt, T>(t, "gt", type);
  add_comparison<ge, T>(t, "ge", type);
  if constexpr (std::is_unsigned_v<T>) {
    add_comparison<lt, T>(t, "lo", type);
    add_comparison<le, T>(t, "ls", type);
    add_comparison<gt, T>(t, "hi", type);
    add_comparison<ge, T>(t, "hs", type);
  }
}

}  // namespace

void add_integer_rows(RowTable& t) {
  add_type<int16_t>(t, "s16");
  add_type<uint16_t>(t, "u16");
  add_type<int32_t>(t, "s32");
  add_type<uint32_t>(t, "u32");
  add_type<int64_t>(t, "s64");
  add_type<uint64_t>(t, "u64");
  WARPLAB_ROW2("add.sat.s32", int32_t, int32_t, int32_t, s::add_sat(a, b));
  WARPLAB_ROW2("sub.sat.s32", int32_t, int32_t, int32_t, s::sub_sat(a, b));
  WARPLAB_ROW3("mad.hi.sat.s32", int32_t, int32_t, int32_t, int32_t, s::mad_hi_sat(a, b, c));
  WARPLAB_ROW2("mul24.lo.s32", int32_t, int32_t, int32_t, s::mul24_lo(a, b));
  WARPLAB_ROW2("mul24.lo.u32", uint32_t, uint32_t, uint32_t, s::mul24_lo(a, b));
  WARPLAB_ROW2("mul24.hi.s32", int32_t, int32_t, int32_t, s::mul24_hi(a, b));
  WARPLAB_ROW2("mul24.hi.u32", uint32_t, uint32_t, uint32_t, s::mul24_hi(a, b));
  WARPLAB_ROW3("mad24.lo.s32", int32_t, int32_t, int32_t, int32_t, s::mad24_lo(a, b, c));
  WARPLAB_ROW3("mad24.lo.u32", uint32_t, uint32_t, uint32_t, uint32_t, s::mad24_lo(a, b, c));
  WARPLAB_ROW3("mad24.hi.s32", int32_t, int32_t, int32_t, int32_t, s::mad24_hi(a, b, c));
  WARPLAB_ROW3("mad24.hi.u32", uint32_t, uint32_t, uint32_t, uint32_t, s::mad24_hi(a, b, c));
  WARPLAB_ROW3("mad24.hi.sat.s32", int32_t, int32_t, int32_t, int32_t, s::mad24_hi_sat(a, b, c));
  WARPLAB_ROW2("add.u16x2", uint32_t, uint32_t, uint32_t, s::add_x2<uint16_t>(a, b));
  WARPLAB_ROW2("add.s16x2", uint32_t, uint32_t, uint32_t, s::add_x2<int16_t>(a, b));
  WARPLAB_ROW2("min.u16x2", uint32_t, uint32_t, uint32_t, s::min_x2<uint16_t>(a, b));
  WARPLAB_ROW2("min.s16x2", uint32_t, uint32_t, uint32_t, s::min_x2<int16_t>(a, b));
  WARPLAB_ROW2("max.u16x2", uint32_t, uint32_t, uint32_t, s::max_x2<uint16_t>(a, b));
  WARPLAB_ROW2("max.s16x2", uint32_t, uint32_t, uint32_t, s::max_x2<int16_t>(a, b));
  WARPLAB_ROW2("min.relu.s16x2", uint32_t, uint32_t, uint32_t,
               s::relu_x2(s::min_x2<int16_t>(a, b)));
  WARPLAB_ROW2("max.relu.s16x2", uint32_t, uint32_t, uint32_t,
               s::relu_x2(s::max_x2<int16_t>(a, b)));
  using U = uint32_t;
  WARPLAB_ROW3("dp4a.u32.u32", U, U, U, U, (s::dp4a<uint8_t, uint8_t>(a, b, c)));
  WARPLAB_ROW3("dp4a.u32.s32", U, U, U, U, (s::dp4a<uint8_t, int8_t>(a, b, c)));
  WARPLAB_ROW3("dp4a.s32.u32", U, U, U, U, (s::dp4a<int8_t, uint8_t>(a, b, c)));
  WARPLAB_ROW3("dp4a.s32.s32", U, U, U, U, (s::dp4a<int8_t, int8_t>(a, b, c)));
  WARPLAB_ROW3("dp2a.lo.u32.u32", U, U, U, U, (s::dp2a<uint16_t, uint8_t, false>(a, b, c)));
  WARPLAB_ROW3("dp2a.lo.u32.s32", U, U, U, U, (s::dp2a<uint16_t, int8_t, false>(a, b, c)));
  WARPLAB_ROW3("dp2a.lo.s32.u32", U, U, U, U, (s::dp2a<int16_t, uint8_t, false>(a, b, c)));
  WARPLAB_ROW3("dp2a.lo.s32.s32", U, U, U, U, (s::dp2a<int16_t, int8_t, false>(a, b, c)));
  WARPLAB_ROW3("dp2a.hi.u32.u32", U, U, U, U, (s::dp2a<uint16_t, uint8_t, true>(a, b, c)));
  WARPLAB_ROW3("dp2a.hi.u32.s32", U, U, U, U, (s::dp2a<uint16_t, int8_t, true>(a, b, c)));
  WARPLAB_ROW3("dp2a.hi.s32.u32", U, U, U, U, (s::dp2a<int16_t, uint8_t, true>(a, b, c)));
  WARPLAB_ROW3("dp2a.hi.s32.s32", U, U, U, U, (s::dp2a<int16_t, int8_t, true>(a, b, c)));
  WARPLAB_ROW3("vabsdiff4.u32.u32.u32.add", U, U, U, U, s::vabsdiff4_add(a, b, c));
  // Its third operand counts only with .add.
  WARPLAB_ROW3("vabsdiff4.u32.u32.u32", U, U, U, U, s::vabsdiff4(a, b) + 0 * c);
  add_comparisons<int16_t>(t, "s16");
  add_comparisons<uint16_t>(t, "u16");
  add_comparisons<uint16_t>(t, "b16");
  add_comparisons<int32_t>(t, "s32");
  add_comparisons<uint32_t>(t, "u32");
  add_comparisons<uint32_t>(t, "b32");
  add_comparisons<int64_t>(t, "s64");
  add_comparisons<uint64_t>(t, "u64");
  add_comparisons<uint64_t>(t, "b64");
  for (const char* type : {"b16", "u16", "s16"})
    t.add(Spelling("selp.") + type, {&select<uint16_t>, 4, 4, 4, kPredicate});
  for (const char* type : {"b32", "u32", "s32", "f32"})
    t.add(Spelling("selp.") + type, {&select<uint32_t>, 4, 4, 4, kPredicate});
  for (const char* type : {"b64", "u64", "s64", "f64"})
    t.add(Spelling("selp.") + type, {&select<uint64_t>, 8, 8, 8, kPredicate});
  for (const char* type : {"b16", "u16", "s16"})
    WARPLAB_ROW3(Spelling("slct.") + type + ".s32", uint16_t, uint16_t, uint16_t, int32_t,
                 c >= 0 ? a : b);
  for (const char* type : {"b32", "u32", "s32", "f32"})
    WARPLAB_ROW3(Spelling("slct.") + type + ".s32", U, U, U, int32_t, c >= 0 ? a : b);
  for (const char* type : {"b64", "u64", "s64", "f64"})
    WARPLAB_ROW3(Spelling("slct.") + type + ".s32", uint64_t, uint64_t, uint64_t, int32_t,
                 c >= 0 ? a : b);
  for (const char* type : {"b32", "u32", "s32", "f32"})
    WARPLAB_ROW3(Spelling("slct.") + type + ".f32", U, U, U, float, c >= 0 ? a : b);
}

}  // namespace warplab::sim::WARPLAB_ISA
