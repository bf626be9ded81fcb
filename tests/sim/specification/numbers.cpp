#include "specification/numbers.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace warplab::specification {
namespace {

int bit_length(Bits value) {
  const auto high = static_cast<uint64_t>(value >> 64), low = static_cast<uint64_t>(value);
  return high != 0 ? 128 - std::countl_zero(high) : 64 - std::countl_zero(low);
}

// `value` without its lowest `shift` bits, rounded by what they were.
Bits shifted_right(const Exact& value, int shift, Rounding rounding) {
  const Bits kept = shift >= 128 ? 0 : value.magnitude >> shift;
  const Bits lost = lowest(value.magnitude, static_cast<unsigned>(shift));
  if (lost == 0 && !value.more) return kept;
  // Less than half, exactly half, more: -1, 0, 1. Beyond 128 bits it is less than half.
  int against_half = -1;
  if (shift > 0 && shift <= 128) {
    const Bits half = Bits{1} << (shift - 1);
    if (lost > half || (lost == half && value.more)) against_half = 1;
    else if (lost == half) against_half = 0;
  }
  bool away = false;
  switch (rounding) {
    case Rounding::nearest_even: away = against_half > 0 || (against_half == 0 && kept % 2); break;
    case Rounding::nearest_away: away = against_half >= 0; break;
    case Rounding::toward_zero: break;
    case Rounding::down: away = value.negative; break;
    case Rounding::up: away = !value.negative; break;
  }
  return kept + (away ? 1 : 0);
}

// The same number with a magnitude of `bits` bits, or with more.
Exact lengthened(Exact a, int bits) {
  const int shift = std::max(0, bits - bit_length(a.magnitude));
  a.magnitude <<= shift;
  a.exponent -= shift;
  return a;
}

}  // namespace

Bits clamped(SignedBits value, unsigned width, bool is_signed) {
  const SignedBits one = 1;
  const SignedBits least = is_signed ? -(one << (width - 1)) : 0;
  const SignedBits greatest = (one << (is_signed ? width - 1 : width)) - 1;
  return lowest(static_cast<Bits>(std::clamp(value, least, greatest)), width);
}

const Format& format_of(ptx::Type type) {
  switch (type) {
    case ptx::Type::f16:
    case ptx::Type::f16x2: return kF16;
    case ptx::Type::bf16:
    case ptx::Type::bf16x2: return kBf16;
    case ptx::Type::f64: return kF64;
    default: return kF32;
  }
}

int Exact::leading_exponent() const { return exponent + bit_length(magnitude) - 1; }

Exact sum(Exact a, Exact b, Rounding rounding) {
  if (a.magnitude == 0 && b.magnitude == 0) {
    if (a.negative != b.negative) a.negative = rounding == Rounding::down;
    return a;
  }
  if (a.magnitude == 0) return b;
  if (b.magnitude == 0) return a;
  if (a.leading_exponent() < b.leading_exponent()) std::swap(a, b);
  // One bit is left for the carry. What of b lies below the last bit of a is `more`.
  a = lengthened(a, 126);
  const int shift = a.exponent - b.exponent;
  if (shift <= 0) {
    b.magnitude <<= -shift;
  } else {
    a.more = lowest(b.magnitude, static_cast<unsigned>(shift)) != 0;
    b.magnitude = shift >= 128 ? 0 : b.magnitude >> shift;
  }
  if (a.negative == b.negative) {
    a.magnitude += b.magnitude;
  } else {
    if (b.magnitude > a.magnitude) {
      std::swap(a.magnitude, b.magnitude);
      a.negative = b.negative;
    }
    a.magnitude -= b.magnitude + (a.more ? 1 : 0);
    if (a.magnitude == 0 && !a.more) a.negative = rounding == Rounding::down;
  }
  return a;
}

Exact product(const Exact& a, const Exact& b) {
  return {a.negative != b.negative, a.magnitude * b.magnitude, a.exponent + b.exponent};
}

Exact quotient(Exact a, const Exact& b) {
  if (a.magnitude == 0) return {a.negative != b.negative};
  a = lengthened(a, 127);
  return {a.negative != b.negative, a.magnitude / b.magnitude, a.exponent - b.exponent,
          a.magnitude % b.magnitude != 0};
}

Exact root(Exact a) {
  if (a.magnitude == 0) return a;
  a = lengthened(a, 125);
  if (a.exponent % 2 != 0) a = lengthened(a, 126);
  Bits found = 0;
  for (int bit = 63; bit >= 0; --bit) {
    const Bits tried = found | Bits{1} << bit;
    if (tried * tried <= a.magnitude) found = tried;
  }
  return {false, found, a.exponent / 2, found * found != a.magnitude};
}

Unpacked unpack(Bits bits, const Format& f) {
  const Bits fraction = lowest(bits, static_cast<unsigned>(f.precision - 1));
  const unsigned exponent_bits = f.width - static_cast<unsigned>(f.precision);
  const auto biased = static_cast<int>(lowest(bits >> (f.precision - 1), exponent_bits));
  Unpacked result;
  result.value.negative = is_negative(bits, f);
  if (biased == (1 << exponent_bits) - 1) {
    result.kind = fraction != 0 ? FloatKind::nan : FloatKind::infinite;
    return result;
  }
  const bool normal = biased != 0;
  result.value.magnitude = fraction | (normal ? Bits{1} << (f.precision - 1) : 0);
  result.value.exponent =
      (normal ? biased - f.largest_exponent : f.smallest_exponent()) - (f.precision - 1);
  return result;
}

Bits infinity(const Format& f, bool negative) {
  const int exponent_bits = static_cast<int>(f.width) - f.precision;
  return ((Bits{1} << exponent_bits) - 1) << (f.precision - 1) | (negative ? f.sign_bit() : 0);
}

Bits pack(const Exact& value, const Format& f, Rounding rounding) {
  const Bits sign = value.negative ? f.sign_bit() : 0;
  if (value.magnitude == 0) return sign;
  // The exponent of the last bit that the format has room for.
  int last = std::max(value.leading_exponent(), f.smallest_exponent()) - (f.precision - 1);
  const int shift = last - value.exponent;
  Bits kept = shift >= 0 ? shifted_right(value, shift, rounding) : value.magnitude << -shift;
  if (kept >> f.precision != 0) {
    kept >>= 1;
    ++last;
  }
  if (kept >> (f.precision - 1) == 0) return sign | kept;  // subnormal or zero
  const int exponent = last + f.precision - 1;
  if (exponent > f.largest_exponent) {
    const bool to_infinity = rounding == Rounding::nearest_even ||
                             rounding == Rounding::nearest_away ||
                             rounding == (value.negative ? Rounding::down : Rounding::up);
    return infinity(f, value.negative) - (to_infinity ? 0 : 1);
  }
  return sign | static_cast<Bits>(exponent + f.largest_exponent) << (f.precision - 1) |
         lowest(kept, static_cast<unsigned>(f.precision - 1));
}

Bits rounded_magnitude(const Exact& value, Rounding rounding) {
  if (value.exponent < 0) return shifted_right(value, -value.exponent, rounding);
  if (bit_length(value.magnitude) + value.exponent > 128) return value.magnitude ? ~Bits{0} : 0;
  return value.magnitude << value.exponent;
}

bool is_nan(Bits bits, const Format& f) { return unpack(bits, f).kind == FloatKind::nan; }
bool is_negative(Bits bits, const Format& f) { return (bits & f.sign_bit()) != 0; }
bool is_subnormal(Bits bits, const Format& f) {
  const Unpacked u = unpack(bits, f);
  return u.kind == FloatKind::finite && u.value.magnitude != 0 &&
         u.value.magnitude >> (f.precision - 1) == 0;
}
Bits flushed(Bits bits, const Format& f) {
  return is_subnormal(bits, f) ? bits & f.sign_bit() : bits;
}

double to_double(Bits bits, const Format& f) {
  const Unpacked u = unpack(bits, f);
  const Bits wide = u.kind == FloatKind::nan        ? kF64.canonical_nan
                    : u.kind == FloatKind::infinite ? infinity(kF64, u.value.negative)
                                                    : pack(u.value, kF64, Rounding::nearest_even);
  return std::bit_cast<double>(static_cast<uint64_t>(wide));
}

Bits from_double(double value, const Format& f, Rounding rounding) {
  const Unpacked u = unpack(std::bit_cast<uint64_t>(value), kF64);
  if (u.kind == FloatKind::nan) return f.canonical_nan;
  if (u.kind == FloatKind::infinite) return infinity(f, u.value.negative);
  return pack(u.value, f, rounding);
}

}  // namespace warplab::specification
