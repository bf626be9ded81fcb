#pragma once
// Instructions that only compute: one lane's source values in, its result out.
// Source: PTX ISA 9.0, section 9.7. Each file has the functions of a family, and last their rows.
#include <span>
#include <string_view>

#include "ptx/module.hpp"
#include "specification/numbers.hpp"

namespace warplab::specification {

struct Operation {
  const ptx::Instruction& instruction;
  std::span<const Bits> sources;  // a, b, c, ... as registers hold them
  Bits second = 0;                // what q of a destination p|q gets

  bool has(std::string_view modifier) const { return instruction.has(modifier); }
  ptx::Type type() const { return instruction.type(); }
  unsigned width() const { return width_of(type()); }
  bool is_signed() const { return ptx::is_signed(type()); }
  // Source `i` as `type()` reads it.
  Bits bits(unsigned i) const { return lowest(sources[i], width()); }
  SignedBits integer(unsigned i) const { return as_number(sources[i], width(), is_signed()); }
};

// Computes an instruction's result. A narrow result is extended to the register by the caller:
// with its sign where the destination type is signed.
using Compute = Bits (*)(Operation&);
struct ComputeRow {
  std::string_view opcode;
  Compute compute;
};
std::span<const ComputeRow> integer_rows();     // integers.cpp: whole numbers and bits
std::span<const ComputeRow> float_rows();       // floats.cpp: where type() is a float
std::span<const ComputeRow> conversion_rows();  // conversions.cpp: comparison, choice, conversion

// The function for an instruction that only computes; null for any other, and for those that are
// left out: approximations, cvt.pack, cvt.tf32, carries, and the rare ones that have no row.
Compute compute_of(const ptx::Instruction& instruction);
// The type that the destination gets: cvt.s8.f32 gives s8, mul.wide.s16 gives s32, set.u32.f32 u32.
ptx::Type result_type(const ptx::Instruction& instruction);

inline bool is_packed(ptx::Type type) {
  return type == ptx::Type::f16x2 || type == ptx::Type::bf16x2;
}

// `name` of two floats, "add", "min" or "max", as an atomic does it; `flush` as .ftz.
Bits float_update(const char* name, Bits a, Bits b, ptx::Type type, bool flush);

}  // namespace warplab::specification
