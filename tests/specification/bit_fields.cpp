// PTX ISA 9.0, sections 9.7.1 (bit counting, fields), 9.7.8 (logic and shift), prmt.
#include <algorithm>

#include "specification/operation.hpp"

namespace warplab::sim::plain {
namespace {

bool bit(Bits value, unsigned i) { return ((value >> i) & 1) != 0; }

// A shift amount or bit position operand: an unsigned 32-bit number whatever the instruction's
// type.
uint64_t amount(const Operation& o, unsigned i) {
  return static_cast<uint64_t>(lowest(o.sources[i], 32));
}

// Where a field begins, or how long it is: 8 bits as the manual says, which 64-bit forms do not
// mind on real hardware.
uint64_t field_number(const Operation& o, unsigned i) {
  return o.width() == 64 ? amount(o, i) : amount(o, i) & 0xff;
}

constexpr Bits kNotFound = 0xffffffff;

}  // namespace

Bits popc(Operation& o) {
  Bits count = 0;
  for (unsigned i = 0; i < o.width(); ++i) count += bit(o.sources[0], i);
  return count;
}

Bits clz(Operation& o) {
  Bits count = 0;
  while (count < o.width() && !bit(o.sources[0], o.width() - 1 - static_cast<unsigned>(count)))
    ++count;
  return count;
}

Bits bfind(Operation& o) {
  const bool negative = ptx::is_signed(o.type()) && o.integer(0) < 0;
  const Bits value = lowest(negative ? ~o.sources[0] : o.sources[0], o.width());
  for (unsigned i = o.width(); i-- > 0;)
    if (bit(value, i)) return o.has("shiftamt") ? o.width() - 1 - i : i;
  return kNotFound;
}

// fns.b32 d, mask, base, offset: the offset-th set bit, counted from base.
Bits fns(Operation& o) {
  const auto mask = static_cast<uint32_t>(o.sources[0]);
  const auto base = static_cast<int64_t>(amount(o, 1));
  int64_t wanted = static_cast<int64_t>(as_signed(o.sources[2], 32));
  const int64_t step = wanted < 0 ? -1 : 1;
  if (wanted == 0) return base < 32 && bit(mask, static_cast<unsigned>(base)) ? base : kNotFound;
  if (wanted < 0) wanted = -wanted;
  for (int64_t i = base; i >= 0 && i < 32; i += step)
    if (bit(mask, static_cast<unsigned>(i)) && --wanted == 0) return i;
  return kNotFound;
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
  const bool sign = ptx::is_signed(o.type()) && length != 0 && bit(value, top);
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

// szext: sign- or zero-extends the lowest n bits.
Bits szext(Operation& o) {
  uint64_t n = amount(o, 1);
  if (o.has("wrap")) n &= 31;
  if (o.has("clamp")) n = std::min<uint64_t>(n, 32);
  const Bits value = o.bits(0);
  if (n == 0) return 0;
  if (n >= 32) return value;
  const auto kept = static_cast<unsigned>(n);
  return ptx::is_signed(o.type()) ? lowest(static_cast<Bits>(as_signed(value, kept)), 32)
                                  : lowest(value, kept);
}

// bmsk: b ones from bit a on.
Bits bmsk(Operation& o) {
  uint64_t first = amount(o, 0), count = amount(o, 1);
  if (o.has("wrap")) {
    first &= 31;
    count &= 31;
  }
  Bits mask = 0;
  for (uint64_t i = first; i < 32 && i - first < count; ++i) mask |= Bits{1} << i;
  return mask;
}

Bits bitwise_and(Operation& o) { return o.bits(0) & o.bits(1); }
Bits bitwise_or(Operation& o) { return o.bits(0) | o.bits(1); }
Bits bitwise_xor(Operation& o) { return o.bits(0) ^ o.bits(1); }
Bits bitwise_not(Operation& o) { return lowest(~o.sources[0], o.width()); }
Bits cnot(Operation& o) { return o.bits(0) == 0 ? 1 : 0; }

// Bit i of the result is the entry of the truth table for bit i of a, b and c.
Bits lop3(Operation& o) {
  const auto table = static_cast<unsigned>(o.sources[3] & 0xff);
  Bits result = 0;
  for (unsigned i = 0; i < 32; ++i) {
    const unsigned entry = (bit(o.sources[0], i) ? 4u : 0u) | (bit(o.sources[1], i) ? 2u : 0u) |
                           (bit(o.sources[2], i) ? 1u : 0u);
    result |= Bits{bit(table, entry)} << i;
  }
  if (o.has("and") || o.has("or")) {  // lop3.BoolOp d|p, a, b, c, table, q
    const bool any = result != 0, q = (o.sources[4] & 1) != 0;
    o.second = o.has("and") ? any && q : any || q;
  }
  return result;
}

// The 64 bits b:a, shifted; left gives the upper half, right the lower one.
Bits shf(Operation& o) {
  const Bits both = (lowest(o.sources[1], 32) << 32) | lowest(o.sources[0], 32);
  uint64_t n = amount(o, 2);
  n = o.has("wrap") ? n & 31 : std::min<uint64_t>(n, 32);
  return lowest(o.has("l") ? (both << n) >> 32 : both >> n, 32);
}

Bits shl(Operation& o) {
  const uint64_t n = amount(o, 1);
  return n >= o.width() ? 0 : lowest(o.bits(0) << n, o.width());
}

Bits shr(Operation& o) {
  const auto n = static_cast<unsigned>(std::min<uint64_t>(amount(o, 1), o.width()));
  if (ptx::is_signed(o.type())) return lowest(static_cast<Bits>(o.integer(0) >> n), o.width());
  return o.bits(0) >> n;
}

Bits prmt(Operation& o) {
  const Bits pool = (lowest(o.sources[1], 32) << 32) | lowest(o.sources[0], 32);
  const auto selector = static_cast<unsigned>(lowest(o.sources[2], 32));
  const unsigned c = selector & 3;
  Bits result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    unsigned chosen = (selector >> (4 * i)) & 7;
    bool replicate_sign = ((selector >> (4 * i)) & 8) != 0;
    if (o.has("f4e")) chosen = (c + i) & 7, replicate_sign = false;
    if (o.has("b4e")) chosen = (c - i) & 7, replicate_sign = false;
    if (o.has("rc8")) chosen = c, replicate_sign = false;
    if (o.has("ecl")) chosen = std::max(c, i), replicate_sign = false;
    if (o.has("ecr")) chosen = std::min(c, i), replicate_sign = false;
    if (o.has("rc16")) chosen = (c & 1) * 2 + (i & 1), replicate_sign = false;
    Bits byte = (pool >> (8 * chosen)) & 0xff;
    if (replicate_sign) byte = bit(byte, 7) ? 0xff : 0;
    result |= byte << (8 * i);
  }
  return result;
}

}  // namespace warplab::sim::plain
