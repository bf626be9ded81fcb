// PTX ISA 9.0, sections 9.7.3 (f32, f64) and 9.7.4 (f16, bf16).
#include <bit>
#include <cmath>

#include "specification/exact.hpp"
#include "specification/operation.hpp"
#include "sim/scalar/approx.hpp"

namespace warplab::sim::plain {
namespace {

using ptx::Type;

// One lane's float instruction on one format; a packed type runs it once a half.
struct FloatOperation {
  const Operation& operation;
  const Format& format;
  Rounding rounding;
  bool flush;
  unsigned first_bit = 0;  // of the half in work

  FloatOperation(const Operation& o, Type type)
      : operation(o), format(format_of(type)), rounding(rounding_of(o)), flush(o.has("ftz")) {}

  static Rounding rounding_of(const Operation& o) {
    if (o.has("rz")) return Rounding::toward_zero;
    if (o.has("rm")) return Rounding::down;
    if (o.has("rp")) return Rounding::up;
    return Rounding::nearest_even;
  }

  Bits flushed(Bits bits) const {
    return flush && is_subnormal(bits, format) ? bits & sign_bit() : bits;
  }
  Bits sign_bit() const { return Bits{1} << (format.width - 1); }
  Bits source(unsigned i) const {
    return flushed(lowest(operation.sources[i] >> first_bit, format.width));
  }
  double number(unsigned i) const { return to_double(source(i), format); }
  bool nan(unsigned i) const { return is_nan(source(i), format); }
  bool negative(unsigned i) const { return (source(i) & sign_bit()) != 0; }

  // What .ftz, .sat and .relu make of a result.
  Bits finished(Bits bits) const {
    bits = flushed(bits);
    const bool is_a_nan = is_nan(bits, format), is_negative = (bits & sign_bit()) != 0;
    if (operation.has("sat")) {
      if (is_a_nan || is_negative) return 0;
      const Bits one = from_double(1.0, format, Rounding::nearest_even);
      return std::min(bits, one);
    }
    if (operation.has("relu")) {
      if (is_a_nan) return format.canonical_nan;
      if (is_negative) return 0;
    }
    return bits;
  }
  // f64 lets the first NaN among its operands through, made quiet; the others have one NaN only.
  Bits nan_result() const {
    for (unsigned i = 0; wide() && i < operation.sources.size(); ++i)
      if (nan(i)) return source(i) | quiet_bit();
    return format.canonical_nan;
  }
  Bits quiet_bit() const { return Bits{1} << (format.precision - 2); }
  // Hardware calls a result tiny when it is below the normal numbers after rounding to full
  // precision.
  bool is_tiny(double value) const {
    const Format unbounded{static_cast<unsigned>(format.precision) + 12, format.precision, 2047, 0};
    const double full = to_double(from_double(value, unbounded, rounding), unbounded);
    return std::fabs(full) < std::ldexp(1.0, format.smallest_exponent());
  }
  Bits rounded(double value) const {
    if (std::isnan(value)) return finished(nan_result());
    const Bits bits = from_double(value, format, rounding);
    if (flush && is_tiny(value)) return finished(bits & sign_bit());
    return finished(bits);
  }
  bool wide() const { return format.width == 64; }
};

template <class PerNumber>
Bits for_each_number(const Operation& o, PerNumber per_number) {
  const Type type = o.type();
  FloatOperation f(o, type);
  if (type != Type::f16x2 && type != Type::bf16x2) return per_number(f);
  Bits both = per_number(f);
  f.first_bit = 16;
  return both | (per_number(f) << 16);
}

// The sign of a sum that is exactly zero depends on the rounding mode (IEEE 754, 6.3); odd_sum()
// has rounded toward zero, so only .rm needs it put right.
double with_sign_of_zero(double result, bool signs_differ, Rounding rounding) {
  if (result == 0 && signs_differ) return rounding == Rounding::down ? -0.0 : 0.0;
  return result;
}

Bits added(const FloatOperation& f, double a, double b) {
  if (f.wide()) return f.rounded(sum(a, b, f.rounding));
  const bool signs_differ = std::signbit(a) != std::signbit(b);
  return f.rounded(with_sign_of_zero(odd_sum(a, b), signs_differ, f.rounding));
}

Bits fused_multiply_add(const FloatOperation& f, double a, double b, double c) {
  if (f.wide()) return f.rounded(fused(a, b, c, f.rounding));
  const double exact_product = a * b;  // 48 bits at most
  const bool signs_differ = std::signbit(exact_product) != std::signbit(c);
  return f.rounded(with_sign_of_zero(odd_sum(exact_product, c), signs_differ, f.rounding));
}

float f32_of(Bits bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits)); }
double f64_of(Bits bits) { return std::bit_cast<double>(static_cast<uint64_t>(bits)); }
Bits bits_of(float value) { return std::bit_cast<uint32_t>(value); }
Bits bits_of(double value) { return std::bit_cast<uint64_t>(value); }

// min and max: of two numbers by value, -0 before +0; a NaN loses against a number unless .NaN.
Bits chosen(const FloatOperation& f, bool larger) {
  const bool absolute = f.operation.has("abs");
  const auto count = static_cast<unsigned>(f.operation.sources.size());  // 3-input forms exist
  bool have = false, sign = false;
  Bits best = 0;
  for (unsigned i = 0; i < count; ++i) {
    sign ^= f.negative(i);
    if (f.nan(i)) {
      if (f.operation.has("NaN")) return f.format.canonical_nan;
      continue;
    }
    const Bits candidate = absolute ? f.source(i) & ~f.sign_bit() : f.source(i);
    const double now = to_double(candidate, f.format), then = to_double(best, f.format);
    const bool below = now < then || (now == then && std::signbit(now) && !std::signbit(then));
    const bool above = now > then || (now == then && !std::signbit(now) && std::signbit(then));
    if (!have || (larger ? above : below)) best = candidate;
    have = true;
  }
  if (!have) return f.wide() ? f.source(count - 1) | f.quiet_bit() : f.format.canonical_nan;
  if (f.operation.has("xorsign")) best = (best & ~f.sign_bit()) | (sign ? f.sign_bit() : 0);
  return f.finished(best);
}

}  // namespace

Bits float_add(Operation& o) {
  return for_each_number(o, [](const auto& f) { return added(f, f.number(0), f.number(1)); });
}

Bits float_sub(Operation& o) {
  return for_each_number(o, [](const auto& f) { return added(f, f.number(0), -f.number(1)); });
}

Bits float_mul(Operation& o) {
  return for_each_number(o, [](const auto& f) {
    if (f.wide()) return f.rounded(product(f.number(0), f.number(1), f.rounding));
    return f.rounded(f.number(0) * f.number(1));  // exact in double
  });
}

Bits float_fma(Operation& o) {
  return for_each_number(o, [](const auto& f) {
    return fused_multiply_add(f, f.number(0), f.number(1), f.number(2));
  });
}

Bits float_div(Operation& o) {
  return for_each_number(o, [](const auto& f) {
    if (f.wide()) return f.rounded(quotient(f.number(0), f.number(1), f.rounding));
    return f.rounded(odd_quotient(f.number(0), f.number(1)));
  });
}

Bits float_rcp(Operation& o) {
  return for_each_number(o, [](const auto& f) {
    if (f.wide()) return f.rounded(quotient(1.0, f.number(0), f.rounding));
    return f.rounded(odd_quotient(1.0, f.number(0)));
  });
}

Bits float_sqrt(Operation& o) {
  return for_each_number(o, [](const auto& f) {
    if (f.wide()) return f.rounded(root(f.number(0), f.rounding));
    return f.rounded(odd_root(f.number(0)));
  });
}

Bits float_abs(Operation& o) {
  return for_each_number(o, [](const auto& f) {
    return f.nan(0) && f.format.width > 16 ? f.nan_result() : f.source(0) & ~f.sign_bit();
  });
}

Bits float_neg(Operation& o) {
  return for_each_number(o, [](const auto& f) {
    return f.nan(0) && f.format.width > 16 ? f.nan_result() : f.source(0) ^ f.sign_bit();
  });
}

Bits float_min(Operation& o) {
  return for_each_number(o, [](const auto& f) { return chosen(f, false); });
}
Bits float_max(Operation& o) {
  return for_each_number(o, [](const auto& f) { return chosen(f, true); });
}

// copysign d, a, b: the magnitude of b with the sign of a.
Bits copysign(Operation& o) {
  return for_each_number(o, [](const auto& f) {
    return (f.source(0) & f.sign_bit()) | (f.source(1) & ~f.sign_bit());
  });
}

Bits testp(Operation& o) {
  const FloatOperation f(o, o.type());
  const Unpacked u = unpack(f.source(0), f.format);
  const bool is_finite = u.kind == FloatKind::finite;
  const bool subnormal = is_subnormal(f.source(0), f.format);
  if (o.has("finite")) return is_finite;
  if (o.has("infinite")) return u.kind == FloatKind::infinite;
  if (o.has("number")) return u.kind != FloatKind::nan;
  if (o.has("notanumber")) return u.kind == FloatKind::nan;
  if (o.has("subnormal")) return subnormal;
  return is_finite && !subnormal && u.value.magnitude != 0;  // .normal
}

Bits approximate(Operation& o) {
  const std::string& name = o.instruction.opcode;
  return for_each_number(o, [&](const FloatOperation& f) -> Bits {
    if (f.wide()) {  // rcp.approx.ftz, rsqrt.approx with and without .ftz
      const double x = f64_of(f.source(0));
      if (name == "rcp") return bits_of(scalar::rcp_approx(x));
      return bits_of(o.has("ftz") ? scalar::rsqrt_approx_ftz(x) : scalar::rsqrt_approx(x));
    }
    if (f.format.width == 16) {
      const auto x = static_cast<uint16_t>(f.source(0));
      const bool is_f16 = f.format.precision == kF16.precision;
      if (name == "ex2") return is_f16 ? scalar::ex2_approx_f16(x) : scalar::ex2_approx_bf16(x);
      return is_f16 ? scalar::tanh_approx_f16(x) : scalar::tanh_approx_bf16(x);
    }
    const float x = f32_of(f.source(0));
    float result = 0;
    if (name == "rcp") result = scalar::rcp_approx(x);
    if (name == "rsqrt") result = scalar::rsqrt_approx(x);
    if (name == "sqrt") result = scalar::sqrt_approx(x);
    if (name == "ex2") result = scalar::ex2_approx(x);
    if (name == "lg2") result = scalar::lg2_approx(x);
    if (name == "sin") result = scalar::sin_approx(x);
    if (name == "cos") result = scalar::cos_approx(x);
    if (name == "tanh") result = scalar::tanh_approx(x);
    if (name == "div")
      result = o.has("full") ? scalar::div_full(x, f32_of(f.source(1)))
                             : scalar::div_approx(x, f32_of(f.source(1)));
    return f.finished(bits_of(result));
  });
}

namespace {

// An instruction of the same meaning as what an atomic does to its old value.
Bits as_instruction(const char* opcode, Bits a, Bits b, Type type, bool flush, Compute compute) {
  ptx::Instruction instruction;
  instruction.opcode = opcode;
  if (flush) instruction.modifiers.emplace_back("ftz");
  instruction.modifiers.emplace_back(name_of(type));
  const Bits sources[] = {a, b};
  Operation o{instruction, sources};
  return compute(o);
}

}  // namespace

Bits float_sum(Bits a, Bits b, Type type, bool flush) {
  return as_instruction("add", a, b, type, flush, float_add);
}
Bits float_smaller(Bits a, Bits b, Type type) {
  return as_instruction("min", a, b, type, false, float_min);
}
Bits float_larger(Bits a, Bits b, Type type) {
  return as_instruction("max", a, b, type, false, float_max);
}

}  // namespace warplab::sim::plain
