#pragma once
// Instructions that only compute: one lane's source values in, its result out.
// Source: PTX ISA 9.0, section 9.7, in the order of the manual.
#include <span>
#include <string_view>

#include "ptx/module.hpp"
#include "specification/bits.hpp"

namespace warplab::sim::plain {

struct Operation {
  const ptx::Instruction& instruction;
  std::span<const Bits> sources;  // a, b, c, ... as registers hold them
  bool carry = false;             // CC.CF: before, and after an instruction with .cc
  Bits second = 0;                // what q of a destination p|q gets

  bool has(std::string_view modifier) const { return instruction.has(modifier); }
  ptx::Type type() const { return instruction.type(); }
  unsigned width() const { return width_of(type()); }
  // Source `i` as `type()` reads it.
  Bits bits(unsigned i) const { return lowest(sources[i], width()); }
  SignedBits integer(unsigned i) const {
    return ptx::is_signed(type()) ? as_signed(sources[i], width())
                                  : static_cast<SignedBits>(bits(i));
  }
};

// Computes an instruction's result. A narrow result is extended to the register by the caller:
// with its sign where the destination type is signed.
using Compute = Bits (*)(Operation&);

// The function for an instruction that only computes, null for any other or one that is not known.
Compute compute_of(const ptx::Instruction& instruction);
// The type that the destination gets: cvt.s8.f32 gives s8, mul.wide.s16 gives s32, set.u32.f32 u32.
ptx::Type result_type(const ptx::Instruction& instruction);

// integer_arithmetic.cpp
Bits integer_add(Operation&);
Bits integer_sub(Operation&);
Bits integer_mul(Operation&);
Bits integer_mad(Operation&);
Bits mul24(Operation&);
Bits mad24(Operation&);
Bits sad(Operation&);
Bits integer_div(Operation&);
Bits integer_rem(Operation&);
Bits integer_abs(Operation&);
Bits integer_neg(Operation&);
Bits integer_min(Operation&);
Bits integer_max(Operation&);
Bits add_with_carry(Operation&);
Bits sub_with_borrow(Operation&);
Bits mad_with_carry(Operation&);
Bits dp4a(Operation&);
Bits dp2a(Operation&);

// bit_fields.cpp
Bits popc(Operation&);
Bits clz(Operation&);
Bits bfind(Operation&);
Bits fns(Operation&);
Bits brev(Operation&);
Bits bfe(Operation&);
Bits bfi(Operation&);
Bits szext(Operation&);
Bits bmsk(Operation&);
Bits bitwise_and(Operation&);
Bits bitwise_or(Operation&);
Bits bitwise_xor(Operation&);
Bits bitwise_not(Operation&);
Bits cnot(Operation&);
Bits lop3(Operation&);
Bits shf(Operation&);
Bits shl(Operation&);
Bits shr(Operation&);
Bits prmt(Operation&);

// floating.cpp: f16, f16x2, bf16, bf16x2, f32, f64
Bits float_add(Operation&);
Bits float_sub(Operation&);
Bits float_mul(Operation&);
Bits float_fma(Operation&);
Bits float_div(Operation&);
Bits float_abs(Operation&);
Bits float_neg(Operation&);
Bits float_min(Operation&);
Bits float_max(Operation&);
Bits float_rcp(Operation&);
Bits float_sqrt(Operation&);
Bits copysign(Operation&);
Bits testp(Operation&);
// The hardware's approximate functions: rcp, rsqrt, sqrt, sin, cos, lg2, ex2, tanh, div.
Bits approximate(Operation&);

inline bool is_packed(ptx::Type type) {
  return type == ptx::Type::f16x2 || type == ptx::Type::bf16x2;
}

// comparison.cpp
Bits set(Operation&);
Bits setp(Operation&);
Bits selp(Operation&);
Bits slct(Operation&);

// conversion.cpp
Bits cvt(Operation&);
Bits cvt_pack(Operation&);
Bits move(Operation&);

// simd_video.cpp: vadd2, vabsdiff4, ...
Bits simd_video(Operation&);

// One addition of atom and red, and of add: rounded to nearest even, `flush` as .ftz.
Bits float_sum(Bits a, Bits b, ptx::Type type, bool flush);
// fmin and fmax of atom.
Bits float_smaller(Bits a, Bits b, ptx::Type type);
Bits float_larger(Bits a, Bits b, ptx::Type type);

}  // namespace warplab::sim::plain
