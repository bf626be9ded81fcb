#pragma once
// A register's content: up to 128 bits, of which an instruction's type says how many count.
#include <cstdint>

#include "ptx/module.hpp"

namespace warplab::sim::plain {

__extension__ typedef unsigned __int128 Bits;
__extension__ typedef __int128 SignedBits;

inline unsigned width_of(ptx::Type type) {
  return type == ptx::Type::pred ? 1 : 8 * ptx::bytes_of(type);
}

// The lowest `width` bits; width 128 keeps all.
inline Bits lowest(Bits value, unsigned width) {
  return width >= 128 ? value : value & ((Bits{1} << width) - 1);
}

// The lowest `width` bits as a two's complement number.
inline SignedBits as_signed(Bits value, unsigned width) {
  const unsigned unused = 128 - width;
  return static_cast<SignedBits>(value << unused) >> unused;
}

}  // namespace warplab::sim::plain
