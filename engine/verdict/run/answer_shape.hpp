#pragma once
// Wrong answers that have a shape which is known: what is wrong with all elements together says
// more of the mistake than the first of them. Looked for behind the comparison; no verdict depends
// on it.
#include <cstdint>
#include <span>

#include "data/compare.hpp"
#include "data/gate_says.hpp"
#include "data/launch.hpp"

namespace warplab::verdict {

struct ComparedAnswer {
  data::ElementType type = data::ElementType::f32;
  std::span<const uint64_t> shape;  // as data/shape.hpp
  std::span<const std::byte> actual, expected;
  data::Tolerance tolerance;
  Dim3 grid{1, 1, 1}, block{1, 1, 1};  // of the launch that wrote it
};

// One sentence; empty where the shape is none that is known, or the answer has more than 4 million
// elements.
data::Saying answer_shape(const ComparedAnswer& answer);

}  // namespace warplab::verdict
