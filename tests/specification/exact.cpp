#include "specification/exact.hpp"

#include <bit>
#include <cassert>
#include <cfenv>
#include <cmath>

namespace warplab::sim::plain {
namespace {

int bit_length(Bits value) {
  const auto high = static_cast<uint64_t>(value >> 64), low = static_cast<uint64_t>(value);
  return high != 0 ? 128 - std::countl_zero(high) : 64 - std::countl_zero(low);
}

// `value` without its lowest `shift` bits, rounded by what they were.
Bits shifted_right(const Exact& value, int shift, Rounding rounding) {
  const Bits kept = shift >= 128 ? 0 : value.magnitude >> shift;
  const Bits lost = shift >= 128 ? value.magnitude : lowest(value.magnitude, shift);
  if (lost == 0 && !value.more) return kept;
  const Bits half = shift == 0 || shift > 128 ? 0 : Bits{1} << (shift - 1);
  // Less than half, exactly half, more: -1, 0, 1. Beyond 128 bits it is less than half.
  int against_half = -1;
  if (half != 0 && lost > half) against_half = 1;
  if (half != 0 && lost == half) against_half = value.more ? 1 : 0;
  bool away = false;
  switch (rounding) {
    case Rounding::nearest_even:
      away = against_half > 0 || (against_half == 0 && (kept & 1));
      break;
    case Rounding::nearest_away: away = against_half >= 0; break;
    case Rounding::toward_zero: break;
    case Rounding::down: away = value.negative; break;
    case Rounding::up: away = !value.negative; break;
  }
  return kept + (away ? 1 : 0);
}

// Sets the host's rounding mode for as long as it lives.
class HostRounding {
 public:
  explicit HostRounding(int mode) : before_(std::fegetround()) { std::fesetround(mode); }
  ~HostRounding() { std::fesetround(before_); }
  HostRounding(const HostRounding&) = delete;
  HostRounding& operator=(const HostRounding&) = delete;

 private:
  int before_;
};

int host_mode(Rounding rounding) {
  switch (rounding) {
    case Rounding::toward_zero: return FE_TOWARDZERO;
    case Rounding::down: return FE_DOWNWARD;
    case Rounding::up: return FE_UPWARD;
    default: return FE_TONEAREST;
  }
}

// The volatile operands and result keep the operation between the changes of mode and flags.
template <class Operation>
double with_mode(Rounding rounding, Operation operation) {
  const HostRounding mode(host_mode(rounding));
  volatile double result = operation();
  return result;
}

template <class Operation>
double rounded_to_odd(Operation operation) {
  const HostRounding mode(FE_TOWARDZERO);
  std::feclearexcept(FE_ALL_EXCEPT);
  volatile double result = operation();
  if (std::fetestexcept(FE_INEXACT) == 0) return result;
  return std::bit_cast<double>(std::bit_cast<uint64_t>(static_cast<double>(result)) | 1);
}

}  // namespace

const Format& format_of(ptx::Type type) {
  switch (type) {
    case ptx::Type::f16:
    case ptx::Type::f16x2: return kF16;
    case ptx::Type::bf16:
    case ptx::Type::bf16x2: return kBf16;
    case ptx::Type::f64: return kF64;
    default: assert(type == ptx::Type::f32); return kF32;
  }
}

Unpacked unpack(Bits bits, const Format& f) {
  const Bits fraction = lowest(bits, f.precision - 1);
  const int exponent_bits = static_cast<int>(f.width) - f.precision;
  const auto biased = static_cast<int>(lowest(bits >> (f.precision - 1), exponent_bits));
  Unpacked result;
  result.value.negative = ((bits >> (f.width - 1)) & 1) != 0;
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
  return (((Bits{1} << exponent_bits) - 1) << (f.precision - 1)) |
         (Bits{negative} << (f.width - 1));
}

Bits pack(const Exact& value, const Format& f, Rounding rounding) {
  const Bits sign = Bits{value.negative} << (f.width - 1);
  if (value.magnitude == 0) return sign;
  const int leading = value.exponent + bit_length(value.magnitude) - 1;
  // The exponent of the last bit that the format has room for.
  int last = std::max(leading, f.smallest_exponent()) - (f.precision - 1);
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
                             (rounding == Rounding::up && !value.negative) ||
                             (rounding == Rounding::down && value.negative);
    return to_infinity ? infinity(f, value.negative) : infinity(f, value.negative) - 1;
  }
  const auto biased = static_cast<Bits>(exponent + f.largest_exponent);
  return sign | (biased << (f.precision - 1)) | lowest(kept, f.precision - 1);
}

Bits rounded_magnitude(const Exact& value, Rounding rounding) {
  if (value.exponent >= 0) {
    if (value.magnitude == 0) return 0;
    if (bit_length(value.magnitude) + value.exponent > 128) return ~Bits{0};
    return value.magnitude << value.exponent;
  }
  return shifted_right(value, -value.exponent, rounding);
}

bool is_nan(Bits bits, const Format& f) { return unpack(bits, f).kind == FloatKind::nan; }

bool is_subnormal(Bits bits, const Format& f) {
  const Unpacked u = unpack(bits, f);
  return u.kind == FloatKind::finite && u.value.magnitude != 0 &&
         u.value.magnitude >> (f.precision - 1) == 0;
}

double to_double(Bits bits, const Format& f) {
  const Unpacked u = unpack(bits, f);
  if (u.kind == FloatKind::nan)
    return std::bit_cast<double>(static_cast<uint64_t>(kF64.canonical_nan));
  if (u.kind == FloatKind::infinite)
    return std::bit_cast<double>(static_cast<uint64_t>(infinity(kF64, u.value.negative)));
  return std::bit_cast<double>(static_cast<uint64_t>(pack(u.value, kF64, Rounding::nearest_even)));
}

Bits from_double(double value, const Format& f, Rounding rounding) {
  const Unpacked u = unpack(std::bit_cast<uint64_t>(value), kF64);
  if (u.kind == FloatKind::nan) return f.canonical_nan;
  if (u.kind == FloatKind::infinite) return infinity(f, u.value.negative);
  return pack(u.value, f, rounding);
}

double odd_sum(double a, double b) {
  volatile double x = a, y = b;
  return rounded_to_odd([&] { return x + y; });
}
double odd_quotient(double a, double b) {
  volatile double x = a, y = b;
  return rounded_to_odd([&] { return x / y; });
}
double odd_root(double a) {
  volatile double x = a;
  return rounded_to_odd([&] { return std::sqrt(x); });
}

double sum(double a, double b, Rounding rounding) {
  volatile double x = a, y = b;
  return with_mode(rounding, [&] { return x + y; });
}
double product(double a, double b, Rounding rounding) {
  volatile double x = a, y = b;
  return with_mode(rounding, [&] { return x * y; });
}
double quotient(double a, double b, Rounding rounding) {
  volatile double x = a, y = b;
  return with_mode(rounding, [&] { return x / y; });
}
double root(double a, Rounding rounding) {
  volatile double x = a;
  return with_mode(rounding, [&] { return std::sqrt(x); });
}
double fused(double a, double b, double c, Rounding rounding) {
  volatile double x = a, y = b, z = c;
  return with_mode(rounding, [&] { return std::fma(x, y, z); });
}

}  // namespace warplab::sim::plain
