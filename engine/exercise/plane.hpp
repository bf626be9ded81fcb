#pragma once
// A buffer as pictures and patches see it. Only this room includes this header.
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

}  // namespace warplab::exercise
