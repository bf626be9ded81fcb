#pragma once

// Integer arithmetic. PTX ISA, "Integer Arithmetic Instructions", "Extended-Precision Integer
// Arithmetic Instructions" and the 16x2 forms.
//
// Everything wraps around as two's complement does. Shifts are in bits.hpp.

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "sim/scalar/float_bits.hpp"
#include "sim/scalar/isa.hpp"

namespace warplab::sim::scalar {
inline namespace WARPLAB_ISA {

namespace detail {

__extension__ using SignedWide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

// Arithmetic is done in an unsigned type of at least 32 bits: it may wrap, and C++ does not widen
// it to a signed int, as it does 16-bit operands.
template <std::integral T>
using Wrapping = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

template <std::integral T>
WARPLAB_LANE Wrapping<T> wrapping(T x) {
  return static_cast<Wrapping<T>>(x);
}

// Twice as wide: holds every product.
template <std::integral T>
using Double = std::conditional_t<
    std::is_signed_v<T>,
    std::conditional_t<sizeof(T) == 2, std::int32_t,
                       std::conditional_t<sizeof(T) == 4, std::int64_t, SignedWide>>,
    std::conditional_t<sizeof(T) == 2, std::uint32_t,
                       std::conditional_t<sizeof(T) == 4, std::uint64_t, UnsignedWide>>>;

}  // namespace detail

template <std::integral T>
WARPLAB_LANE T add(T a, T b) {
  return static_cast<T>(detail::wrapping(a) + detail::wrapping(b));
}
template <std::integral T>
WARPLAB_LANE T sub(T a, T b) {
  return static_cast<T>(detail::wrapping(a) - detail::wrapping(b));
}
template <std::integral T>
WARPLAB_LANE T neg(T a) {
  return static_cast<T>(0 - detail::wrapping(a));
}
// The smallest number is its own absolute value.
template <std::signed_integral T>
WARPLAB_LANE T abs(T a) {
  return a < 0 ? neg(a) : a;
}
template <std::integral T>
WARPLAB_LANE T min(T a, T b) {
  return a < b ? a : b;
}
template <std::integral T>
WARPLAB_LANE T max(T a, T b) {
  return a > b ? a : b;
}

// .relu of min, max and the s16x2 forms: nothing below 0.
template <std::signed_integral T>
WARPLAB_LANE T relu(T a) {
  return a > 0 ? a : T{0};
}

// add.sat.s32 and sub.sat.s32
WARPLAB_LANE std::int32_t clamp_to_s32(std::int64_t x) {
  constexpr std::int64_t kLow = std::numeric_limits<std::int32_t>::min();
  constexpr std::int64_t kHigh = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::int32_t>(x < kLow ? kLow : (x > kHigh ? kHigh : x));
}
WARPLAB_LANE std::int32_t add_sat(std::int32_t a, std::int32_t b) {
  return clamp_to_s32(std::int64_t{a} + b);
}
WARPLAB_LANE std::int32_t sub_sat(std::int32_t a, std::int32_t b) {
  return clamp_to_s32(std::int64_t{a} - b);
}

// mul.lo, mul.hi, mul.wide for 16, 32 and 64 bits (mul.wide for 16 and 32)
template <std::integral T>
WARPLAB_LANE T mul_lo(T a, T b) {
  return static_cast<T>(detail::wrapping(a) * detail::wrapping(b));
}
template <std::integral T>
WARPLAB_LANE detail::Double<T> mul_wide(T a, T b) {
  return static_cast<detail::Double<T>>(a) * static_cast<detail::Double<T>>(b);
}
template <std::integral T>
WARPLAB_LANE T mul_hi(T a, T b) {
  return static_cast<T>(mul_wide(a, b) >> (8 * sizeof(T)));
}

template <std::integral T>
WARPLAB_LANE T mad_lo(T a, T b, T c) {
  return add(mul_lo(a, b), c);
}
template <std::integral T>
WARPLAB_LANE T mad_hi(T a, T b, T c) {
  return add(mul_hi(a, b), c);
}
template <std::integral T>
WARPLAB_LANE detail::Double<T> mad_wide(T a, T b, detail::Double<T> c) {
  return add(mul_wide(a, b), c);
}
// mad.hi.sat.s32
WARPLAB_LANE std::int32_t mad_hi_sat(std::int32_t a, std::int32_t b, std::int32_t c) {
  return add_sat(mul_hi(a, b), c);
}

// mul24 and mad24: the low 24 bits of each operand, sign-extended for s32; .lo gives bits 0 to 31
// of the 48-bit product, .hi bits 16 to 47.
namespace detail {
WARPLAB_LANE std::int64_t product24(std::int32_t a, std::int32_t b) {
  const std::int64_t left = static_cast<std::int32_t>(static_cast<std::uint32_t>(a) << 8) >> 8;
  const std::int64_t right = static_cast<std::int32_t>(static_cast<std::uint32_t>(b) << 8) >> 8;
  return left * right;
}
WARPLAB_LANE std::uint64_t product24(std::uint32_t a, std::uint32_t b) {
  return std::uint64_t{a & 0xffffffu} * (b & 0xffffffu);
}
}  // namespace detail
template <std::integral T>
WARPLAB_LANE T mul24_lo(T a, T b) {
  return static_cast<T>(detail::product24(a, b));
}
template <std::integral T>
WARPLAB_LANE T mul24_hi(T a, T b) {
  return static_cast<T>(detail::product24(a, b) >> 16);
}
template <std::integral T>
WARPLAB_LANE T mad24_lo(T a, T b, T c) {
  return add(mul24_lo(a, b), c);
}
template <std::integral T>
WARPLAB_LANE T mad24_hi(T a, T b, T c) {
  return add(mul24_hi(a, b), c);
}
// mad24.hi.sat.s32
WARPLAB_LANE std::int32_t mad24_hi_sat(std::int32_t a, std::int32_t b, std::int32_t c) {
  return add_sat(mul24_hi(a, b), c);
}

// sad: c + |a - b|
template <std::integral T>
WARPLAB_LANE T sad(T a, T b, T c) {
  return add(c, a < b ? sub(b, a) : sub(a, b));
}

// div and rem. The manual leaves division by zero to the machine; an H200 gives all ones for
// quotient and remainder alike. The smallest number divided by -1 is itself, and leaves 0.
namespace detail {
template <std::integral T>
WARPLAB_LANE T scalar_div(T a, T b) {
  if (b == 0) return static_cast<T>(-1);
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return neg(a);
  }
  return static_cast<T>(a / b);
}
}  // namespace detail
template <std::integral T>
WARPLAB_LANE T div(T a, T b) {
  return detail::scalar_div(a, b);
}
// 32 bits in f64, where loops vectorise as they do not with the host's integer division. The
// quotient is off by 2^-53 of itself at most and a fraction's distance from the next whole number
// is at least 2^-32 of it, so nothing is rounded up to one that it does not reach.
WARPLAB_LANE std::uint32_t div(std::uint32_t a, std::uint32_t b) {
  const double quotient = static_cast<double>(a) / static_cast<double>(b);
  const double rounded = quotient + 0x1p52;
  const auto nearest = static_cast<std::uint32_t>(bits_of(rounded));
  const std::uint32_t whole = rounded - 0x1p52 > quotient ? nearest - 1 : nearest;
  return b == 0 ? 0xffffffffu : whole;
}
WARPLAB_LANE std::int32_t div(std::int32_t a, std::int32_t b) {
  const std::uint32_t magnitude =
      div(static_cast<std::uint32_t>(abs(a)), static_cast<std::uint32_t>(abs(b)));
  const auto quotient = static_cast<std::int32_t>((a ^ b) < 0 ? 0u - magnitude : magnitude);
  return b == 0 ? -1 : quotient;
}
template <std::integral T>
WARPLAB_LANE T rem(T a, T b) {
  return b == 0 ? static_cast<T>(-1) : sub(a, mul_lo(div(a, b), b));
}

// add.cc, addc, sub.cc, subc, mad.cc, madc: the value and the carry, for subtraction the borrow,
// that CC.CF then holds. (The hardware keeps a borrow the other way round, which shows only where a
// program follows an addition with subc or a subtraction with addc; the manual gives that no
// meaning.)
template <std::unsigned_integral T>
struct Carried {
  T value;
  bool carry;
};

template <std::unsigned_integral T>
WARPLAB_LANE Carried<T> add_carry(T a, T b, bool carry_in) {
  const T partial = static_cast<T>(a + b);
  const T value = static_cast<T>(partial + static_cast<T>(carry_in));
  return {value, static_cast<bool>((partial < a) | (value < partial))};
}
template <std::unsigned_integral T>
WARPLAB_LANE Carried<T> sub_borrow(T a, T b, bool borrow_in) {
  const T partial = static_cast<T>(a - b);
  const T value = static_cast<T>(partial - static_cast<T>(borrow_in));
  return {value, static_cast<bool>((a < b) | (partial < value))};
}
// mad{.lo,.hi}.cc and madc: the half of the product is made with the operands' signedness, then
// added.
template <std::integral T>
WARPLAB_LANE Carried<std::make_unsigned_t<T>> mad_lo_carry(T a, T b, T c, bool carry_in) {
  using U = std::make_unsigned_t<T>;
  return add_carry(static_cast<U>(mul_lo(a, b)), static_cast<U>(c), carry_in);
}
template <std::integral T>
WARPLAB_LANE Carried<std::make_unsigned_t<T>> mad_hi_carry(T a, T b, T c, bool carry_in) {
  using U = std::make_unsigned_t<T>;
  return add_carry(static_cast<U>(mul_hi(a, b)), static_cast<U>(c), carry_in);
}

// add, min and max on the two 16-bit halves of a word: T is int16_t (.s16x2) or uint16_t (.u16x2).
template <std::integral T>
WARPLAB_LANE T lower_half(std::uint32_t x) {
  return static_cast<T>(x & 0xffffu);
}
template <std::integral T>
WARPLAB_LANE T upper_half(std::uint32_t x) {
  return static_cast<T>(x >> 16);
}
template <std::integral T>
WARPLAB_LANE std::uint32_t pair_of(T lower, T upper) {
  return static_cast<std::uint16_t>(lower) |
         (static_cast<std::uint32_t>(static_cast<std::uint16_t>(upper)) << 16);
}
template <std::integral T>
WARPLAB_LANE std::uint32_t add_x2(std::uint32_t a, std::uint32_t b) {
  return pair_of<T>(add(lower_half<T>(a), lower_half<T>(b)),
                    add(upper_half<T>(a), upper_half<T>(b)));
}
template <std::integral T>
WARPLAB_LANE std::uint32_t min_x2(std::uint32_t a, std::uint32_t b) {
  return pair_of<T>(min(lower_half<T>(a), lower_half<T>(b)),
                    min(upper_half<T>(a), upper_half<T>(b)));
}
template <std::integral T>
WARPLAB_LANE std::uint32_t max_x2(std::uint32_t a, std::uint32_t b) {
  return pair_of<T>(max(lower_half<T>(a), lower_half<T>(b)),
                    max(upper_half<T>(a), upper_half<T>(b)));
}
// .relu of min.s16x2 and max.s16x2
WARPLAB_LANE std::uint32_t relu_x2(std::uint32_t a) {
  using T = std::int16_t;
  return pair_of<T>(relu(lower_half<T>(a)), relu(upper_half<T>(a)));
}

// dp4a: c plus the four products of bytes; A and B (int8_t or uint8_t) say how each side's are
// read.
template <std::integral A, std::integral B>
WARPLAB_LANE std::uint32_t dp4a(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  std::int32_t sum = 0;
  for (int shift = 0; shift < 32; shift += 8)
    sum += static_cast<A>(a >> shift) * static_cast<B>(b >> shift);
  return c + static_cast<std::uint32_t>(sum);
}
// dp2a: c plus the two halves of a times two bytes of b, the lower (.lo) or the upper (.hi) two. A
// is int16_t or uint16_t, B int8_t or uint8_t.
template <std::integral A, std::integral B, bool UpperBytes>
WARPLAB_LANE std::uint32_t dp2a(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const std::uint32_t bytes = UpperBytes ? b >> 16 : b;
  const std::int32_t first = static_cast<A>(a) * static_cast<B>(bytes);
  const std::int32_t second = static_cast<A>(a >> 16) * static_cast<B>(bytes >> 8);
  return c + static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(second);
}

// vabsdiff4.u32.u32.u32, the one video instruction that CUDA's SIMD intrinsics still emit: |a - b|
// in each byte; with .add the sum of the four plus c.
WARPLAB_LANE std::uint32_t vabsdiff4(std::uint32_t a, std::uint32_t b) {
  std::uint32_t result = 0;
  for (int shift = 0; shift < 32; shift += 8) {
    const std::uint32_t left = (a >> shift) & 0xffu;
    const std::uint32_t right = (b >> shift) & 0xffu;
    result |= (left < right ? right - left : left - right) << shift;
  }
  return result;
}
WARPLAB_LANE std::uint32_t vabsdiff4_add(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const std::uint32_t bytes = vabsdiff4(a, b);
  return c + (bytes & 0xffu) + ((bytes >> 8) & 0xffu) + ((bytes >> 16) & 0xffu) + (bytes >> 24);
}

}  // namespace WARPLAB_ISA
}  // namespace warplab::sim::scalar
