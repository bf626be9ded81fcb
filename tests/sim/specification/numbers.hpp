#pragma once
// A register's content, and real numbers as sign, whole magnitude and power of two, with their one
// rounding into an IEEE format: every float result that PTX defines exactly is made here in
// integers, for f16, bf16, f32 and f64 alike.
// Source: IEEE 754-2008, section 4.3; PTX ISA 9.0, "Rounding Modifiers".
#include <cstdint>

#include "ptx/module.hpp"

namespace warplab::specification {

// Up to 128 bits, of which an instruction's type says how many count.
__extension__ typedef unsigned __int128 Bits;
__extension__ typedef __int128 SignedBits;

inline unsigned width_of(ptx::Type type) {
  return type == ptx::Type::pred ? 1 : 8 * ptx::bytes_of(type);
}
// The lowest `width` bits; width 128 keeps all.
inline Bits lowest(Bits value, unsigned width) {
  return width >= 128 ? value : value & ((Bits{1} << width) - 1);
}
// The lowest `width` bits as a two's complement number.
inline SignedBits as_signed(Bits value, unsigned width) {
  return static_cast<SignedBits>(value << (128 - width)) >> (128 - width);
}
inline SignedBits as_number(Bits value, unsigned width, bool is_signed) {
  return is_signed ? as_signed(value, width) : static_cast<SignedBits>(lowest(value, width));
}
// `value` as the nearest number that `width` bits have.
Bits clamped(SignedBits value, unsigned width, bool is_signed);

// nearest_away is .rna: ties go away from zero.
enum class Rounding : uint8_t { nearest_even, toward_zero, down, up, nearest_away };

struct Format {
  unsigned width;        // bits in all
  int precision;         // significant bits, the hidden one included
  int largest_exponent;  // of the leading bit of the largest finite number
  Bits canonical_nan;    // what an operation on NaN gives
  int smallest_exponent() const { return 1 - largest_exponent; }
  Bits sign_bit() const { return Bits{1} << (width - 1); }
};
inline constexpr Format kF16{16, 11, 15, 0x7fff};
inline constexpr Format kBf16{16, 8, 127, 0x7fff};
inline constexpr Format kF32{32, 24, 127, 0x7fffffff};
inline constexpr Format kF64{64, 53, 1023, 0xfff8000000000000};
// The format of f16, bf16 (packed ones: of a half), f32 or f64.
const Format& format_of(ptx::Type type);

// (-1)^negative * magnitude * 2^exponent; `more` says that a little, less than 2^exponent, was cut
// off.
struct Exact {
  bool negative = false;
  Bits magnitude = 0;
  int exponent = 0;
  bool more = false;
  int leading_exponent() const;  // of a magnitude that is not 0
};
Exact sum(Exact a, Exact b, Rounding rounding);  // which decides the sign of x - x
Exact product(const Exact& a, const Exact& b);   // of 64 bits each at most
Exact quotient(Exact a, const Exact& b);         // b is not 0
Exact root(Exact a);                             // of a number that is not below 0

enum class FloatKind : uint8_t { finite, infinite, nan };
struct Unpacked {
  FloatKind kind = FloatKind::finite;
  Exact value;  // of a finite number; the sign also of an infinite one
};
Unpacked unpack(Bits bits, const Format& format);
Bits pack(const Exact& value, const Format& format, Rounding rounding);
Bits infinity(const Format& format, bool negative);
// The nearest whole number by `rounding`, as a magnitude; beyond 128 bits: all ones.
Bits rounded_magnitude(const Exact& value, Rounding rounding);
bool is_nan(Bits bits, const Format& format);
bool is_subnormal(Bits bits, const Format& format);
bool is_negative(Bits bits, const Format& format);
// A subnormal number becomes a zero of its sign: .ftz.
Bits flushed(Bits bits, const Format& format);
// Between formats and the host's double. Widening is exact; f16, bf16 and f32 all fit.
double to_double(Bits bits, const Format& format);
Bits from_double(double value, const Format& format, Rounding rounding);

}  // namespace warplab::specification
