#pragma once
// A buffer as pictures and patches see it, and a piece of one. Only this room includes this header.
#include <cstddef>
#include <cstdint>
#include <span>

#include "data/element.hpp"
#include "data/launch.hpp"

namespace warplab::exercise {

// A buffer seen as rows and columns: all but the last extent, and the last.
struct Plane {
  uint64_t rows = 1, columns = 1;
};

inline Plane plane_of(const data::Buffer& buffer) {
  Plane plane;
  for (size_t i = 0; i + 1 < buffer.shape.size(); ++i) plane.rows *= buffer.shape[i];
  if (!buffer.shape.empty()) plane.columns = buffer.shape.back();
  return plane;
}

// Some elements of a buffer that stand next to each other, from number `first` on.
struct Piece {
  uint64_t first = 0;
  std::span<std::byte> bytes;
};

// Elements of the piece become value_at(their number in the buffer).
template <class ValueAt>
void store_piece(data::ElementType type, const Piece& piece, const ValueAt& value_at) {
  data::store_elements(type, piece.bytes, [&](size_t i) { return value_at(piece.first + i); });
}

}  // namespace warplab::exercise
