// PTX ISA 9.0, sections 9.7.1 (integer) and 9.7.2 (extended precision).
#include <algorithm>

#include "specification/operation.hpp"

namespace warplab::sim::plain {
namespace {

SignedBits least(unsigned width) { return -(SignedBits{1} << (width - 1)); }
SignedBits greatest(unsigned width) { return (SignedBits{1} << (width - 1)) - 1; }

// Applies `operation` to the halves of add.u16x2 and its like.
template <class PerHalf>
Bits by_halves(const Operation& o, bool is_signed, PerHalf per_half) {
  Bits result = 0;
  for (unsigned half = 0; half < 2; ++half) {
    const auto part = [&](unsigned i) {
      const Bits bits = lowest(o.sources[i] >> (16 * half), 16);
      return is_signed ? as_signed(bits, 16) : static_cast<SignedBits>(bits);
    };
    result |= lowest(static_cast<Bits>(per_half(part(0), part(1))), 16) << (16 * half);
  }
  return result;
}
bool is_packed(const Operation& o) { return o.has("u16x2") || o.has("s16x2"); }

// a + b + carry of `width` bits; sets the carry when asked.
Bits sum_with_carry(Operation& o, Bits a, Bits b, bool carry, unsigned width) {
  const Bits total = lowest(a, width) + lowest(b, width) + (carry ? 1 : 0);
  if (o.has("cc")) o.carry = (total >> width) != 0;
  return lowest(total, width);
}

// The half of a * b that .lo, .hi or .wide (all of it) asks for. Products of 64-bit numbers fit
// 128.
Bits product(const Operation& o) {
  const Bits all = ptx::is_signed(o.type()) ? static_cast<Bits>(o.integer(0) * o.integer(1))
                                            : o.bits(0) * o.bits(1);
  if (o.has("wide")) return lowest(all, 2 * o.width());
  return lowest(o.has("hi") ? all >> o.width() : all, o.width());
}

Bits clamped_s32(SignedBits value) {
  return lowest(static_cast<Bits>(std::clamp(value, least(32), greatest(32))), 32);
}

Bits product24(const Operation& o) {
  const auto part = [&](unsigned i) {
    return ptx::is_signed(o.type()) ? as_signed(o.sources[i], 24)
                                    : static_cast<SignedBits>(lowest(o.sources[i], 24));
  };
  const auto all = static_cast<Bits>(part(0) * part(1));
  return lowest(o.has("hi") ? all >> 16 : all, 32);
}

SignedBits narrow(Bits bits, unsigned width, bool is_signed) {
  return is_signed ? as_signed(bits, width) : static_cast<SignedBits>(lowest(bits, width));
}

// dp4a.atype.btype: the types stand side by side.
bool signed_a(const Operation& o) { return ptx::is_signed(o.instruction.type(1)); }
bool signed_b(const Operation& o) { return ptx::is_signed(o.instruction.type(0)); }

}  // namespace

Bits integer_add(Operation& o) {
  if (is_packed(o)) return by_halves(o, false, [](SignedBits a, SignedBits b) { return a + b; });
  if (o.has("sat")) return clamped_s32(o.integer(0) + o.integer(1));
  return sum_with_carry(o, o.bits(0), o.bits(1), false, o.width());
}

Bits integer_sub(Operation& o) {
  if (o.has("sat")) return clamped_s32(o.integer(0) - o.integer(1));
  const Bits difference = o.bits(0) - o.bits(1);
  if (o.has("cc")) o.carry = o.bits(0) < o.bits(1);
  return lowest(difference, o.width());
}

Bits add_with_carry(Operation& o) {
  return sum_with_carry(o, o.bits(0), o.bits(1), o.carry, o.width());
}

Bits sub_with_borrow(Operation& o) {
  const Bits subtrahend = o.bits(1) + (o.carry ? 1 : 0);
  if (o.has("cc")) o.carry = o.bits(0) < subtrahend;
  return lowest(o.bits(0) - subtrahend, o.width());
}

Bits integer_mul(Operation& o) { return product(o); }

Bits integer_mad(Operation& o) {
  if (o.has("sat")) return clamped_s32(as_signed(product(o), 32) + o.integer(2));
  const unsigned width = o.has("wide") ? 2 * o.width() : o.width();
  return sum_with_carry(o, product(o), o.sources[2], false, width);
}

Bits mad_with_carry(Operation& o) {
  return sum_with_carry(o, product(o), o.sources[2], o.carry, o.width());
}

Bits mul24(Operation& o) { return product24(o); }

Bits mad24(Operation& o) {
  if (o.has("sat")) return clamped_s32(as_signed(product24(o), 32) + o.integer(2));
  return lowest(product24(o) + o.bits(2), 32);
}

Bits sad(Operation& o) {
  const SignedBits difference = o.integer(0) - o.integer(1);
  const auto distance = static_cast<Bits>(difference < 0 ? -difference : difference);
  return lowest(distance + o.bits(2), o.width());
}

// The manual leaves division by zero open; GPUs give all ones, and the dividend as remainder.
Bits integer_div(Operation& o) {
  if (o.bits(1) == 0) return lowest(~Bits{0}, o.width());
  return lowest(static_cast<Bits>(o.integer(0) / o.integer(1)), o.width());
}
Bits integer_rem(Operation& o) {
  if (o.bits(1) == 0) return o.bits(0);
  return lowest(static_cast<Bits>(o.integer(0) % o.integer(1)), o.width());
}

Bits integer_abs(Operation& o) {
  const SignedBits a = o.integer(0);
  return lowest(static_cast<Bits>(a < 0 ? -a : a), o.width());
}

Bits integer_neg(Operation& o) { return lowest(static_cast<Bits>(-o.integer(0)), o.width()); }

Bits integer_min(Operation& o) {
  const bool relu = o.has("relu");
  const auto choose = [&](SignedBits a, SignedBits b) {
    const SignedBits chosen = std::min(a, b);
    return relu ? std::max<SignedBits>(chosen, 0) : chosen;
  };
  if (is_packed(o)) return by_halves(o, o.has("s16x2"), choose);
  return lowest(static_cast<Bits>(choose(o.integer(0), o.integer(1))), o.width());
}

Bits integer_max(Operation& o) {
  const bool relu = o.has("relu");
  const auto choose = [&](SignedBits a, SignedBits b) {
    const SignedBits chosen = std::max(a, b);
    return relu ? std::max<SignedBits>(chosen, 0) : chosen;
  };
  if (is_packed(o)) return by_halves(o, o.has("s16x2"), choose);
  return lowest(static_cast<Bits>(choose(o.integer(0), o.integer(1))), o.width());
}

Bits dp4a(Operation& o) {
  SignedBits total = as_signed(o.sources[2], 32);
  for (unsigned i = 0; i < 4; ++i)
    total += narrow(o.sources[0] >> (8 * i), 8, signed_a(o)) *
             narrow(o.sources[1] >> (8 * i), 8, signed_b(o));
  return lowest(static_cast<Bits>(total), 32);
}

Bits dp2a(Operation& o) {
  SignedBits total = as_signed(o.sources[2], 32);
  const unsigned first = o.has("hi") ? 2 : 0;
  for (unsigned i = 0; i < 2; ++i)
    total += narrow(o.sources[0] >> (16 * i), 16, signed_a(o)) *
             narrow(o.sources[1] >> (8 * (first + i)), 8, signed_b(o));
  return lowest(static_cast<Bits>(total), 32);
}

}  // namespace warplab::sim::plain
