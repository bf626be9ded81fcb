#pragma once
// Pictures from a list of numbers.
#include <cstring>
#include <vector>

#include "draw/picture.hpp"

namespace warplab::test {

template <class T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <class T>
verdict::Picture raw_picture(sim::ElementType type, std::vector<uint64_t> shape,
                             const std::vector<T>& actual, const std::vector<T>& expected) {
  verdict::Picture picture;
  picture.buffer = "out";
  picture.element = type;
  picture.shape = std::move(shape);
  picture.actual = bytes_of(actual);
  picture.expected = bytes_of(expected);
  return picture;
}

app::Picture float_picture(std::vector<uint64_t> shape, const std::vector<float>& actual,
                           const std::vector<float>& expected, data::Tolerance tolerance = {});

}  // namespace warplab::test
