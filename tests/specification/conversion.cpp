// PTX ISA 9.0, section 9.7.9: cvt, cvt.pack and plain mov.
#include <algorithm>

#include "specification/exact.hpp"
#include "specification/operation.hpp"

namespace warplab::sim::plain {
namespace {

using ptx::Type;

bool any(const Operation& o, std::initializer_list<std::string_view> modifiers) {
  return std::any_of(modifiers.begin(), modifiers.end(),
                     [&](std::string_view m) { return o.has(m); });
}

// .rni and .rn round alike; the former makes a whole number.
Rounding rounding_of(const Operation& o) {
  if (any(o, {"rz", "rzi"})) return Rounding::toward_zero;
  if (any(o, {"rm", "rmi"})) return Rounding::down;
  if (any(o, {"rp", "rpi"})) return Rounding::up;
  if (any(o, {"rna"})) return Rounding::nearest_away;
  return Rounding::nearest_even;
}

Bits flushed(Bits bits, const Format& format) {
  return is_subnormal(bits, format) ? bits & (Bits{1} << (format.width - 1)) : bits;
}

bool has_sign(Bits bits, const Format& format) { return ((bits >> (format.width - 1)) & 1) != 0; }

// .sat, .relu, .satfinite on a float result.
Bits limited(const Operation& o, Bits bits, const Format& format) {
  const Bits one = from_double(1.0, format, Rounding::nearest_even);
  if (o.has("sat")) return is_nan(bits, format) || has_sign(bits, format) ? 0 : std::min(bits, one);
  if (is_nan(bits, format)) return format.canonical_nan;
  if (o.has("relu") && has_sign(bits, format)) return 0;
  if (o.has("satfinite") && unpack(bits, format).kind == FloatKind::infinite) return bits - 1;
  return bits;
}

// To and from f64, and from bf16 to f32, a NaN keeps its sign and what fits of its payload, made
// quiet; otherwise it becomes the one NaN of the format.
Bits converted_nan(Bits bits, const Format& from, const Format& to) {
  const bool widens_bf16 = from.width == 16 && from.precision == kBf16.precision && to.width == 32;
  if (from.width != 64 && to.width != 64 && !widens_bf16) return to.canonical_nan;
  const Bits payload = lowest(bits, static_cast<unsigned>(from.precision - 1));
  const int wider = to.precision - from.precision;
  return infinity(to, has_sign(bits, from)) | (wider >= 0 ? payload << wider : payload >> -wider) |
         (Bits{1} << (to.precision - 2));
}

Bits float_to_float(const Operation& o, Bits bits, const Format& from, const Format& to) {
  // .ftz is about f32 on either side.
  if (o.has("ftz") && from.width == 32) bits = flushed(bits, from);
  const Unpacked u = unpack(bits, from);
  if (u.kind == FloatKind::nan && !o.has("sat")) return converted_nan(bits, from, to);
  Bits result = to.canonical_nan;
  if (u.kind == FloatKind::infinite) result = infinity(to, u.value.negative);
  if (u.kind == FloatKind::finite) {
    Exact value = u.value;
    if (any(o, {"rni", "rzi", "rmi", "rpi"}) && value.exponent < 0) {
      value.magnitude = rounded_magnitude(value, rounding_of(o));
      value.exponent = 0;
    }
    result = pack(value, to, rounding_of(o));
  }
  if (o.has("ftz") && to.width == 32) result = flushed(result, to);
  return limited(o, result, to);
}

// Out of range becomes the nearest number that there is. NaN becomes 0, but the lowest number's
// pattern where f64 or a 64-bit integer is concerned.
Bits float_to_integer(const Operation& o, Bits bits, const Format& from, Type to) {
  if (o.has("ftz") && from.width == 32) bits = flushed(bits, from);
  const unsigned width = width_of(to);
  const Bits lowest_pattern = Bits{1} << (width - 1);
  const Unpacked u = unpack(bits, from);
  if (u.kind == FloatKind::nan) return from.width == 64 || width == 64 ? lowest_pattern : 0;
  const bool negative = u.value.negative;
  const Bits magnitude =
      u.kind == FloatKind::infinite ? ~Bits{0} : rounded_magnitude(u.value, rounding_of(o));
  if (!ptx::is_signed(to)) return negative ? 0 : std::min(magnitude, lowest(~Bits{0}, width));
  const Bits limit = negative ? lowest_pattern : lowest_pattern - 1;
  const Bits clamped = std::min(magnitude, limit);
  return lowest(negative ? ~clamped + 1 : clamped, width);
}

Bits integer_to_float(const Operation& o, Bits bits, Type from, const Format& to) {
  const SignedBits number =
      ptx::is_signed(from) ? as_signed(bits, width_of(from)) : static_cast<SignedBits>(bits);
  Exact value;
  value.negative = number < 0;
  value.magnitude = static_cast<Bits>(number < 0 ? -number : number);
  return limited(o, pack(value, to, rounding_of(o)), to);
}

Bits integer_to_integer(const Operation& o, Bits bits, Type from, Type to) {
  SignedBits number =
      ptx::is_signed(from) ? as_signed(bits, width_of(from)) : static_cast<SignedBits>(bits);
  const unsigned width = width_of(to);
  if (o.has("sat")) {
    const SignedBits one = 1;
    const SignedBits least = ptx::is_signed(to) ? -(one << (width - 1)) : 0;
    const SignedBits greatest = (one << (ptx::is_signed(to) ? width - 1 : width)) - 1;
    number = std::clamp(number, least, greatest);
  }
  return lowest(static_cast<Bits>(number), width);
}

}  // namespace

Bits cvt(Operation& o) {
  if (o.has("pack")) return cvt_pack(o);
  const Type from = o.type();
  if (o.has("tf32")) {  // an f32 with 11 significant bits; the others are zero
    constexpr Format kTf32{19, 11, 127, 0x7fffffff >> 13};
    // .rna only cuts a NaN's payload off, down to infinity if nothing is left.
    if (o.has("rna") && is_nan(lowest(o.sources[0], 32), kF32))
      return lowest(o.sources[0], 32) >> 13 << 13;
    return float_to_float(o, lowest(o.sources[0], 32), kF32, kTf32) << 13;
  }
  const Type to = o.instruction.type(1);
  const Bits bits = lowest(o.sources[0], width_of(from));
  if (is_packed(to)) {  // cvt.rn.f16x2.f32 d, a, b: a becomes the upper half
    const Bits low = lowest(o.sources[1], 32);
    return (float_to_float(o, bits, kF32, format_of(to)) << 16) |
           float_to_float(o, low, kF32, format_of(to));
  }
  if (is_float(from) && is_float(to))
    return float_to_float(o, bits, format_of(from), format_of(to));
  if (is_float(from)) return float_to_integer(o, bits, format_of(from), to);
  if (is_float(to)) return integer_to_float(o, bits, from, format_of(to));
  return integer_to_integer(o, bits, from, to);
}

// cvt.pack.sat.u8.s32.b32 d, a, b, c: a and b, clamped, go below the bits of c.
Bits cvt_pack(Operation& o) {
  const auto& m = o.instruction.modifiers;  // pack, sat, convert type, s32[, b32]
  const bool with_c = o.sources.size() == 3;
  const std::string& name = m[2];
  const bool is_signed_type = name[0] == 's';
  const auto width = static_cast<unsigned>(std::stoi(name.substr(1)));
  const SignedBits one = 1;
  const SignedBits least = is_signed_type ? -(one << (width - 1)) : 0;
  const SignedBits greatest = (one << (is_signed_type ? width - 1 : width)) - 1;
  const auto part = [&](unsigned i) {
    return lowest(static_cast<Bits>(std::clamp(as_signed(o.sources[i], 32), least, greatest)),
                  width);
  };
  const Bits pair = (part(0) << width) | part(1);
  return lowest(with_c ? (lowest(o.sources[2], 32) << (2 * width)) | pair : pair, 32);
}

Bits move(Operation& o) { return o.bits(0); }

}  // namespace warplab::sim::plain
