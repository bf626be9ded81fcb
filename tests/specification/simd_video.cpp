// PTX ISA 9.0, section 9.7.17: SIMD video instructions on whole registers (no masks or selectors),
// two halfwords or four bytes at a time, as __vabsdiffu4 and its like use them.
#include <algorithm>

#include "specification/operation.hpp"

namespace warplab::sim::plain {
namespace {

SignedBits part(Bits bits, unsigned width, ptx::Type type) {
  return ptx::is_signed(type) ? as_signed(bits, width)
                              : static_cast<SignedBits>(lowest(bits, width));
}

SignedBits combine(std::string_view name, SignedBits a, SignedBits b) {
  if (name == "vadd") return a + b;
  if (name == "vsub") return a - b;
  if (name == "vabsdiff") return a < b ? b - a : a - b;
  return name == "vmin" ? std::min(a, b) : std::max(a, b);
}

}  // namespace

// vabsdiff4.dtype.atype.btype{.sat}{.add} d, a, b, c
Bits simd_video(Operation& o) {
  const std::string_view opcode = o.instruction.opcode;
  const unsigned width = opcode.back() == '2' ? 16 : 8;
  const ptx::Type to = o.instruction.type(2);
  const SignedBits one = 1;
  const SignedBits least = ptx::is_signed(to) ? -(one << (width - 1)) : 0;
  const SignedBits greatest = (one << (ptx::is_signed(to) ? width - 1 : width)) - 1;
  Bits joined = 0;
  SignedBits total = as_signed(o.sources[2], 32);
  for (unsigned first = 0; first < 32; first += width) {
    SignedBits value = combine(opcode.substr(0, opcode.size() - 1),
                               part(o.sources[0] >> first, width, o.instruction.type(1)),
                               part(o.sources[1] >> first, width, o.instruction.type(0)));
    if (o.has("sat")) value = std::clamp(value, least, greatest);
    joined |= lowest(static_cast<Bits>(value), width) << first;
    total += value;
  }
  return lowest(o.has("add") ? static_cast<Bits>(total) : joined, 32);
}

}  // namespace warplab::sim::plain
