#pragma once

// Shifts and bit manipulation. PTX ISA, "Logic and Shift Instructions" and the bit instructions of
// "Integer Arithmetic Instructions". T is the instruction's type: its width and signedness.

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "sim/scalar/float_bits.hpp"
#include "sim/scalar/isa.hpp"

namespace warplab::sim::scalar {
inline namespace WARPLAB_ISA {

// shl: amounts beyond the width give 0.
template <std::integral T>
WARPLAB_LANE T shl(T a, std::uint32_t amount) {
  using U = std::make_unsigned_t<T>;
  constexpr std::uint32_t kWidth = 8 * sizeof(T);
  const std::uint32_t within = amount & (kWidth - 1);
  const auto bits = static_cast<std::conditional_t<sizeof(T) == 8, U, std::uint32_t>>(a);
  return static_cast<T>(amount < kWidth ? static_cast<U>(bits << within) : U{0});
}

// shr: arithmetic for signed types; amounts beyond the width shift everything out.
template <std::integral T>
WARPLAB_LANE T shr(T a, std::uint32_t amount) {
  constexpr std::uint32_t kWidth = 8 * sizeof(T);
  if constexpr (std::is_signed_v<T>) {
    return static_cast<T>(a >> (amount < kWidth ? amount : kWidth - 1));
  } else {
    return static_cast<T>(amount < kWidth ? a >> (amount & (kWidth - 1)) : 0);
  }
}

// shf: b:a (b the upper word) shifted left, whose upper word, or right, whose lower word, is the
// result. .wrap takes the amount modulo 32, .clamp stops at 32.
enum class FunnelMode : std::uint8_t { Clamp, Wrap };

template <FunnelMode M>
WARPLAB_LANE std::uint32_t shf_l(std::uint32_t a, std::uint32_t b, std::uint32_t amount) {
  const std::uint32_t n = M == FunnelMode::Wrap ? amount & 31u : (amount < 32 ? amount : 32);
  const std::uint64_t pair = (std::uint64_t{b} << 32) | a;
  return static_cast<std::uint32_t>((pair << n) >> 32);
}
template <FunnelMode M>
WARPLAB_LANE std::uint32_t shf_r(std::uint32_t a, std::uint32_t b, std::uint32_t amount) {
  const std::uint32_t n = M == FunnelMode::Wrap ? amount & 31u : (amount < 32 ? amount : 32);
  const std::uint64_t pair = (std::uint64_t{b} << 32) | a;
  return static_cast<std::uint32_t>(pair >> n);
}

namespace detail {

// The lowest `count` bits set.
template <std::unsigned_integral U>
WARPLAB_LANE U low_ones(std::uint32_t count) {
  constexpr std::uint32_t kWidth = 8 * sizeof(U);
  return count < kWidth ? static_cast<U>((U{1} << (count & (kWidth - 1))) - 1)
                        : static_cast<U>(~U{0});
}

}  // namespace detail

namespace detail {

// Of bfe's and bfi's position and length the low byte counts, says the manual; for 64 bits an H200
// takes all of them.
template <std::integral T>
WARPLAB_LANE std::uint32_t place(std::uint32_t operand) {
  if constexpr (sizeof(T) == 8) return operand < 0xffu ? operand : 0xffu;
  return operand & 0xffu;
}

}  // namespace detail

// bfe: `length` bits of a from `position` on; what lies beyond the word is 0, or for signed types
// the field's own highest bit.
template <std::integral T>
WARPLAB_LANE T bfe(T a, std::uint32_t position, std::uint32_t length) {
  using U = std::make_unsigned_t<T>;
  constexpr std::uint32_t kWidth = 8 * sizeof(T);
  const std::uint32_t from = detail::place<U>(position);
  const std::uint32_t count = detail::place<U>(length);
  const U field = static_cast<U>(shr(static_cast<U>(a), from) & detail::low_ones<U>(count));
  if constexpr (std::is_signed_v<T>) {
    const std::uint32_t end = from + count;
    const std::uint32_t sign_place = end == 0 ? 0 : (end < kWidth ? end - 1 : kWidth - 1);
    const U sign = count == 0 ? U{0} : static_cast<U>((static_cast<U>(a) >> sign_place) & 1u);
    // Bits of the result that come from a.
    const std::uint32_t room = from < kWidth ? kWidth - from : 0;
    const U taken = detail::low_ones<U>(count < room ? count : room);
    return static_cast<T>(field | ((U{0} - sign) & ~taken));
  } else {
    return field;
  }
}

// bfi: b with its bits from `position` on replaced by the lowest `length` bits of a.
template <std::unsigned_integral U>
WARPLAB_LANE U bfi(U a, U b, std::uint32_t position, std::uint32_t length) {
  const std::uint32_t from = detail::place<U>(position);
  const U mask = shl(detail::low_ones<U>(detail::place<U>(length)), from);
  return static_cast<U>((b & ~mask) | (shl(a, from) & mask));
}

// popc, clz and brev: b32 and b64; the results of the first two are u32. Those of b32 are spelled
// out in arithmetic that vectorises without instructions of their own.
WARPLAB_LANE std::uint32_t popc(std::uint32_t a) {
  a -= (a >> 1) & 0x55555555u;
  a = (a & 0x33333333u) + ((a >> 2) & 0x33333333u);
  a = (a + (a >> 4)) & 0x0f0f0f0fu;
  a += a >> 8;
  return (a + (a >> 16)) & 0x3fu;
}
WARPLAB_LANE std::uint32_t popc(std::uint64_t a) {
  return static_cast<std::uint32_t>(__builtin_popcountll(a));
}
WARPLAB_LANE std::uint32_t clz(std::uint32_t a) {
  a |= a >> 1;
  a |= a >> 2;
  a |= a >> 4;
  a |= a >> 8;
  a |= a >> 16;
  return 32 - popc(a);
}
WARPLAB_LANE std::uint32_t clz(std::uint64_t a) {
  return static_cast<std::uint32_t>(a == 0 ? 64 : __builtin_clzll(a));
}
WARPLAB_LANE std::uint32_t brev(std::uint32_t a) {
  a = ((a >> 1) & 0x55555555u) | ((a & 0x55555555u) << 1);
  a = ((a >> 2) & 0x33333333u) | ((a & 0x33333333u) << 2);
  a = ((a >> 4) & 0x0f0f0f0fu) | ((a & 0x0f0f0f0fu) << 4);
  return __builtin_bswap32(a);
}
WARPLAB_LANE std::uint64_t brev(std::uint64_t a) {
  const std::uint64_t upper = brev(static_cast<std::uint32_t>(a));
  return (upper << 32) | brev(static_cast<std::uint32_t>(a >> 32));
}

// bfind: the place of the highest bit that is no sign bit, or 0xffffffff; with .shiftamt the shift
// that brings it to the top.
template <std::integral T>
WARPLAB_LANE std::uint32_t bfind(T a) {
  using U = std::make_unsigned_t<T>;
  const U bits = static_cast<U>(a < 0 ? ~a : a);
  return 8 * sizeof(T) - 1u - clz(bits);
}
template <std::integral T>
WARPLAB_LANE std::uint32_t bfind_shiftamt(T a) {
  const std::uint32_t place = bfind(a);
  return place == 0xffffffffu ? place : static_cast<std::uint32_t>(8 * sizeof(T)) - 1u - place;
}

// fns.b32: the place of the |offset|-th set bit of `mask`, counted from `base` upwards, or
// downwards if offset is negative; offset 0 asks for `base` itself. 0xffffffff if there is none.
static constexpr std::uint32_t fns(std::uint32_t mask, std::uint32_t base, std::int32_t offset) {
  constexpr std::uint32_t kNone = 0xffffffffu;
  if (base > 31) return kNone;
  if (offset == 0) return ((mask >> base) & 1u) != 0 ? base : kNone;
  std::int64_t left = offset < 0 ? -std::int64_t{offset} : std::int64_t{offset};
  for (std::uint32_t place = base; place < 32; place += offset < 0 ? ~0u : 1u) {
    left -= (mask >> place) & 1u;
    if (left == 0) return place;
  }
  return kNone;
}

// lop3: bit i of the result is bit (4 a_i + 2 b_i + c_i) of `table`.
WARPLAB_LANE std::uint32_t lop3(std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                std::uint32_t table) {
  const auto row = [table](std::uint32_t index) { return 0u - ((table >> index) & 1u); };
  return (row(0) & ~a & ~b & ~c) | (row(1) & ~a & ~b & c) | (row(2) & ~a & b & ~c) |
         (row(3) & ~a & b & c) | (row(4) & a & ~b & ~c) | (row(5) & a & ~b & c) |
         (row(6) & a & b & ~c) | (row(7) & a & b & c);
}

// prmt
enum class PrmtMode : std::uint8_t {
  Index,  // no mode: each nibble of c names a byte; its top bit asks for that byte's sign instead
  F4e,    // four bytes forwards from byte c
  B4e,    // four bytes backwards from byte c
  Rc8,    // byte c of the lower word, four times
  Ecl,    // the lower word with the bytes below c replaced by byte c
  Ecr,    // the lower word with the bytes above c replaced by byte c
  Rc16,   // half c of the lower word, twice
};

// Bytes 0 to 3 are those of a, 4 to 7 those of b. M modes other than Index look at two bits of c.
template <PrmtMode M = PrmtMode::Index>
WARPLAB_LANE std::uint32_t prmt(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const std::uint64_t bytes = (std::uint64_t{b} << 32) | a;
  const std::uint32_t mode = c & 3u;
  std::uint32_t result = 0;
  for (std::uint32_t i = 0; i < 4; ++i) {
    std::uint32_t selector = 0;
    if constexpr (M == PrmtMode::Index) selector = (c >> (4 * i)) & 15u;
    if constexpr (M == PrmtMode::F4e) selector = mode + i;
    if constexpr (M == PrmtMode::B4e) selector = (mode - i) & 7u;
    if constexpr (M == PrmtMode::Rc8) selector = mode;
    if constexpr (M == PrmtMode::Ecl) selector = i > mode ? i : mode;
    if constexpr (M == PrmtMode::Ecr) selector = i < mode ? i : mode;
    if constexpr (M == PrmtMode::Rc16) selector = ((mode & 1u) << 1) | (i & 1u);
    const auto byte = static_cast<std::uint32_t>(bytes >> (8 * (selector & 7u))) & 0xffu;
    const std::uint32_t sign = (0u - (byte >> 7)) & 0xffu;
    result |= ((selector & 8u) != 0 ? sign : byte) << (8 * i);
  }
  return result;
}

// szext: a's lowest b bits, sign- or zero-extended as T is signed or not. .clamp stops b at 32,
// .wrap takes it modulo 32.
template <std::integral T, FunnelMode M>
WARPLAB_LANE std::uint32_t szext(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t count = M == FunnelMode::Wrap ? b & 31u : (b < 32 ? b : 32);
  const std::uint32_t mask = detail::low_ones<std::uint32_t>(count);
  if constexpr (std::is_signed_v<T>) {
    const std::uint32_t sign = count == 0 ? 0 : (a >> (count - 1)) & 1u;
    return (a & mask) | ((0u - sign) & ~mask);
  } else {
    return a & mask;
  }
}

// bmsk: b bits set from place a on. .clamp stops both at 32, .wrap takes both modulo 32.
template <FunnelMode M>
WARPLAB_LANE std::uint32_t bmsk(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t place = M == FunnelMode::Wrap ? a & 31u : a;
  const std::uint32_t count = M == FunnelMode::Wrap ? b & 31u : b;
  return shl(detail::low_ones<std::uint32_t>(count), place);
}

// cnot: C's !
template <std::unsigned_integral U>
WARPLAB_LANE U cnot(U a) {
  return a == 0 ? U{1} : U{0};
}

}  // namespace WARPLAB_ISA
}  // namespace warplab::sim::scalar
