// One row for each instruction that only computes, in the notation of the PTX ISA: opcode,
// modifiers and types that are understood, what computes it. An instruction that fits no row is
// unsupported.
#include <algorithm>
#include <array>

#include "specification/operation.hpp"
#include "specification/word_list.hpp"

namespace warplab::sim::plain {
namespace {

using ptx::Type;

struct Row {
  std::string_view opcode;
  std::string_view modifiers;  // besides the types; separated by blanks
  std::string_view types;
  Compute compute;
};

#define INTEGERS "u16 u32 u64 s16 s32 s64"
#define WHOLE_BITS "b16 b32 b64"
#define FLOATS "f16 f16x2 bf16 bf16x2 f32 f64"
#define COMPARISONS "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan and or xor ftz"
#define ROUNDINGS "rn rz rm rp"

constexpr auto kRows = std::to_array<Row>({
    {"add", "sat cc u16x2 s16x2", INTEGERS, integer_add},
    {"add", ROUNDINGS " ftz sat", FLOATS, float_add},
    {"addc", "cc", "u32 u64 s32 s64", add_with_carry},
    {"sub", "sat cc", INTEGERS, integer_sub},
    {"sub", ROUNDINGS " ftz sat", FLOATS, float_sub},
    {"subc", "cc", "u32 u64 s32 s64", sub_with_borrow},
    {"mul", "hi lo wide", INTEGERS, integer_mul},
    {"mul", ROUNDINGS " ftz sat", FLOATS, float_mul},
    {"mad", "hi lo wide sat cc", INTEGERS, integer_mad},
    {"mad", ROUNDINGS " ftz sat", "f32 f64", float_fma},
    {"madc", "hi lo cc", "u32 u64 s32 s64", mad_with_carry},
    {"fma", ROUNDINGS " ftz sat relu", FLOATS, float_fma},
    {"mul24", "hi lo", "u32 s32", mul24},
    {"mad24", "hi lo sat", "u32 s32", mad24},
    {"sad", "", INTEGERS, sad},
    {"div", "", INTEGERS, integer_div},
    {"div", "approx full ftz", "f32", approximate},
    {"div", ROUNDINGS " ftz", "f32 f64", float_div},
    {"rem", "", INTEGERS, integer_rem},
    {"abs", "", "s16 s32 s64", integer_abs},
    {"abs", "ftz", FLOATS, float_abs},
    {"neg", "", "s16 s32 s64", integer_neg},
    {"neg", "ftz", FLOATS, float_neg},
    {"min", "relu u16x2 s16x2", INTEGERS, integer_min},
    {"min", "ftz NaN xorsign abs", FLOATS, float_min},
    {"max", "relu u16x2 s16x2", INTEGERS, integer_max},
    {"max", "ftz NaN xorsign abs", FLOATS, float_max},
    {"rcp", "approx ftz", "f32 f64", approximate},
    {"rcp", ROUNDINGS " ftz", "f32 f64", float_rcp},
    {"sqrt", "approx ftz", "f32", approximate},
    {"sqrt", ROUNDINGS " ftz", "f32 f64", float_sqrt},
    {"rsqrt", "approx ftz", "f32 f64", approximate},
    {"sin", "approx ftz", "f32", approximate},
    {"cos", "approx ftz", "f32", approximate},
    {"lg2", "approx ftz", "f32", approximate},
    {"ex2", "approx ftz", "f32 f16 f16x2 bf16 bf16x2", approximate},
    {"tanh", "approx", "f32 f16 f16x2 bf16 bf16x2", approximate},
    {"copysign", "", "f32 f64", copysign},
    {"testp", "finite infinite number notanumber normal subnormal", "f32 f64", testp},

    {"popc", "", "b32 b64", popc},
    {"clz", "", "b32 b64", clz},
    {"bfind", "shiftamt", "u32 u64 s32 s64", bfind},
    {"fns", "", "b32", fns},
    {"brev", "", "b32 b64", brev},
    {"bfe", "", "u32 u64 s32 s64", bfe},
    {"bfi", "", "b32 b64", bfi},
    {"szext", "clamp wrap", "u32 s32", szext},
    {"bmsk", "clamp wrap", "b32", bmsk},
    {"dp4a", "", "u32 s32", dp4a},
    {"dp2a", "lo hi", "u32 s32", dp2a},
    {"and", "", "pred " WHOLE_BITS, bitwise_and},
    {"or", "", "pred " WHOLE_BITS, bitwise_or},
    {"xor", "", "pred " WHOLE_BITS, bitwise_xor},
    {"not", "", "pred " WHOLE_BITS, bitwise_not},
    {"cnot", "", WHOLE_BITS, cnot},
    {"lop3", "and or", "b32", lop3},
    {"shf", "l r clamp wrap", "b32", shf},
    {"shl", "", WHOLE_BITS, shl},
    {"shr", "", INTEGERS " " WHOLE_BITS, shr},
    {"prmt", "f4e b4e rc8 ecl ecr rc16", "b32", prmt},

    {"set", COMPARISONS, INTEGERS " " WHOLE_BITS " " FLOATS, set},
    {"setp", COMPARISONS, INTEGERS " " WHOLE_BITS " " FLOATS, setp},
    {"selp", "", INTEGERS " " WHOLE_BITS " f16 f16x2 bf16 bf16x2 f32 f64", selp},
    {"slct", "ftz", INTEGERS " " WHOLE_BITS " f32 f64", slct},

    {"cvt", ROUNDINGS " rna rni rzi rmi rpi ftz sat relu satfinite tf32",
     "u8 s8 " INTEGERS " " FLOATS, cvt},
    {"cvt", "pack sat u4 s4 u2 s2", "u8 s8 u16 s16 s32 b32", cvt_pack},
    {"mov", "", "pred b128 " INTEGERS " " WHOLE_BITS " f16 f16x2 bf16 bf16x2 f32 f64", move},

    {"vadd2", "sat add", "u32 s32", simd_video},
    {"vadd4", "sat add", "u32 s32", simd_video},
    {"vsub2", "sat add", "u32 s32", simd_video},
    {"vsub4", "sat add", "u32 s32", simd_video},
    {"vabsdiff2", "sat add", "u32 s32", simd_video},
    {"vabsdiff4", "sat add", "u32 s32", simd_video},
    {"vmin2", "sat add", "u32 s32", simd_video},
    {"vmin4", "sat add", "u32 s32", simd_video},
    {"vmax2", "sat add", "u32 s32", simd_video},
    {"vmax4", "sat add", "u32 s32", simd_video},
});

bool fits(const Row& row, const ptx::Instruction& instruction) {
  if (row.opcode != instruction.opcode) return false;
  return std::all_of(
      instruction.modifiers.begin(), instruction.modifiers.end(),
      [&](const std::string& m) { return lists(row.types, m) || lists(row.modifiers, m); });
}

}  // namespace

Compute compute_of(const ptx::Instruction& instruction) {
  const auto row =
      std::find_if(kRows.begin(), kRows.end(), [&](const Row& r) { return fits(r, instruction); });
  return row == kRows.end() ? nullptr : row->compute;
}

Type result_type(const ptx::Instruction& i) {
  const std::string& name = i.opcode;
  if (name == "cvt" && i.has("tf32")) return Type::b32;
  if (name == "cvt" && i.has("pack")) return Type::b32;
  if (name == "cvt" || name == "set" || name == "slct") return i.type(1);
  if (name == "setp" || name == "testp") return Type::pred;
  if (name == "popc" || name == "clz" || name == "bfind") return Type::u32;
  if (name == "dp4a" || name == "dp2a") return Type::b32;
  if (i.has("wide")) {
    switch (i.type()) {
      case Type::u16: return Type::u32;
      case Type::s16: return Type::s32;
      case Type::u32: return Type::u64;
      default: return Type::s64;
    }
  }
  return i.type() == Type::none ? Type::b32 : i.type();  // add.u16x2
}

}  // namespace warplab::sim::plain
