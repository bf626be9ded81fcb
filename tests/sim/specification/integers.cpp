// PTX ISA 9.0, sections 9.7.1 (integer), 9.7.2 (extended precision) and 9.7.8 (logic and shift).
#include <algorithm>

#include "specification/operation.hpp"

namespace warplab::specification {
namespace {

// The half of a * b that .lo, .hi or .wide (all of it) asks for. Products of 64-bit numbers fit
// 128.
Bits product(const Operation& o) {
  const auto all =
      o.is_signed() ? static_cast<Bits>(o.integer(0) * o.integer(1)) : o.bits(0) * o.bits(1);
  if (o.has("wide")) return lowest(all, 2 * o.width());
  return lowest(o.has("hi") ? all >> o.width() : all, o.width());
}

// min and max, of the halves of u16x2 and s16x2 one by one; add.u16x2 likewise.
template <class Choose>
Bits by_parts(const Operation& o, Choose choose) {
  const bool packed = o.has("u16x2") || o.has("s16x2");
  const unsigned width = packed ? 16 : o.width();
  Bits result = 0;
  for (unsigned first = 0; first < (packed ? 32 : width); first += width) {
    const auto part = [&](unsigned i) {
      return as_number(o.sources[i] >> first, width, o.has("s16x2") || o.is_signed());
    };
    SignedBits chosen = choose(part(0), part(1));
    if (o.has("relu")) chosen = std::max<SignedBits>(chosen, 0);
    result |= lowest(static_cast<Bits>(chosen), width) << first;
  }
  return result;
}

Bits add(Operation& o) {
  if (o.has("sat")) return clamped(o.integer(0) + o.integer(1), 32, true);
  if (o.type() == ptx::Type::none)  // add.u16x2
    return by_parts(o, [](SignedBits a, SignedBits b) { return a + b; });
  return lowest(o.bits(0) + o.bits(1), o.width());
}

Bits sub(Operation& o) {
  if (o.has("sat")) return clamped(o.integer(0) - o.integer(1), 32, true);
  return lowest(o.bits(0) - o.bits(1), o.width());
}

Bits mad(Operation& o) {
  if (o.has("sat")) return clamped(as_signed(product(o), 32) + o.integer(2), 32, true);
  const unsigned width = o.has("wide") ? 2 * o.width() : o.width();
  return lowest(product(o) + o.sources[2], width);
}

// The manual leaves division by zero open; GPUs give all ones, and the dividend as remainder.
Bits div(Operation& o) {
  if (o.bits(1) == 0) return lowest(~Bits{0}, o.width());
  return lowest(static_cast<Bits>(o.integer(0) / o.integer(1)), o.width());
}
Bits rem(Operation& o) {
  return o.bits(1) == 0 ? o.bits(0)
                        : lowest(static_cast<Bits>(o.integer(0) % o.integer(1)), o.width());
}

// dp4a.atype.btype d, a, b, c: `count` products of parts of a, `width` wide, and bytes of b.
Bits dot_product(const Operation& o, unsigned count, unsigned width) {
  SignedBits total = as_signed(o.sources[2], 32);
  for (unsigned i = 0; i < count; ++i)
    total += as_number(o.sources[0] >> (width * i), width, ptx::is_signed(o.instruction.type(1))) *
             as_number(o.sources[1] >> (8 * (i + (o.has("hi") ? 2 : 0))), 8, o.is_signed());
  return lowest(static_cast<Bits>(total), 32);
}

bool bit(Bits value, unsigned i) { return (value >> i & 1) != 0; }

// A shift amount or bit position: an unsigned 32-bit number whatever the instruction's type.
uint64_t amount(const Operation& o, unsigned i) {
  return static_cast<uint64_t>(lowest(o.sources[i], 32));
}
// The same, which .wrap takes of 5 bits and .clamp leaves at 32.
uint64_t limited_amount(const Operation& o, unsigned i) {
  return o.has("wrap") ? amount(o, i) & 31 : std::min<uint64_t>(amount(o, i), 32);
}
// Where a field begins, or how long it is: 8 bits as the manual says, which 64-bit forms do not
// mind on real hardware.
uint64_t field_number(const Operation& o, unsigned i) {
  return o.width() == 64 ? amount(o, i) : amount(o, i) & 0xff;
}

Bits popc(Operation& o) {
  Bits count = 0;
  for (unsigned i = 0; i < o.width(); ++i) count += bit(o.sources[0], i);
  return count;
}

Bits clz(Operation& o) {
  unsigned count = 0;
  while (count < o.width() && !bit(o.sources[0], o.width() - 1 - count)) ++count;
  return count;
}

Bits brev(Operation& o) {
  Bits reversed = 0;
  for (unsigned i = 0; i < o.width(); ++i)
    reversed |= Bits{bit(o.sources[0], i)} << (o.width() - 1 - i);
  return reversed;
}

Bits bfe(Operation& o) {
  const unsigned last = o.width() - 1;
  const uint64_t start = field_number(o, 1), length = field_number(o, 2);
  const Bits value = o.bits(0);
  const auto top = static_cast<unsigned>(std::min<uint64_t>(start + length - 1, last));
  const bool sign = o.is_signed() && length != 0 && bit(value, top);
  Bits field = 0;
  for (unsigned i = 0; i <= last; ++i) {
    const bool inside = i < length && start + i <= last;
    field |= Bits{inside ? bit(value, static_cast<unsigned>(start + i)) : sign} << i;
  }
  return field;
}

Bits bfi(Operation& o) {
  const uint64_t start = field_number(o, 2), length = field_number(o, 3);
  Bits result = o.bits(1);
  for (unsigned i = 0; i < length && start + i < o.width(); ++i) {
    result &= ~(Bits{1} << (start + i));
    result |= Bits{bit(o.sources[0], i)} << (start + i);
  }
  return result;
}

// Bit i of the result is the entry of the truth table for bit i of a, b and c.
Bits lop3(Operation& o) {
  Bits result = 0;
  for (unsigned i = 0; i < 32; ++i) {
    const unsigned entry = (bit(o.sources[0], i) ? 4u : 0u) | (bit(o.sources[1], i) ? 2u : 0u) |
                           (bit(o.sources[2], i) ? 1u : 0u);
    result |= Bits{bit(o.sources[3], entry)} << i;
  }
  return result;
}

// The 64 bits b:a, shifted; left gives the upper half, right the lower one.
Bits shf(Operation& o) {
  const Bits both = lowest(o.sources[1], 32) << 32 | lowest(o.sources[0], 32);
  const uint64_t n = limited_amount(o, 2);
  return lowest(o.has("l") ? (both << n) >> 32 : both >> n, 32);
}

Bits shl(Operation& o) {
  const uint64_t n = amount(o, 1);
  return n >= o.width() ? 0 : lowest(o.bits(0) << n, o.width());
}

Bits shr(Operation& o) {
  const uint64_t n = std::min<uint64_t>(amount(o, 1), o.width());
  return lowest(static_cast<Bits>(o.integer(0) >> n), o.width());
}

Bits prmt(Operation& o) {
  const Bits pool = lowest(o.sources[1], 32) << 32 | lowest(o.sources[0], 32);
  const auto selector = static_cast<unsigned>(lowest(o.sources[2], 32));
  Bits result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned given = selector >> (4 * i);
    const Bits byte = pool >> (8 * (given & 7)) & 0xff;
    result |= ((given & 8) == 0 ? byte : Bits{bit(byte, 7)} * 0xff) << (8 * i);
  }
  return result;
}

constexpr ComputeRow kRows[] = {
    {"add", add},
    {"sub", sub},
    {"mul", [](auto& o) { return product(o); }},
    {"mad", mad},
    {"div", div},
    {"rem", rem},
    {"abs",
     [](auto& o) {
       return lowest(static_cast<Bits>(o.integer(0) < 0 ? -o.integer(0) : o.integer(0)), o.width());
     }},
    {"neg", [](auto& o) { return lowest(static_cast<Bits>(-o.integer(0)), o.width()); }},
    {"min", [](auto& o) { return by_parts(o, [](auto a, auto b) { return std::min(a, b); }); }},
    {"max", [](auto& o) { return by_parts(o, [](auto a, auto b) { return std::max(a, b); }); }},
    {"dp4a", [](auto& o) { return dot_product(o, 4, 8); }},
    {"dp2a", [](auto& o) { return dot_product(o, 2, 16); }},
    {"popc", popc},
    {"clz", clz},
    {"brev", brev},
    {"bfe", bfe},
    {"bfi", bfi},
    {"and", [](auto& o) { return o.bits(0) & o.bits(1); }},
    {"or", [](auto& o) { return o.bits(0) | o.bits(1); }},
    {"xor", [](auto& o) { return o.bits(0) ^ o.bits(1); }},
    {"not", [](auto& o) { return lowest(~o.sources[0], o.width()); }},
    {"cnot", [](auto& o) { return Bits{o.bits(0) == 0}; }},
    {"lop3", lop3},
    {"shf", shf},
    {"shl", shl},
    {"shr", shr},
    {"prmt", prmt}};

}  // namespace

std::span<const ComputeRow> integer_rows() { return kRows; }

}  // namespace warplab::specification
