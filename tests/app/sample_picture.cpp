#include "sample_picture.hpp"

namespace warplab::test {

app::Picture float_picture(std::vector<uint64_t> shape, const std::vector<float>& actual,
                           const std::vector<float>& expected, data::Tolerance tolerance) {
  exercise::Exercise exercise;
  exercise.buffers.emplace_back();
  exercise.buffers.back().name = "out";
  verdict::Picture raw = raw_picture(sim::ElementType::f32, std::move(shape), actual, expected);
  raw.tolerance = tolerance;
  return app::Picture(std::move(raw), exercise);
}

}  // namespace warplab::test
