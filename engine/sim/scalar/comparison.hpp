#pragma once

// setp and set. PTX ISA, "Comparison and Selection Instructions".

#include <cstdint>

#include "sim/scalar/float_bits.hpp"
#include "sim/scalar/isa.hpp"

namespace warplab::sim::scalar {
inline namespace WARPLAB_ISA {

// For unsigned integers lo, ls, hi and hs are lt, le, gt and ge on unsigned operands.
enum class Comparison : std::uint8_t {
  eq,
  ne,
  lt,
  le,
  gt,
  ge,  // false when an operand is NaN (ne as well)
  equ,
  neu,
  ltu,
  leu,
  gtu,
  geu,  // true when an operand is NaN; floating point alone
  num,
  nan,  // neither operand is NaN; either is
};

template <Comparison C, typename T>
WARPLAB_LANE bool compare(T a, T b) {
  if constexpr (C == Comparison::eq) return a == b;
  if constexpr (C == Comparison::ne) return (a < b) | (a > b);
  if constexpr (C == Comparison::lt) return a < b;
  if constexpr (C == Comparison::le) return a <= b;
  if constexpr (C == Comparison::gt) return a > b;
  if constexpr (C == Comparison::ge) return a >= b;
  if constexpr (C == Comparison::equ) return !((a < b) | (a > b));
  if constexpr (C == Comparison::neu) return !(a == b);
  if constexpr (C == Comparison::ltu) return !(a >= b);
  if constexpr (C == Comparison::leu) return !(a > b);
  if constexpr (C == Comparison::gtu) return !(a <= b);
  if constexpr (C == Comparison::geu) return !(a < b);
  if constexpr (C == Comparison::num) return (a == a) & (b == b);
  if constexpr (C == Comparison::nan) return (a != a) | (b != b);
}

}  // namespace WARPLAB_ISA
}  // namespace warplab::sim::scalar
