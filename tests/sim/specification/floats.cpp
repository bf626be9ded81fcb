// PTX ISA 9.0, sections 9.7.3 (f32, f64) and 9.7.4 (f16, bf16).
#include <cmath>

#include "specification/operation.hpp"

namespace warplab::specification {
namespace {

Rounding rounding_of(const Operation& o) {
  return o.has("rz")   ? Rounding::toward_zero
         : o.has("rm") ? Rounding::down
         : o.has("rp") ? Rounding::up
                       : Rounding::nearest_even;
}

// One lane's float instruction on one format; a packed type runs it once a half.
struct FloatOperation {
  const Operation& o;
  const Format& format = format_of(o.type());
  Rounding rounding = rounding_of(o);
  bool flush = o.has("ftz");
  unsigned first_bit = 0;  // of the half in work

  Bits source(unsigned i) const {
    const Bits bits = lowest(o.sources[i] >> first_bit, format.width);
    return flush ? flushed(bits, format) : bits;
  }
  double number(unsigned i) const { return to_double(source(i), format); }
  Exact exact(unsigned i) const { return unpack(source(i), format).value; }
  bool nan(unsigned i) const { return is_nan(source(i), format); }
  bool wide() const { return format.width == 64; }
  Bits quieted(Bits bits) const { return bits | Bits{1} << (format.precision - 2); }

  // f64 lets the first NaN among its operands through, made quiet; the others have one NaN only.
  Bits nan_result() const {
    for (unsigned i = 0; wide() && i < o.sources.size(); ++i)
      if (nan(i)) return quieted(source(i));
    return format.canonical_nan;
  }
  // What .ftz, .sat and .relu make of a result.
  Bits finished(Bits bits) const {
    if (flush) bits = flushed(bits, format);
    const bool below = is_nan(bits, format) || is_negative(bits, format);
    if (o.has("sat"))
      return below ? 0 : std::min(bits, from_double(1.0, format, Rounding::nearest_even));
    if (o.has("relu") && below) return is_nan(bits, format) ? format.canonical_nan : 0;
    return bits;
  }
  // Of numbers that are not all finite, or have no finite result, the host's `special` one.
  Bits result(double special, bool is_special, const Exact& value) const {
    for (unsigned i = 0; i < o.sources.size(); ++i) is_special |= !std::isfinite(number(i));
    if (is_special && std::isnan(special)) return finished(nan_result());
    if (is_special) return finished(from_double(special, format, rounding));
    const Bits bits = pack(value, format, rounding);
    // Hardware calls a result tiny when it is below the normal numbers after rounding to full
    // precision.
    const Format unbounded{static_cast<unsigned>(format.precision) + 12, format.precision, 2047, 0};
    const Exact full = unpack(pack(value, unbounded, rounding), unbounded).value;
    const bool tiny = full.magnitude == 0 || full.leading_exponent() < format.smallest_exponent();
    return finished(flush && tiny ? bits & format.sign_bit() : bits);
  }
};

Bits add(const FloatOperation& f) {
  return f.result(f.number(0) + f.number(1), false, sum(f.exact(0), f.exact(1), f.rounding));
}

Bits sub(const FloatOperation& f) {
  Exact b = f.exact(1);
  b.negative = !b.negative;
  return f.result(f.number(0) - f.number(1), false, sum(f.exact(0), b, f.rounding));
}

Bits mul(const FloatOperation& f) {
  return f.result(f.number(0) * f.number(1), false, product(f.exact(0), f.exact(1)));
}

Bits fma(const FloatOperation& f) {
  return f.result(std::fma(f.number(0), f.number(1), f.number(2)), false,
                  sum(product(f.exact(0), f.exact(1)), f.exact(2), f.rounding));
}

Bits divided(const FloatOperation& f, double a, const Exact& exact_a, unsigned divisor) {
  const bool impossible = f.exact(divisor).magnitude == 0;  // 0, infinite, or no number
  return f.result(a / f.number(divisor), impossible,
                  impossible ? Exact{} : quotient(exact_a, f.exact(divisor)));
}
Bits div(const FloatOperation& f) { return divided(f, f.number(0), f.exact(0), 1); }
Bits rcp(const FloatOperation& f) { return divided(f, 1.0, Exact{false, 1}, 0); }

Bits sqrt(const FloatOperation& f) {
  const bool below = f.number(0) < 0;
  return f.result(std::sqrt(f.number(0)), below, below ? Exact{} : root(f.exact(0)));
}

// min and max: of two numbers by value, -0 before +0; a NaN loses against a number unless .NaN.
Bits chosen(const FloatOperation& f, bool larger) {
  const auto count = static_cast<unsigned>(f.o.sources.size());  // 3-input forms exist
  const auto is_below = [&](Bits a, Bits b) {
    const double x = to_double(a, f.format), y = to_double(b, f.format);
    return x < y || (x == y && std::signbit(x) && !std::signbit(y));
  };
  bool have = false, sign = false;
  Bits best = 0;
  for (unsigned i = 0; i < count; ++i) {
    sign ^= is_negative(f.source(i), f.format);
    if (f.nan(i) && f.o.has("NaN")) return f.format.canonical_nan;
    if (f.nan(i)) continue;
    const Bits now = f.o.has("abs") ? f.source(i) & ~f.format.sign_bit() : f.source(i);
    if (!have || (larger ? is_below(best, now) : is_below(now, best))) best = now;
    have = true;
  }
  if (!have) return f.wide() ? f.quieted(f.source(count - 1)) : f.format.canonical_nan;
  if (f.o.has("xorsign")) best = (best & ~f.format.sign_bit()) | (sign ? f.format.sign_bit() : 0);
  return f.finished(best);
}

Bits min(const FloatOperation& f) { return chosen(f, false); }
Bits max(const FloatOperation& f) { return chosen(f, true); }

// abs and neg leave the bits of a NaN alone in 16 bits only.
Bits with_sign(const FloatOperation& f, Bits changed) {
  return f.nan(0) && f.format.width > 16 ? f.nan_result() : changed;
}
Bits abs(const FloatOperation& f) { return with_sign(f, f.source(0) & ~f.format.sign_bit()); }
Bits neg(const FloatOperation& f) { return with_sign(f, f.source(0) ^ f.format.sign_bit()); }

template <Bits (*Number)(const FloatOperation&)>
Bits each(Operation& o) {
  FloatOperation f{o};
  const Bits low = Number(f);
  f.first_bit = 16;
  return is_packed(o.type()) ? low | Number(f) << 16 : low;
}

constexpr ComputeRow kRows[] = {{"add", each<add>}, {"sub", each<sub>},   {"mul", each<mul>},
                                {"mad", each<fma>}, {"fma", each<fma>},   {"div", each<div>},
                                {"rcp", each<rcp>}, {"sqrt", each<sqrt>}, {"min", each<min>},
                                {"max", each<max>}, {"abs", each<abs>},   {"neg", each<neg>}};

}  // namespace

std::span<const ComputeRow> float_rows() { return kRows; }

Bits float_update(const char* name, Bits a, Bits b, ptx::Type type, bool flush) {
  ptx::Instruction instruction;
  instruction.opcode = name;
  if (flush) instruction.modifiers.emplace_back("ftz");
  instruction.modifiers.emplace_back(name_of(type));
  const Bits sources[] = {a, b};
  Operation o{instruction, sources};
  return compute_of(instruction)(o);
}

}  // namespace warplab::specification
