#pragma once
// Real numbers as sign, whole magnitude and power of two, and their one rounding into an IEEE
// format. Every float result that PTX defines exactly is made here, for f16, bf16, f32 and f64
// alike. Source: IEEE 754-2008, section 4.3; PTX ISA 9.0, "Rounding Modifiers".
#include <cstdint>

#include "ptx/module.hpp"
#include "specification/bits.hpp"

namespace warplab::sim::plain {

// nearest_away is .rna: ties go away from zero.
enum class Rounding : uint8_t { nearest_even, toward_zero, down, up, nearest_away };

struct Format {
  unsigned width;        // bits in all
  int precision;         // significant bits, the hidden one included
  int largest_exponent;  // of the leading bit of the largest finite number
  Bits canonical_nan;    // what an operation on NaN gives
  int smallest_exponent() const { return 1 - largest_exponent; }
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
};

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

// Between formats and the host's double. Widening is exact; f16, bf16 and f32 all fit.
double to_double(Bits bits, const Format& format);
Bits from_double(double value, const Format& format, Rounding rounding);

// Results in double with the last bit set when bits were lost ("round to odd"): rounding such a
// result again to any format of at most 51 bits gives what one exact operation would have given.
// Source: Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums", 2008.
double odd_sum(double a, double b);
double odd_quotient(double a, double b);
double odd_root(double a);

// Double arithmetic under a rounding mode of the host.
double sum(double a, double b, Rounding rounding);
double product(double a, double b, Rounding rounding);
double quotient(double a, double b, Rounding rounding);
double root(double a, Rounding rounding);
double fused(double a, double b, double c, Rounding rounding);

}  // namespace warplab::sim::plain
